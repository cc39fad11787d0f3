import { sql } from 'kysely'
import type { ServerTx } from './database.ts'

/** Any number that nothing else on this database takes. */
const serviceLock = 4_815_162_343

/**
 * Every process of the service holds this lock, shared, on the connection of its change feed as long as it lives, from
 * before it checks the secret. So whoever finds it free knows that none runs, and that one that starts waits.
 */
export const holdServiceLock = `select pg_advisory_lock_shared(${serviceLock})`

/** When false, no process starts either until the caller's transaction has ended. */
export async function isServiceRunning(tx: ServerTx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${serviceLock}::bigint) as free`.execute(tx)
  return rows[0]?.free !== true
}
