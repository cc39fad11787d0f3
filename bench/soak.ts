import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, type Measure, median } from './lib/figures.ts'
import { openHall, scanBodies } from './lib/hall.ts'
import { type LoadPlan, type LoadResult, runLoad } from './lib/load.ts'
import { startService } from './lib/service.ts'
import { openShop } from './lib/shop.ts'

const quickMinutes = 2
const sampleMs = 5000
const mostMb = 300

/** An evening of everything at once, at a pace that leaves the machine air: what a process keeps of it. */
export const soakBench: Bench = {
  name: 'Soak',
  notes: [
    'One process. At once: four phones that scan, bookings that are mailed with their tickets, bookings by strangers, the product list, an event page from the shelf and with a cookie, the sign-in page, tickets as PDF, and a hundred bookings.',
    `Resident memory of the Node processes, every ${sampleMs / 1000} s: the median of the minute.`,
  ],
  async run(log, { quick, minutes }) {
    const length = quick ? quickMinutes : minutes
    const service = await startService({ PROCESSES: '1' })
    try {
      const hall = await openHall(service, { tickets: length * 6000, events: 1, log })
      const shop = await openShop(service)
      const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
      const paid = await shop.create('prices', { product, name: 'Full price', prix: 25 })
      const free = await shop.create('prices', { product, name: 'Free', prix: 0 })
      const datetime = new Date(Date.now() + 30 * 86_400_000).toISOString()
      const event = await shop.create('events', { name: 'The night', datetime, products: [product] })
      const booked = await shop.create('reservations', {
        event,
        email: 'first@example.org',
        prices: [{ uuid: free, qty: 4 }],
      })

      const seconds = length * 60
      const key = `authorization: Api-Key ${shop.key}`
      const at = (host: string, pauseMs: number, head: readonly string[], more: Partial<LoadPlan> = {}) =>
        runLoad({
          port: service.port,
          connections: 1,
          bodies: null,
          seconds,
          pauseMs,
          expected: '',
          head: [`${head[0]} HTTP/1.1`, `host: ${host}`, ...head.slice(1)],
          ...more,
        })
      const post = ['POST /api/reservations/', 'content-type: application/json']
      const bookings = (pauseMs: number, price: string) =>
        Array.from({ length: Math.ceil((seconds * 1000) / pauseMs) }, (_, number) =>
          JSON.stringify({
            event,
            email: `${price.slice(-4)}-${number}@example.org`,
            prices: [{ uuid: price, qty: 1 }],
          }),
        )
      const page = (path: string, ...headers: string[]) => [`GET ${path}`, 'accept: text/html', ...headers]
      const loads: Readonly<Record<string, Promise<LoadResult>>> = {
        scans: at(
          `${hall.slug}.localhost:${service.port}`,
          50,
          ['POST /scan/ticket/', 'content-type: application/json', `authorization: Api-Key ${hall.device.key}`],
          { connections: 4, bodies: await scanBodies(service, hall, 0), expected: '"success":true' },
        ),
        'mailed bookings': at(shop.host, 500, [...post, key], { bodies: bookings(500, free) }),
        'strangers’ bookings': at(shop.host, 200, post, { bodies: bookings(200, paid) }),
        'product list': at(shop.host, 20, ['GET /api/products/', 'accept-encoding: gzip']),
        'shared page': at(shop.host, 20, page('/', 'accept-encoding: gzip')),
        'page with a cookie': at(shop.host, 50, page('/', 'cookie: guichet-known=1')),
        'sign-in page': at(shop.host, 100, page('/sign-in/')),
        'tickets as PDF': at(shop.host, 2000, [`GET /api/reservations/${booked}/tickets.pdf`, key]),
        'a hundred bookings': at(shop.host, 1000, ['GET /api/reservations/?limit=100', key]),
      }
      const byMinute: Memory[][] = []
      const ended = Promise.all(Object.values(loads))
      for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
        await delay(sampleMs)
        const minute = Math.floor((seconds * 1000 - (until - performance.now())) / 60_000)
        // What makes documents is started when it is needed.
        const [main = 0, ...others] = service.memory()
        const sample = { main, others: others.reduce((sum, mb) => sum + mb, 0) }
        byMinute[minute] = [...(byMinute[minute] ?? []), sample]
      }
      await ended
      const memories = byMinute.filter((samples) => samples.length > 2).map(medianOf)
      const last = memories.at(-1)?.main ?? 0
      const measures: Measure[] = [
        { name: 'the first minute', value: said(memories[0]), target: null },
        ...[0.25, 0.5, 0.75].map((part) => {
          const minute = Math.floor(memories.length * part)
          return { name: `minute ${minute + 1}`, value: said(memories[minute]), target: null }
        }),
        {
          name: `the last of ${length} minutes`,
          value: said(memories.at(-1)),
          target: { text: `≤ ${mostMb} MB`, reached: last <= mostMb },
        },
      ]
      const figures = await Promise.all(
        Object.entries(loads).map(async ([name, load]) => {
          const result = await load
          return {
            name,
            load: result,
            memoryMb: [],
            limitPerSecond: null,
            targets: [{ text: 'no errors', reached: result.errors === 0 }],
          }
        }),
      )
      return [...figures, ...measures]
    } finally {
      await service.stop()
    }
  },
}

/** In MB: of the process that answers, and of those beside it that make documents. */
type Memory = { readonly main: number; readonly others: number }

function medianOf(samples: readonly Memory[]): Memory {
  return { main: median(samples.map(({ main }) => main)), others: median(samples.map(({ others }) => others)) }
}

function said(memory: Memory | undefined): string {
  return memory === undefined ? '–' : `${memory.main} MB, and ${memory.others} MB for documents`
}
