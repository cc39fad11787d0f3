import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import type { Deps, EnqueueDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntryView } from '../waiting-list/entry-view.queries.ts'
import { awaitedCancelledLetter } from '../waiting-list/mail-texts.ts'
import { listWaitingFor, markEntry } from '../waiting-list/waiting-list.queries.ts'
import type { EventNotice } from './event-notice.queries.ts'

const mostAtOnce = 50

/**
 * Tells everybody who waits for an event that it is cancelled. Leaving the list and the mail are one transaction, so who
 * still waits is who is still to be told: a job that is killed goes on where it was, and of two at once neither tells twice.
 */
export async function closeWaitingList(deps: EnqueueDeps, tenant: Tenant, notice: EventNotice): Promise<void> {
  for (;;) {
    const waiting = await deps.database.asTenant(tenant.id, (tx) => listWaitingFor(tx, notice.eventId, mostAtOnce))
    if (waiting.length === 0) return
    for (const { id } of waiting)
      await deps.database.asTenant(tenant.id, async (tx) => {
        if (await markEntry(tx, id, 'waiting', { status: 'left' }))
          await tellAwaitedCancelled(deps, tx, tenant, notice, { entryId: id, hadOffer: false })
      })
  }
}

/** Tells somebody on the list that there is nothing to wait for, or that places are no longer held for them. */
export async function tellAwaitedCancelled(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  { timeZone }: Tenant,
  { reason }: EventNotice,
  { entryId, hadOffer }: { readonly entryId: string; readonly hadOffer: boolean },
): Promise<void> {
  const entry = await findEntryView(tx, entryId, deps.now())
  if (!entry) return
  const { eventName, startsAt, language, email } = entry
  const when = momentText({ at: startsAt, timeZone, language, now: deps.now() })
  const letter = awaitedCancelledLetter(language, { event: { name: eventName, when }, hadOffer, reason })
  await queueMail(deps, tx, { ...letter, recipient: email })
}
