import type { Figure, Log } from './figures.ts'
import { measureByTurns } from './interleaved.ts'
import type { LoadResult } from './load.ts'
import type { BenchService } from './service.ts'
import { prepareUpdateLimit } from './update-limit.ts'

/** What every bench of a hot write says of how it measures. */
export const hotWriteNotes = [
  'Limit: a bare prepared `UPDATE … RETURNING` by primary key on the same database, 32 clients (pgbench where it is installed).',
  'Two web processes; the database and the load generator share their two cores. Median of five runs, each after one of the limit.',
]

/**
 * Measures requests that write beside the least that a write costs, both in turns.
 *
 * @param load one run of `seconds`; rounds count from 0, which warms up
 * @param share what is aimed at, of the limit
 */
export async function measureHotWrite(
  service: BenchService,
  { log, quick }: { readonly log: Log; readonly quick: boolean },
  {
    name,
    share,
    load,
  }: {
    readonly name: string
    readonly share: number
    readonly load: (round: number, seconds: number) => Promise<LoadResult>
  },
): Promise<Figure> {
  const limit = await prepareUpdateLimit(service)
  log(`limit: ${limit.how}`)
  const seconds = quick ? 2 : 6
  const measured = await measureByTurns({
    rounds: quick ? 1 : 5,
    limit: () => limit.measure(seconds),
    load: (round) => load(round, seconds),
    log,
  })
  const reached = measured.load.perSecond / measured.limitPerSecond >= share
  return {
    name,
    load: measured.load,
    memoryMb: service.memory(),
    limitPerSecond: measured.limitPerSecond,
    targets: [{ text: `share ≥ ${share}`, reached }],
  }
}
