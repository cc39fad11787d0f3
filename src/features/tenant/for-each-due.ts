import type { BasicDeps, Deps } from '../deps.ts'
import { clearDue, type DueWork, listDueTenants, noteEverybodyDue } from './due-work.queries.ts'
import { forEachTenant } from './for-each-tenant.ts'

/**
 * Does the work for every tenant for which it is due, archived ones too, one by one; no other tenant is read, so that a thousand idle
 * ones cost nothing (ADR 0247). Where it fails it stays due.
 *
 * @param work returns whether something is left to do in a minute
 * @throws TenantsFailedError at the end, when it failed for any
 */
export async function forEachDue(
  { database, now }: BasicDeps,
  what: DueWork,
  work: (tenantId: string) => Promise<boolean>,
): Promise<void> {
  const until = now()
  await forEachTenant(await database.asServer((tx) => listDueTenants(tx, what, until)), async (tenantId) => {
    if (await work(tenantId)) return
    await database.asServer((tx) => clearDue(tx, what, tenantId, until))
  })
}

/** Makes everybody due at night, in case anything was missed: a row that somebody deleted, a clock that was wrong, a restored backup. */
export async function lookAtEverybody({ database }: Pick<Deps, 'database'>): Promise<void> {
  await database.asServer(noteEverybodyDue)
}
