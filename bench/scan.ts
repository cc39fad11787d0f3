import type { Bench, Figure, Log, Measure } from './lib/figures.ts'
import { type Hall, openHall, scanBodies, scanHead } from './lib/hall.ts'
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
    share: 0.6,
    load: async (round, seconds) => scan(service, hall, await scanBodies(service, hall, round), seconds),
  })
  const quickEnough = { text: 'p99 < 20 ms', reached: figure.load.p99Ms < 20 }
  return { ...figure, targets: [...figure.targets, quickEnough] }
}

async function scanArchived(service: BenchService, hall: Hall): Promise<Measure> {
  await service.cli('device', 'archive', '--tenant', hall.slug, hall.device.id)
  const [body = ''] = await scanBodies(service, hall, eventCount - 1)
  const { byStatus, requests } = await scan(service, hall, Array(connections).fill(body), 10)
  const refused = byStatus[403] ?? 0
  return {
    name: 'archived device',
    value: `${refused} of ${requests} refused`,
    target: { text: 'all', reached: refused === requests && requests === connections },
  }
}

function scan(service: BenchService, hall: Hall, bodies: readonly string[], seconds: number): Promise<LoadResult> {
  return runLoad({
    port: service.port,
    connections,
    head: scanHead(service, hall),
    bodies,
    seconds,
    expected: '"success":true',
  })
}
