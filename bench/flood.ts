import type { Bench, Measure } from './lib/figures.ts'
import { openHall, scanBodies, scanHead } from './lib/hall.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { startService } from './lib/service.ts'

/** Phones that scan as quickly as people go by, each of them. */
const phones = 8
const pauseMs = 25
const strangers = 32
const ticketsOfRound = 4000
const mostTimes = 2

/** Whether the door is answered while strangers ask for all that they may. */
export const floodBench: Bench = {
  name: 'Floods',
  notes: [
    `One process, the default. ${phones} phones scan, each ${pauseMs} ms after its last answer, while ${strangers} keep-alive connections ask for one thing as quickly as they are answered; without limits, as if each came from elsewhere.`,
    'The database and both load generators share the two cores: what the flood takes of the machine is in it. Quiet is measured before each flood.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    try {
      const rounds = 2 * floods.length + 1
      const hall = await openHall(service, { tickets: rounds * ticketsOfRound, events: rounds, log })
      const host = `${hall.slug}.localhost:${service.port}`
      const base = { port: service.port, seconds: quick ? 4 : 10 }
      let round = 0
      const scan = async () =>
        runLoad({
          ...base,
          connections: phones,
          pauseMs,
          bodies: await scanBodies(service, hall, round++),
          head: scanHead(service, hall),
          expected: '"success":true',
        })
      const flood = ({ request, headers, body }: Flood) =>
        runLoad({
          ...base,
          connections: strangers,
          bodies: [body],
          isEndless: true,
          expected: '',
          head: [`${request} HTTP/1.1`, `host: ${host}`, 'accept: text/html', ...headers],
        })
      // What is compiled at the first scans is compiled.
      await scan()
      const measures: Measure[] = []
      for (const kind of floods) {
        const quiet = await scan()
        const [busy, { perSecond }] = await Promise.all([scan(), flood(kind)])
        const times = busy.p99Ms / quiet.p99Ms
        const value = `${said(quiet)} quiet, ${said(busy)} beside ${perSecond.toFixed(0)} answers/s: ${times.toFixed(1)} times`
        log(`${kind.name}: ${value}`)
        const isReached = times <= mostTimes && busy.errors === 0
        measures.push({ name: kind.name, value, target: { text: `≤ ${mostTimes} times`, reached: isReached } })
      }
      return measures
    } finally {
      await service.stop()
    }
  },
}

type Flood = {
  readonly name: string
  readonly request: string
  readonly headers: readonly string[]
  readonly body: string
}

const json = ['content-type: application/json']
const floods: readonly Flood[] = [
  { name: 'one page', request: 'GET /', headers: ['accept-encoding: gzip'], body: '' },
  { name: 'pages that nobody shares', request: 'GET /?page=2', headers: [], body: '' },
  { name: 'the page to sign in', request: 'GET /sign-in/', headers: [], body: '' },
  { name: 'the interface, written down', request: 'GET /api/openapi.json', headers: [], body: '' },
  { name: 'the documentation', request: 'GET /api/docs/operations/reservations/', headers: [], body: '' },
  { name: 'events by the API', request: 'GET /api/events/', headers: [], body: '' },
  { name: 'cookies that open nothing', request: 'GET /', headers: [`cookie: guichet=${'a'.repeat(43)}`], body: '' },
  {
    name: 'bookings that are refused',
    request: 'POST /api/reservations/',
    headers: json,
    // As many as are read at all.
    body: JSON.stringify({ email: 'x@example.org', options: Array(4000).fill('x') }),
  },
]

const said = ({ p99Ms, p50Ms }: LoadResult) => `${p99Ms.toFixed(1)} ms (p50 ${p50Ms.toFixed(1)})`
