import sharp from 'sharp'
import type pg from 'pg'
import { FormData, request } from 'undici'
import type { Bench, Log, Measure } from './lib/figures.ts'
import { bookRows, type Hall, openHall, scanBodies, scanHead } from './lib/hall.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { waitsDuring } from './lib/probe.ts'
import { type BenchService, startService } from './lib/service.ts'

const ticketCount = 23_000
const groupSize = 1000
const bookings = 400
const bookingSize = 50
const mostMs = 20
const mostScanMs = 50
/** A door is busy with a few phones; all that the process can do would be asked for by the scanning bench. */
const phones = 8

/** Whether the door is answered while long things are made: the event loop of one process for everything. */
export const loopBench: Bench = {
  name: 'Event loop',
  notes: [
    `One process, the default. An event with ${ticketCount.toLocaleString('en')} tickets, and a booking of ${groupSize.toLocaleString('en')}.`,
    'While each thing is made, /healthz is asked for every 4 ms; the longest wait is how long the event loop stood. It contains what other programs took of the machine: "nothing" is the same without work.',
    `Mails: ${bookings} bookings of ${bookingSize} tickets wait to be mailed with their PDF, into the outbox, while ${phones} phones scan one after the other.`,
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    try {
      const hall = await openHall(service, { tickets: 2 * ticketCount, events: 2, log })
      const house = await openLists(service, hall)
      const measures: Measure[] = []
      for (const [name, work] of worksOf(house)) {
        // What is loaded with the first of its kind is loaded: a process does so once.
        await work()
        measures.push(await measureWaits(service, name, work, log))
      }
      return [...measures, ...(await measureMails(service, hall, house, { log, quick }))]
    } finally {
      await service.stop()
    }
  },
}

type House = {
  readonly tenantId: string
  readonly event: string
  readonly group: string
  get(path: string): Promise<Buffer>
  post(path: string, body: unknown): Promise<Buffer>
  postForm(path: string, form: FormData): Promise<Buffer>
}

type Work = readonly [name: string, work: () => Promise<unknown>]

function worksOf({ event, group, get, post, postForm }: House): readonly Work[] {
  const list = (form: string) => post('/api/exports/tickets/', { form, event })
  return [
    ['nothing', () => new Promise((resolve) => setTimeout(resolve, 2000))],
    [`PDF of ${groupSize} tickets`, () => get(`/api/reservations/${group}/tickets.pdf`)],
    [`door list of ${ticketCount}`, () => get(`/api/events/${event}/door-list.pdf`)],
    [`${ticketCount} tickets, XLSX`, () => list('xlsx')],
    [`${ticketCount} tickets, CSV`, () => list('comma')],
    [`${ticketCount} tickets, JSON`, () => get(`/api/ticket/?event=${event}`)],
    ['a picture of 12 megapixels', async () => postForm('/api/products/', await productForm())],
  ]
}

/** Another picture each time: one that is stored already is known by its content. */
async function productForm(): Promise<FormData> {
  const [width, height] = [4000, 3000]
  const background = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 90 }
  const picture = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('name', 'Poster')
  form.set('categorie_article', 'M')
  form.set('img', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'poster.jpg')
  return form
}

async function measureWaits(service: BenchService, name: string, work: Work[1], log: Log): Promise<Measure> {
  const startedAt = performance.now()
  const { p99Ms, longestMs } = await waitsDuring(service.port, work)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const value = `longest ${longestMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, in ${seconds} s`
  log(`${name}: ${value}`)
  return { name, value, target: { text: `longest < ${mostMs} ms`, reached: longestMs < mostMs } }
}

