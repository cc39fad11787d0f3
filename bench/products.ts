import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'undici'
import type { Bench, Figure, Log, Measure } from './lib/figures.ts'
import { measureByTurns } from './lib/interleaved.ts'
import { runLoad } from './lib/load.ts'
import { openSockets } from './lib/processes.ts'
import { startReadLimit } from './lib/read-limit.ts'
import { type BenchService, startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

const connections = 64
const webProcesses = 2
const productCount = 50
const pricesEach = 2

/** What every visitor of every page asks for. */
export const productsBench: Bench = {
  name: 'Product list',
  notes: [
    `GET /api/products/ of ${productCount} products with ${pricesEach} prices each, ${connections} keep-alive connections.`,
    'Compressed as browsers and most programs ask for it; "in full" for whoever does not.',
    'Limit: an empty Fastify route that answers `{}`, served the same way by as many processes.',
    'Two web processes; the load generator shares their two cores. Median of five runs, each after one of the limit.',
    'A change: from sending it until connections to every web process read it; the longest of twenty.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: String(webProcesses) })
    try {
      const shop = await openShop(service)
      const products = await fillCatalogue(shop)
      const figures = [
        await measureList(service, shop, { name: 'product list', isZipped: true, log, quick }),
        await measureList(service, shop, { name: 'product list, in full', isZipped: false, log, quick }),
      ]
      return [...figures, await measureChange(service, shop, products[0] ?? '')]
    } finally {
      await service.stop()
    }
  },
}

async function fillCatalogue(shop: Shop): Promise<readonly string[]> {
  const products: string[] = []
  for (let number = 1; number <= productCount; number++) {
    const product = await shop.create('products', {
      name: `Evening ${number}`,
      categorie_article: 'B',
      short_description: 'Doors at eight, music at nine',
      long_description: 'A long evening with three bands, a bar, and a last train that waits for nobody.',
    })
    for (let price = 1; price <= pricesEach; price++)
      await shop.create('prices', { product, name: `Price ${price}`, prix: 10 * price, stock: 100 })
    products.push(product)
  }
  return products
}

async function measureList(
  service: BenchService,
  shop: Shop,
  { name, isZipped, log, quick }: { name: string; isZipped: boolean; log: Log; quick: boolean },
): Promise<Figure> {
  const limit = await startReadLimit({ processes: webProcesses, connections })
  const seconds = quick ? 2 : 5
  const { load, limitPerSecond } = await measureByTurns({
    rounds: quick ? 1 : 5,
    limit: () => limit.measure(seconds),
    load: () =>
      runLoad({
        port: service.port,
        connections,
        head: ['GET /api/products/ HTTP/1.1', `host: ${shop.host}`, ...(isZipped ? ['accept-encoding: gzip'] : [])],
        bodies: null,
        seconds,
        expected: isZipped ? 'content-encoding: gzip' : '"Evening 1"',
      }),
    log,
  }).finally(() => limit.stop())
  return {
    name,
    load,
    memoryMb: service.memory(),
    limitPerSecond,
    targets: isZipped ? [{ text: 'share ≥ 0.5', reached: load.perSecond / limitPerSecond >= 0.5 }] : [],
  }
}

async function measureChange(service: BenchService, shop: Shop, product: string): Promise<Measure> {
  const clients = await connectToEveryProcess(service)
  const durations: number[] = []
  for (let change = 1; change <= 20; change++) {
    const name = `Changed ${change}`
    const startedAt = performance.now()
    const seen = Promise.all(clients.map((client) => untilListed(client, shop, name)))
    await shop.change(`products/${product}`, { name })
    await seen
    durations.push(performance.now() - startedAt)
  }
  await Promise.all(clients.map((client) => client.close()))
  const longest = Math.max(...durations)
  return {
    name: 'a change, until every web process answers with it',
    value: `${longest.toFixed(0)} ms`,
    target: { text: '< 1 s', reached: longest < 1000 },
  }
}

/** Connections go to the web processes by turns; their open sockets tell that each has its share. */
async function connectToEveryProcess(service: BenchService): Promise<readonly Client[]> {
  const [, ...web] = service.pids()
  const before = web.map(openSockets)
  const clients = Array.from({ length: 4 * webProcesses }, () => new Client(`http://127.0.0.1:${service.port}`))
  for (const client of clients) await (await client.request({ method: 'GET', path: '/healthz' })).body.dump()
  const gained = web.map((pid, index) => openSockets(pid) - (before[index] ?? 0))
  if (web.length !== webProcesses || gained.some((count) => count < 1))
    throw new Error(`the connections did not reach every web process: ${gained.join(', ')}`)
  return clients
}

async function untilListed(client: Client, shop: Shop, name: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(5)) {
    const { body } = await client.request({ method: 'GET', path: '/api/products/', headers: { host: shop.host } })
    if ((await body.text()).includes(`"${name}"`)) return
  }
  throw new Error('a change was never seen')
}
