import type pg from 'pg'
import { request } from 'undici'
import type { Bench, Log, Measure } from './lib/figures.ts'
import { bookRows, deviceHead, type Hall, openHall, scanBodies, scanHead } from './lib/hall.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { type BenchService, startService } from './lib/service.ts'

const phones = 4
const pauseMs = 25
const ticketsOfRound = 4000
const groupSize = 1000
const crowd = 6
const messages = 1000
const mostTimes = 2
const mostSignInMs = 5000

/** Whether one organisation's bad night is another's: a door is measured while something happens at the house next to it. */
export const neighboursBench: Bench = {
  name: 'Neighbours',
  notes: [
    `One process, the default. ${phones} phones of one organisation scan, each ${pauseMs} ms after its last answer; quiet is measured before each trouble of the other one.`,
    `A booking of ${groupSize.toLocaleString('en')}: ${crowd} phones read the whole snapshot of its event, each half a second after its last answer. A held ticket: its row is locked for as long as the round lasts, and eight phones scan it.`,
    `Messages: ${messages.toLocaleString('en')} mails of one organisation wait for the outbox while somebody asks the other one for a sign-in mail; measured until that mail is there.`,
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    try {
      const rounds = 5
      const hall = await openHall(service, { tickets: rounds * ticketsOfRound, events: rounds, log })
      const other = await openHall(service, { tickets: 4000, events: 1, log, organisation: 'Next Door' })
      const client = await service.connect()
      const { tenantId, ticketId } = await oneTicketOf(client, other)
      await bookRows(client, { tenantId, eventId: other.eventIds[0] ?? '', count: 1, size: groupSize })
      const seconds = quick ? 3 : 8
      let round = 0
      const scan = async () =>
        runLoad({
          port: service.port,
          seconds,
          connections: phones,
          pauseMs,
          expected: '"success":true',
          head: scanHead(service, hall),
          bodies: await scanBodies(service, hall, round++),
        })
      const [used = ''] = await bodiesOf(service, other, ticketId)
      // What is compiled at the first scans is compiled.
      await scan()
      const measures = [
        await measureBeside(log, `a booking of ${groupSize} next door`, scan, () =>
          runLoad({
            port: service.port,
            seconds,
            connections: crowd,
            pauseMs: 500,
            bodies: null,
            expected: '',
            head: deviceHead(service, other, `GET /scan/snapshot/?event=${other.eventIds[0]}`),
          }),
        ),
        await measureBeside(log, 'a held ticket next door', scan, async () => {
          await client.query('begin')
          await client.query('select from ticket where id = $1 for update', [ticketId])
          const asked = await runLoad({
            port: service.port,
            seconds,
            connections: 8,
            bodies: [used],
            isEndless: true,
            expected: '',
            head: scanHead(service, other),
          })
          await client.query('rollback')
          return asked
        }),
        await measureSignIn(service, client, { hall, tenantId, log }),
      ]
      await client.end()
      return measures
    } finally {
      await service.stop()
    }
  },
}

async function measureBeside(
  log: Log,
  name: string,
  scan: () => Promise<LoadResult>,
  trouble: () => Promise<LoadResult>,
): Promise<Measure> {
  const quiet = await scan()
  const [busy, { requests }] = await Promise.all([scan(), trouble()])
  const times = busy.p99Ms / quiet.p99Ms
  const value = `${said(quiet)} quiet, ${said(busy)} beside ${requests} requests: ${times.toFixed(1)} times`
  log(`${name}: ${value}`)
  const reached = times <= mostTimes && busy.errors === 0
  return { name, value, target: { text: `≤ ${mostTimes} times`, reached } }
}

const said = ({ p99Ms, p50Ms }: LoadResult) => `${p99Ms.toFixed(1)} ms (p50 ${p50Ms.toFixed(1)})`

async function oneTicketOf(client: pg.Client, { eventIds }: Hall) {
  const { rows } = await client.query<{ tenantId: string; ticketId: string }>(
    'select tenant_id as "tenantId", id as "ticketId" from ticket where event_id = $1 limit 1',
    [eventIds[0]],
  )
  const [found] = rows
  if (!found) throw new Error('no ticket')
  return found
}

async function bodiesOf(service: BenchService, { slug, eventIds }: Hall, ticketId: string) {
  const words = ['ticket', 'qr', '--tenant', slug, '--event', eventIds[0] ?? '']
  const { tickets } = (await service.cli(...words)) as { tickets: { uuid: string; qrcode_data: string }[] }
  return tickets.filter(({ uuid }) => uuid === ticketId).map(({ qrcode_data }) => JSON.stringify({ qrcode_data }))
}

async function measureSignIn(
  service: BenchService,
  client: pg.Client,
  { hall, tenantId, log }: { readonly hall: Hall; readonly tenantId: string; readonly log: Log },
): Promise<Measure> {
  const letter = { subject: 'Doors at seven', title: 'Doors at seven', blocks: [] }
  await client.query(
    `with written as (
       insert into mail (tenant_id, id, kind, language, recipient, subject, letter, status, created_at)
       select $1::uuid, gen_random_uuid(), 'event_message', 'en', 'guest' || n || '@example.org', 'Doors at seven', $2::jsonb, 'queued', now()
       from generate_series(1, $3::int) n returning id)
     select graphile_worker.add_job('send_bulk_mail', json_build_object('tenantId', $1::text, 'mailId', id), flags => array[$1::text])
     from written`,
    [tenantId, JSON.stringify(letter), messages],
  )
  const host = `${hall.slug}.localhost:${service.port}`
  const started = performance.now()
  const { statusCode } = await request(`http://127.0.0.1:${service.port}/sign-in/`, {
    method: 'POST',
    body: 'email=bench%40example.org',
    headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  const until = "select from mail where kind = 'sign_in' and status <> 'queued'"
  while ((await client.query(until)).rowCount === 0) {
    if (performance.now() - started > 60_000) throw new Error(`no sign-in mail (${statusCode})`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const ms = performance.now() - started
  const { rows } = await client.query(
    "select count(*)::int as left from mail where kind = 'event_message' and status = 'queued'",
  )
  const value = `${ms.toFixed(0)} ms, ${rows[0].left} messages still waiting`
  log(`a sign-in mail: ${value}`)
  return {
    name: `a sign-in mail while ${messages} messages of the other wait`,
    value,
    target: { text: `< ${mostSignInMs} ms`, reached: ms < mostSignInMs },
  }
}
