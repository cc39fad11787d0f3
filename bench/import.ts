import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench, Measure } from './lib/figures.ts'
import { forgetPeak, peakMb, residentMb } from './lib/processes.ts'
import { startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

const counts = { members: 5_000, events: 200, tickets: 30_000 }

/** An organisation that moves in, while a visitor looks at what is on sale. */
export const importBench: Bench = {
  name: 'Import',
  notes: [
    `${counts.members} memberships, ${counts.events} events and ${counts.tickets} tickets in 12,000 bookings, as CSV by the interface: sent, read and written, each timed until it has ended.`,
    'Again: the same files a second time, of which nothing is written.',
    'The longest answer: of GET /api/products/, asked for without pause meanwhile.',
    'Peak: of the resident memory of the service while the file is sent, read and written, as the kernel keeps it.',
  ],
  async run(log, { quick }) {
    const service = await startService({})
    try {
      const shop = await openShop(service)
      const share = quick ? 0.1 : 1
      const files = filesOf(share)
      const measures: Measure[] = []
      const [pid = 0] = service.pids()
      const beforeMb = residentMb(pid)
      measures.push({ name: 'memory before', value: `${beforeMb} MB`, target: null })
      for (const round of ['first', 'again']) {
        for (const [kind, content] of files) {
          forgetPeak(pid)
          const watch = watchAnswers(shop)
          const started = performance.now()
          const told = await bring(shop, kind, content)
          const seconds = ((performance.now() - started) / 1000).toFixed(1)
          const longestMs = Math.round(await watch.stop())
          const counted = `${told.taken} taken, ${told.known} known, ${told.refused} left out`
          const found = `${counted}; the longest answer took ${longestMs} ms; peak ${peakMb(pid)} MB`
          log(`${kind}, ${round}: ${seconds} s; ${found}`)
          const value = `${seconds} s (${found})`
          measures.push({ name: `${kind}, ${round}`, value, target: null })
        }
      }
      const memory = service.memory().map(Math.round).join(' + ')
      return [...measures, { name: 'memory afterwards', value: `${memory} MB`, target: null }]
    } finally {
      await service.stop()
    }
  },
}

function filesOf(share: number): readonly (readonly [kind: string, content: string])[] {
  const rows = (count: number) => Array.from({ length: Math.round(count * share) }, (_, index) => index)
  const lines = (header: string, body: readonly string[]) => [header, ...body].join('\n')
  const [ticket, membership] = [randomUUID(), randomUUID()]
  const events = rows(counts.events).map((index) => ({
    uuid: randomUUID(),
    day: new Date(Date.UTC(2025, 0, 1 + 4 * index)).toISOString().slice(0, 10),
  }))
  const bookings = rows(counts.tickets / 2.5).map(() => randomUUID())
  const products = [`${ticket};Billet;B;Plein tarif;12,50;`, `${membership};Adhésion;A;Annuelle;20;Y`]
  return [
    ['products', lines('uuid;name;categorie_article;prices.name;prices.prix;prices.subscription_type', products)],
    [
      'events',
      lines(
        'uuid;name;datetime',
        events.map(({ uuid, day }, at) => `${uuid};Soirée ${at};${day} 20:30`),
      ),
    ],
    [
      'members',
      lines(
        'email;number;first_name;last_name;product;valid_from;valid_until',
        rows(counts.members).map(
          (at) => `m${at}@members.test;${at + 1};Prénom ${at};Nom ${at};Adhésion;2026-01-01;2026-12-31`,
        ),
      ),
    ],
    [
      'tickets',
      lines(
        'uuid;reservation;user_mail;event;product;first_name;last_name;status;datetime',
        rows(counts.tickets).map((at) => {
          const booking = Math.floor(at / 2.5)
          const event = events[booking % events.length]?.uuid
          return `${randomUUID()};${bookings[booking]};b${booking}@bookers.test;${event};Billet;Prénom ${at};Nom ${at};K;2024-12-01 10:00`
        }),
      ),
    ],
  ]
}

type Told = { readonly taken: number; readonly known: number; readonly refused: number }

async function bring(shop: Shop, kind: string, content: string): Promise<Told> {
  const id = await shop.create('imports', { kind, content })
  await shop.create(`imports/${id}/run`, {})
  for (;;) {
    const file = (await shop.read(`imports/${id}`)) as Told & { readonly ended: string | null }
    if (file.ended !== null) return file
    await delay(20)
  }
}

/** Asks without pause, until it is stopped. */
function watchAnswers(shop: Shop) {
  let [longest, isOver] = [0, false]
  const asking = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await shop.read('products')
      longest = Math.max(longest, performance.now() - asked)
      await delay(5)
    }
  })()
  return {
    async stop() {
      isOver = true
      await asking
      return longest
    },
  }
}
