import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type EntryLink, openEntry } from './open-entry.ts'
import { markEntry } from './waiting-list.queries.ts'

/**
 * Leaves the waiting list. Places that are held for the person are released on the page of that booking.
 *
 * @throws AppError as openEntry
 */
export async function leaveWaitingList(deps: BasicDeps<'secrets'>, tenant: Tenant, link: EntryLink): Promise<void> {
  const entry = await openEntry(deps, tenant, link)
  if (entry) await deps.database.asTenant(tenant.id, (tx) => markEntry(tx, entry.id, 'waiting', { status: 'left' }))
}