async function measureMails(
  service: BenchService,
  hall: Hall,
  { tenantId }: House,
  { log, quick }: { readonly log: Log; readonly quick: boolean },
): Promise<readonly Measure[]> {
  const bodies = await scanBodies(service, hall, 1)
  const seconds = quick ? 5 : 12
  const scan = (from: number) => runScans(service, hall, { bodies: bodies.slice(from, from + 11_000), seconds })
  const quiet = await scan(0)
  const client = await service.connect()
  await orderMails(client, tenantId, hall.eventIds[0] ?? '')
  const busy = await scan(11_000)
  const { rows } = await client.query(
    "select count(*)::int as made from mail where kind = 'tickets' and status <> 'queued'",
  )
  await client.end()
  const said = ({ p50Ms, p99Ms, perSecond }: LoadResult) =>
    `p99 ${p99Ms.toFixed(0)} ms, p50 ${p50Ms.toFixed(1)} ms, ${perSecond.toFixed(0)}/s`
  log(`scans, quiet: ${said(quiet)}; while mails are made: ${said(busy)}; ${rows[0].made} mails in that time`)
  const memory = service.memory().join(' + ')
  return [
    { name: 'scans, quiet', value: said(quiet), target: null },
    {
      name: `scans while mails of ${bookings} bookings are made`,
      value: `${said(busy)}; ${rows[0].made} made`,
      target: { text: `p99 < ${mostScanMs} ms`, reached: busy.p99Ms < mostScanMs && busy.errors === 0 },
    },
    { name: 'memory after all of it', value: `${memory} MB`, target: null },
  ]
}

function runScans(
  service: BenchService,
  hall: Hall,
  { bodies, seconds }: { readonly bodies: readonly string[]; readonly seconds: number },
): Promise<LoadResult> {
  return runLoad({
    port: service.port,
    connections: phones,
    bodies,
    seconds,
    head: scanHead(service, hall),
    expected: '"success":true',
  })
}

/** As booking would have left them, each with the job that mails its tickets. */
async function orderMails(client: pg.Client, tenantId: string, eventId: string): Promise<void> {
  const ids = await bookRows(client, { tenantId, eventId, count: bookings, size: bookingSize })
  await client.query(
    `select graphile_worker.add_job('deliver_tickets', json_build_object('tenantId', $1::text, 'reservationId', id))
     from unnest($2::text[]) id`,
    [tenantId, ids],
  )
}

/** A booking of a thousand beside the tickets of the hall, and a key that reads all of it. */
async function openLists(service: BenchService, hall: Hall): Promise<House> {
  const { slug } = hall
  const event = hall.eventIds[0] ?? ''
  const permissions = ['product:write', 'reservation:read', 'reservation:write', 'ticket:read']
  const { api_key } = await service.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    'bench@example.org',
    '--name',
    'bench',
    ...permissions.flatMap((permission) => ['--permission', permission]),
  )
  const client = await service.connect()
  const { rows: tenants } = await client.query('select id from tenant where slug = $1', [slug])
  const tenantId = String(tenants[0].id)
  await client.query(
    `insert into reservation_line (tenant_id, id, reservation_id, counted_event_id, product_id, price_id, makes_tickets, quantity, unit_amount_minor)
     select reservation.tenant_id, gen_random_uuid(), reservation.id, event_id, product_id, price.id, true, ticket_count, 1000
     from reservation join price on price.tenant_id = reservation.tenant_id where event_id = $1`,
    [event],
  )
  const [group = ''] = await bookRows(client, { tenantId, eventId: event, count: 1, size: groupSize })
  await client.end()
  const send = async (method: 'GET' | 'POST', path: string, body: string | FormData | null, type?: string) => {
    const answer = await request(`http://127.0.0.1:${service.port}${path}`, {
      method,
      body,
      headers: {
        host: `${slug}.localhost:${service.port}`,
        authorization: `Api-Key ${String(api_key)}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode > 299) throw new Error(`${method} ${path}: ${answer.statusCode} ${bytes}`)
    return bytes
  }
  return {
    tenantId,
    event,
    group,
    get: (path) => send('GET', path, null),
    post: (path, body) => send('POST', path, JSON.stringify(body), 'application/json'),
    postForm: (path, form) => send('POST', path, form),
  }
}
