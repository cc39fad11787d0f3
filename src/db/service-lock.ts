import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { ServerTx, TenantTx } from './database.ts'

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

/** Of locks with two numbers, the first of those by which a process is known to live. */
const lifeLocks = 4_815

/** A number of this process's own, for the lock that it holds on the same connection. */
export function newLife(): number {
  return randomInt(2 ** 31 - 1)
}

export function holdLife(life: number): string {
  return `select pg_advisory_lock(${lifeLocks}, ${life})`
}

/** Whether the process of that number lives: its connections end with it. Shared: whoever asks at the same moment hears the same. */
export async function isProcessAlive(tx: TenantTx, life: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lifeLocks}::int, ${life}::int) as free`.execute(tx)
  return rows[0]?.free !== true
}
