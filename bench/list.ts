import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'undici'
import type { Bench, Log, Measure } from './lib/figures.ts'
import { forgetPeak, peakMb, residentMb } from './lib/processes.ts'
import { type BenchService, startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

const reservationCount = 100_000
const mostExtraMb = 100
/** A laptop on the venue's Wi-Fi. */
const slowBytesPerSecond = 4 * 1024 * 1024

/** The accountant's export: everything at once. */
export const listBench: Bench = {
  name: 'Reservation list',
  notes: [
    `GET /api/reservations/ of ${reservationCount.toLocaleString('en')} reservations with two tickets each, streamed; one process.`,
    `The slow reader takes ${slowBytesPerSecond / 2 ** 20} MB/s.`,
    'Extra memory: the peak of resident memory while a list is read, as the kernel keeps it, less what there was before the first.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    try {
      const shop = await openShop(service)
      const count = quick ? reservationCount / 10 : reservationCount
      await loadReservations(service, shop, count, log)
      return await measureReaders(service, shop, count)
    } finally {
      await service.stop()
    }
  },
}

async function measureReaders(service: BenchService, shop: Shop, count: number): Promise<readonly Measure[]> {
  const [pid = 0] = service.pids()
  await readList(service, shop, { limit: 10, bytesPerSecond: null })
  const beforeMb = residentMb(pid)
  const measures: Measure[] = []
  for (const reader of [
    { name: 'a fast reader', bytesPerSecond: null },
    { name: 'a slow reader', bytesPerSecond: slowBytesPerSecond },
  ]) {
    forgetPeak(pid)
    const list = await readList(service, shop, { limit: null, bytesPerSecond: reader.bytesPerSecond })
    if (list.items !== count) throw new Error(`${list.items} of ${count} reservations were listed`)
    const extraMb = peakMb(pid) - beforeMb
    measures.push({
      name: `extra memory, ${reader.name}`,
      value: `${extraMb} MB (${beforeMb} MB before; ${megabytes(list.bytes)} MB read in ${list.seconds.toFixed(1)} s)`,
      target: { text: `< ${mostExtraMb} MB`, reached: extraMb < mostExtraMb },
    })
  }
  return measures
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

type ListRead = { readonly items: number; readonly bytes: number; readonly seconds: number }

async function readList(
  service: BenchService,
  shop: Shop,
  reader: { readonly limit: number | null; readonly bytesPerSecond: number | null },
): Promise<ListRead> {
  const client = new Client(`http://127.0.0.1:${service.port}`)
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const { body, statusCode } = await client.request({
    method: 'GET',
    path: `/api/reservations/${reader.limit === null ? '' : `?limit=${reader.limit}`}`,
    headers: { host: shop.host, authorization: `Api-Key ${shop.key}` },
  })
  if (statusCode !== 200) throw new Error(`the list was answered with ${statusCode}`)
  let bytes = 0
  let items = 0
  let tail = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // A key may be cut in two by the chunks.
    const text = tail + chunk.toString('latin1')
    items += text.split('"user_mail"').length - 1
    tail = text.slice(-('"user_mail"'.length - 1))
    if (reader.bytesPerSecond !== null) await delay(Math.max(0, bytes / reader.bytesPerSecond - elapsed()) * 1000)
  }
  await client.close()
  return { items, bytes, seconds: elapsed() }
}

/** Rows as booking would have left them, loaded by SQL. */
async function loadReservations(service: BenchService, shop: Shop, count: number, log: Log): Promise<void> {
  const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
  const price = await shop.create('prices', { product, name: 'Full price', prix: 10 })
  const datetime = new Date(Date.now() + 86_400_000).toISOString()
  const event = await shop.create('events', { name: 'The night', datetime, products: [product] })
  const client = await service.connect()
  const startedAt = performance.now()
  await client.query(
    `with booked as (
       insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'guest' || n || '@example.org', 'valid', 2000, 2, 'en', now(), now()
       from generate_series(1, $4::int) n returning id)
     insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, status, created_at)
     select $1, gen_random_uuid(), booked.id, $2, $3, 'Guest', 'Number ' || seat, 'not_scanned', now()
     from booked, generate_series(1, 2) seat`,
    [shop.tenantId, event, price, count],
  )
  await client.query('analyze')
  await client.end()
  log(`${count} reservations loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}
