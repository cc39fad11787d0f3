import type { Bench } from './lib/figures.ts'
import { measureByTurns } from './lib/interleaved.ts'
import { runLoad } from './lib/load.ts'
import { startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

const connections = 64
const webProcesses = 2
const otherEvents = 30
const share = 0.5

/** The pages that a newsletter sends everybody to. */
export const publicPagesBench: Bench = {
  name: 'Public pages',
  notes: [
    `An event with three prices, an option and two artists; the pages of its organisation and of the agenda with ${otherEvents} more. ${connections} keep-alive connections without cookies.`,
    'Compressed as browsers ask for it; "in full" as nobody but a program does; "with a cookie" is made for each visitor.',
    'Limit: GET /healthz of the same server, its fastest answer.',
    'Two web processes; the load generator shares their two cores. Median of five runs, each after one of the limit.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: String(webProcesses) })
    try {
      const shop = await openShop(service)
      const path = await announce(shop)
      const seconds = quick ? 2 : 4
      const asking = (path: string, host: string, headers: readonly string[], expected: string) => () =>
        runLoad({
          port: service.port,
          connections,
          bodies: null,
          seconds,
          expected,
          head: [`GET ${path} HTTP/1.1`, `host: ${host}`, 'accept: text/html', ...headers],
        })
      const zipped = ['accept-encoding: gzip, br']
      const cookie = [...zipped, 'cookie: guichet-known=1']
      const meta = `meta.localhost:${service.port}`
      const isZipped = 'content-encoding: gzip'
      const isHtml = '<!doctype html>'
      const loads = {
        'event page': asking(path, shop.host, zipped, isZipped),
        'event page, in full': asking(path, shop.host, [], '<title>The night'),
        'home page of an organisation': asking('/', shop.host, zipped, isZipped),
        agenda: asking('/', meta, zipped, isZipped),
        'event page, with a cookie': asking(path, shop.host, cookie, isHtml),
      }
      const results = []
      for (const [name, load] of Object.entries(loads)) {
        log(name)
        const figure = await measureByTurns({
          rounds: quick ? 1 : 5,
          limit: async () => (await asking('/healthz', shop.host, [], '{')()).perSecond,
          load,
          log,
        })
        const isReached = figure.load.perSecond >= share * figure.limitPerSecond && figure.load.errors === 0
        const targets = name.endsWith('cookie') ? [] : [{ text: `share ≥ ${share}`, reached: isReached }]
        results.push({ name, ...figure, memoryMb: service.memory(), targets })
      }
      return results
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
  for (let night = 1; night <= otherEvents; night++)
    await shop.create('events', {
      name: `Night ${night}`,
      datetime: '2999-07-12T20:30:00+02:00',
      products: [product],
      short_description: 'Doors at eight, music at nine.',
    })
  return '/events/the-night/'
}
