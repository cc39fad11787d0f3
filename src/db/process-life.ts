import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { TenantTx } from './database.ts'

/** The first number of the two-number locks by which a process is known to live: any that nothing else here takes. */
const lifeLocks = 4_815

/** A number for the lock that a process holds on a connection as long as that lives. */
export function newLife(): number {
  return randomInt(2 ** 31 - 1)
}

export function holdLife(life: number): string {
  return `select pg_advisory_lock(${lifeLocks}, ${life})`
}

/** Tells whether the process of that number lives: its connections end with it. Shared: all who ask at the same moment hear the same. */
export async function isProcessAlive(tx: TenantTx, life: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lifeLocks}::int, ${life}::int) as free`.execute(tx)
  return rows[0]?.free !== true
}
