import { type Log, median, medianLoad } from './figures.ts'
import type { LoadResult } from './load.ts'

/**
 * A load and its limit by turns, so that whatever else the machine does falls on both alike. The first round warms both
 * up and does not count; the medians of the others do.
 */
export async function measureByTurns(plan: {
  readonly rounds: number
  readonly limit: (round: number) => Promise<number>
  readonly load: (round: number) => Promise<LoadResult>
  readonly log: Log
}): Promise<{ readonly load: LoadResult; readonly limitPerSecond: number }> {
  const limits: number[] = []
  const loads: LoadResult[] = []
  for (let round = 0; round <= plan.rounds; round++) {
    const limit = await plan.limit(round)
    const load = await plan.load(round)
    const rate = `${load.perSecond.toFixed(0)}/s of ${limit.toFixed(0)}/s`
    plan.log(`round ${round}: ${rate}, p99 ${load.p99Ms.toFixed(1)} ms, ${load.errors} errors`)
    if (load.firstError) plan.log(load.firstError)
    if (round === 0) continue
    limits.push(limit)
    loads.push(load)
  }
  return { load: medianLoad(loads), limitPerSecond: median(limits) }
}
