import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntryView, type WaitingEntryView } from './entry-view.queries.ts'
import { isWaitingProof } from './waiting-proof.ts'

export type EntryLink = { readonly id: string; readonly proof: string }

/**
 * Finds the entry behind the link in the mails of a waiting list. Looking changes nothing: mail scanners follow links. Null: it is
 * not on the list any more, or was not confirmed in time.
 *
 * @throws AppError not_found for anyone without the link
 */
export async function openEntry(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  { id, proof }: EntryLink,
): Promise<WaitingEntryView | null> {
  if (!isWaitingProof(deps, tenant.id, { id, proof })) throw new AppError('not_found')
  const now = deps.now()
  const entry = await deps.database.asTenant(tenant.id, (tx) => findEntryView(tx, id, now))
  const hasLapsed = entry?.confirmUntil != null && entry.confirmUntil <= now
  return hasLapsed ? null : entry
}
