import type { Bench, Figure, Log, Measure } from './lib/figures.ts'
import { type Hall, openHall } from './lib/hall.ts'
import { hotWriteNotes, measureHotWrite } from './lib/hot-write.ts'
import { type LoadResult, runLoad } from './lib/load.ts'
import { type BenchService, startService } from './lib/service.ts'

const ticketCount = 1_000_000
/** Tickets are scanned event by event, one event a run; one run cannot scan all of it. */
const eventCount = 10
const connections = 64

/** The door at its worst: everybody at once, each ticket once, with everything the interface asks for. */
export const scanBench: Bench = {
  name: 'Scanning',
  notes: [
    `${ticketCount.toLocaleString('en')} tickets, ${connections} keep-alive connections, each ticket once, real signatures, row-level security, scan log.`,
    ...hotWriteNotes,
    'Archived: a device that was scanning a moment before, over as many fresh connections, so that every process is asked.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '2' })
    try {
      const hall = await openHall(service, { tickets: ticketCount, events: eventCount, log })
      return [await measureScans(service, hall, { log, quick }), await scanArchived(service, hall)]
    } finally {
      await service.stop()
    }
  },
}

async function measureScans(
  service: BenchService,
  hall: Hall,
  how: { readonly log: Log; readonly quick: boolean },
): Promise<Figure> {
  const figure = await measureHotWrite(service, how, {
    name: 'scan',
    share: 0.45,
    load: async (round, seconds) => scan(service, hall, await qrBodies(service, hall, round), seconds),
  })
  const quickEnough = { text: 'p99 < 25 ms', reached: figure.load.p99Ms < 25 }
  return { ...figure, targets: [...figure.targets, quickEnough] }
}

async function scanArchived(service: BenchService, hall: Hall): Promise<Measure> {
  await service.cli('device', 'archive', '--tenant', hall.slug, hall.device.id)
  const [body = ''] = await qrBodies(service, hall, eventCount - 1)
  const { byStatus, requests } = await scan(service, hall, Array(connections).fill(body), 10)
  const refused = byStatus[403] ?? 0
  return {
    name: 'archived device',
    value: `${refused} of ${requests} refused`,
    target: { text: 'all', reached: refused === requests && requests === connections },
  }
}

function scan(
  service: BenchService,
  hall: Hall,
  bodies: readonly string[],
  seconds: number,
): Promise<LoadResult> {
  return runLoad({
    port: service.port,
    connections,
    head: [
      'POST /scan/ticket/ HTTP/1.1',
      `host: ${hall.slug}.localhost:${service.port}`,
      `authorization: Api-Key ${hall.device.key}`,
      'content-type: application/json',
    ],
    bodies,
    seconds,
    expected: '"success":true',
  })
}

async function qrBodies(service: BenchService, hall: Hall, round: number): Promise<readonly string[]> {
  const event = hall.eventIds[round] ?? ''
  const { tickets } = (await service.cli('ticket', 'qr', '--tenant', hall.slug, '--event', event)) as {
    tickets: { qrcode_data: string }[]
  }
  // Random ids in the order of their index would favour the database.
  return tickets
    .map((ticket) => ({ body: JSON.stringify({ qrcode_data: ticket.qrcode_data }), order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ body }) => body)
}
