import type { Bench, Measure } from './lib/figures.ts'
import { openHall, scanBodies, scanHead } from './lib/hall.ts'
import { runLoad } from './lib/load.ts'
import { startService } from './lib/service.ts'

const ticketCount = 20_000
const phones = 32
const leastShare = 0.8
const mostMs = 50

/** The door right after the sale on a new server, before anybody has counted what the tables hold (ADR 0211). */
export const firstMinuteBench: Bench = {
  name: 'The first minute',
  notes: [
    `${ticketCount.toLocaleString('en')} tickets of a new server, ${phones} keep-alive connections, two web processes, each ticket once. Without statistics: nothing was analysed, and autovacuum is off.`,
    'Each state on a server of its own, one after the other; the first two seconds of each, during which everything is asked for the first time, are in it.',
  ],
  async run(log, { quick }) {
    const measure = async (isFresh: boolean) => {
      const service = await startService({ PROCESSES: '2' })
      try {
        const hall = await openHall(service, { tickets: ticketCount, events: 1, log, isFresh })
        const load = await runLoad({
          port: service.port,
          connections: phones,
          bodies: await scanBodies(service, hall, 0),
          head: scanHead(service, hall),
          seconds: quick ? 1 : 2,
          expected: '"success":true',
        })
        log(
          `${isFresh ? 'without' : 'with'} statistics: ${load.perSecond.toFixed(0)}/s, p99 ${load.p99Ms.toFixed(1)} ms`,
        )
        return load
      } finally {
        await service.stop()
      }
    }
    const [counted, fresh] = [await measure(false), await measure(true)]
    const share = fresh.perSecond / counted.perSecond
    const said = `${fresh.perSecond.toFixed(0)}/s, p50 ${fresh.p50Ms.toFixed(1)} ms, p99 ${fresh.p99Ms.toFixed(1)} ms; with statistics ${counted.perSecond.toFixed(0)}/s, p99 ${counted.p99Ms.toFixed(1)} ms`
    const measures: readonly Measure[] = [
      {
        name: 'scans without statistics',
        value: said,
        target: {
          text: `≥ ${leastShare} of those with, p99 < ${mostMs} ms`,
          reached: share >= leastShare && fresh.p99Ms < mostMs && fresh.errors === 0,
        },
      },
    ]
    return measures
  },
}
