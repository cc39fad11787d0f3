import type { Pool } from 'pg'

/**
 * What was noted by a clock that has been put back since: when the clock last started something, before which it starts nothing,
 * jobs that were asked for at a time that is still to come, and what the clock started at such a time (the database may be on a
 * machine whose clock was right). Those run now, those that rested after a failure among them.
 */
export async function clearLaterTimes(pool: Pool): Promise<void> {
  await pool.query('update graphile_worker._private_known_crontabs set last_execution = $1 where last_execution > $1', [
    new Date(),
  ])
  await pool.query(`update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and locked_at is null
      and (created_at > now() or (attempts = 0 and payload ->> '_cron' is not null))`)
}
