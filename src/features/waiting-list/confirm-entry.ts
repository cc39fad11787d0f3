import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type EntryLink, openEntry } from './open-entry.ts'
import { holdAwaitedEvent, markConfirmed } from './waiting-list.queries.ts'

/**
 * Confirms an entry: the person who has the mail is in line from now on, by the moment at which they joined (ADR 0083), and is
 * offered what is free. A second time changes nothing, and neither does one that comes too late: its page says so.
 *
 * @throws AppError not_found (as openEntry); not_on_sale (it has begun, is cancelled, or no longer sold)
 */
export async function confirmEntry(
  deps: BasicDeps<'secrets' | 'enqueue'>,
  tenant: Tenant,
  link: EntryLink,
): Promise<void> {
  const entry = await openEntry(deps, tenant, link)
  if (entry?.status !== 'unconfirmed') return
  const { id, eventId } = entry
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const event = await holdAwaitedEvent(tx, eventId)
    if (!event || event.startsAt <= now || event.cancelledAt !== null || entry.isUnsold)
      throw new AppError('not_on_sale')
    if (await markConfirmed(tx, id, now)) await deps.enqueue(tx, { name: 'offer_places', tenantId: tenant.id, eventId })
  })
}
