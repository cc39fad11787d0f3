import { AppError } from '../../errors.ts'
import { isUuid } from '../../lib/text.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntry, markEntry, type WaitingEntry } from './waiting-list.queries.ts'
import { isWaitingProof } from './waiting-proof.ts'

type Link = { readonly id: string; readonly proof: string }

/** @throws AppError not_found for whoever does not have the link of the mail */
export async function getEntryToLeave(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
  { id, proof }: Link,
): Promise<WaitingEntry> {
  if (!isUuid(id) || !isWaitingProof(deps, tenant.id, { id, proof })) throw new AppError('not_found')
  const entry = await deps.database.asTenant(tenant.id, (tx) => findEntry(tx, id))
  if (!entry) throw new AppError('not_found')
  return entry
}

/**
 * Somebody waits no longer. Places that are held for them are given back on the page of that booking.
 *
 * @throws AppError not_found
 */
export async function leaveWaitingList(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
  link: Link,
): Promise<WaitingEntry> {
  const { id } = await getEntryToLeave(deps, tenant, link)
  await deps.database.asTenant(tenant.id, (tx) => markEntry(tx, id, 'waiting', { status: 'left' }))
  return getEntryToLeave(deps, tenant, link)
}
