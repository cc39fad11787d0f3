import type { Bench, Measure } from './lib/figures.ts'
import { hotWriteNotes, measureHotWrite } from './lib/hot-write.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { type BenchService, startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

const connections = 64
const ticketsEach = 2
/** More than one run can book. */
const mostBookings = 100_000

/** The minute a famous name goes on sale: everybody wants the same price. */
export const bookingBench: Bench = {
  name: 'Booking',
  notes: [
    `One price of one event, ${ticketsEach} tickets a booking, a person each, ${connections} keep-alive connections; unpaid, so places are held and each address is mailed a link to confirm it.`,
    ...hotWriteNotes,
    'Exact stock: more is wanted than there is; what was answered, the tickets and the counter are compared.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '2' })
    try {
      const shop = await openShop(service)
      const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
      const figure = await measureHotWrite(
        service,
        { log, quick },
        {
          name: 'one hot price',
          share: 0.45,
          load: async (_, seconds) =>
            book(service, shop, await hotPrice(shop, product, null), { most: mostBookings, seconds }),
        },
      )
      return [figure, await sellExactly(service, shop, product, quick ? 1_000 : 20_000)]
    } finally {
      await service.stop()
    }
  },
}

/** Wants a tenth more than there is, and looks afterwards whether exactly the stock was sold. */
async function sellExactly(service: BenchService, shop: Shop, product: string, stock: number): Promise<Measure> {
  const hot = await hotPrice(shop, product, stock)
  const wanted = Math.ceil((stock / ticketsEach) * 1.1)
  const { byStatus } = await book(service, shop, hot, { most: wanted, seconds: 60 })
  const client = await service.connect()
  const { rows } = await client.query<{ tickets: number; held: number }>(
    `select (select count(*)::int from ticket where event_id = $1 and cancelled_at is null) as tickets,
       (select held from price_counter where event_id = $1) as held`,
    [hot.event],
  )
  await client.end()
  const { tickets = 0, held = 0 } = rows[0] ?? {}
  const booked = byStatus[201] ?? 0
  const refused = byStatus[409] ?? 0
  return {
    name: `exact stock of ${stock}, ${wanted * ticketsEach} wanted through two processes`,
    value: `${booked} booked, ${refused} refused, ${tickets} tickets, ${held} held`,
    target: {
      text: 'nothing oversold, nothing left',
      reached: booked * ticketsEach === stock && booked + refused === wanted && tickets === stock && held === stock,
    },
  }
}

type HotPrice = { readonly event: string; readonly price: string }

async function hotPrice(shop: Shop, product: string, stock: number | null): Promise<HotPrice> {
  const price = await shop.create('prices', { product, name: 'Full price', prix: 25, stock })
  const datetime = new Date(Date.now() + 30 * 86_400_000).toISOString()
  return { price, event: await shop.create('events', { name: 'The night', datetime, products: [product] }) }
}

function book(
  service: BenchService,
  shop: Shop,
  { event, price }: HotPrice,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<LoadResult> {
  return runLoad({
    port: service.port,
    connections,
    head: ['POST /api/reservations/ HTTP/1.1', `host: ${shop.host}`, 'content-type: application/json'],
    bodies: Array.from({ length: most }, (_, number) =>
      JSON.stringify({ event, email: `guest-${number}@example.org`, prices: [{ uuid: price, qty: ticketsEach }] }),
    ),
    seconds,
    expected: '"status":"U"',
  })
}
