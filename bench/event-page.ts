import type { Bench } from './lib/figures.ts'
import { measureByTurns } from './lib/interleaved.ts'
import { runLoad } from './lib/load.ts'
import { startReadLimit } from './lib/read-limit.ts'
import { startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

const connections = 64
const webProcesses = 2

/** The page that a newsletter sends everybody to. */
export const eventPageBench: Bench = {
  name: 'Event page',
  notes: [
    `GET /events/<slug>/ of an event with three prices, an option and two artists, ${connections} keep-alive connections.`,
    'Limit: an empty Fastify route that answers `{}`, served the same way by as many processes.',
    'Two web processes; the load generator shares their two cores. Median of five runs, each after one of the limit.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: String(webProcesses) })
    try {
      const shop = await openShop(service)
      const path = await announce(shop)
      const limit = await startReadLimit({ processes: webProcesses, connections })
      const seconds = quick ? 2 : 5
      const { load, limitPerSecond } = await measureByTurns({
        rounds: quick ? 1 : 5,
        limit: () => limit.measure(seconds),
        load: () =>
          runLoad({
            port: service.port,
            connections,
            head: [`GET ${path} HTTP/1.1`, `host: ${shop.host}`, 'accept: text/html'],
            bodies: null,
            seconds,
            expected: '<title>The night',
          }),
        log,
      }).finally(() => limit.stop())
      return [
        {
          name: 'event page',
          load,
          memoryMb: service.memory(),
          limitPerSecond,
          targets: [{ text: '≥ 1,500/s', reached: load.perSecond >= 1500 && load.errors === 0 }],
        },
      ]
    } finally {
      await service.stop()
    }
  },
}

/** The path of its page. */
async function announce(shop: Shop): Promise<string> {
  const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
  for (const [name, prix] of [
    ['Full price', 25],
    ['Reduced', 18],
    ['Child', 8],
  ])
    await shop.create('prices', { product, name, prix, stock: 200 })
  const artists = [
    await shop.create('artists', { name: 'Ada Lumen' }),
    await shop.create('artists', { name: 'Moss & Copper' }),
  ]
  await shop.create('events', {
    name: 'The night',
    datetime: '2999-06-12T20:30:00+02:00',
    short_description: 'Two bands and a last train that waits for nobody.',
    long_description: 'Doors at eight, music at nine. '.repeat(20),
    products: [product],
    options: [await shop.create('optionticket', { name: 'Vegetarian meal' })],
    artists: artists.map((uuid) => ({ uuid })),
  })
  return '/events/the-night/'
}
