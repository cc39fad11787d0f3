import type { Pool } from 'pg'

/**
 * What was noted by a clock that has been put back since: when the clock last started something, before which it starts nothing,
 * and jobs that were asked for at a time that is still to come. Those run now, those that rested after a failure among them.
 */
export async function forgetLaterTimes(pool: Pool): Promise<void> {
  await pool.query(
    'update graphile_worker._private_known_crontabs set last_execution = $1 where last_execution > $1',
    [new Date()],
  )
  await pool.query(`update graphile_worker._private_jobs set run_at = now()
    where created_at > now() and run_at > now() and locked_at is null`)
}
