import type { Bench } from './lib/figures.ts'
import { runLoad } from './lib/load.ts'
import { startService } from './lib/service.ts'
import { openShop } from './lib/shop.ts'

const buyers = 500
const places = 100

/** The second in which the last places go: everybody presses the button at once, over connections of their own. */
export const rushBench: Bench = {
  name: 'Rush',
  notes: [
    `${buyers} buyers on ${buyers} connections send one booking of one place each at the same moment, for ${places} places, through two web processes.`,
    'The answers, the tickets and the counter are compared. Times are from the first byte sent to the last received; three rushes after one that warms up, the slowest counts.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '2' })
    const client = await service.connect()
    try {
      const shop = await openShop(service)
      const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
      const price = await shop.create('prices', { product, name: 'Full price', prix: 25, stock: places })
      const datetime = new Date(Date.now() + 30 * 86_400_000).toISOString()
      const slowest: number[] = []
      let exact = true
      for (let round = 0; round <= (quick ? 1 : 3); round++) {
        const event = await shop.create('events', { name: `Night ${round}`, datetime, products: [product] })
        const { byStatus, p50Ms, p99Ms } = await runLoad({
          port: service.port,
          connections: buyers,
          head: ['POST /api/reservations/ HTTP/1.1', `host: ${shop.host}`, 'content-type: application/json'],
          bodies: Array.from({ length: buyers }, (_, number) =>
            JSON.stringify({ event, email: `buyer-${number}@example.org`, prices: [{ uuid: price, qty: 1 }] }),
          ),
          seconds: 60,
          expected: '"status":"U"',
        })
        const { rows } = await client.query<{ tickets: number; held: number }>(
          `select (select count(*)::int from ticket where event_id = $1 and cancelled_at is null) as tickets,
             (select held from price_counter where event_id = $1) as held`,
          [event],
        )
        const sold = byStatus[201] ?? 0
        const refused = byStatus[409] ?? 0
        log(
          `round ${round}: ${sold} sold, ${refused} refused, ${rows[0]?.tickets} tickets, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
        )
        exact &&= sold === places && sold + refused === buyers && rows[0]?.tickets === places && rows[0].held === places
        if (round > 0) slowest.push(p99Ms)
      }
      const p99Ms = Math.max(...slowest)
      return [
        {
          name: `${buyers} buyers for ${places} places`,
          value: exact ? `exactly ${places} sold each time, the others told so` : 'not exact',
          target: { text: `exactly ${places} sold, no 5xx`, reached: exact },
        },
        {
          name: 'p99 of their answers',
          value: `${p99Ms.toFixed(0)} ms`,
          target: { text: '< 500 ms', reached: p99Ms < 500 },
        },
      ]
    } finally {
      await client.end()
      await service.stop()
    }
  },
}
