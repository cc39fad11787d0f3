import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import type { Deps, TellDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntryView } from '../waiting-list/entry-view.queries.ts'
import { awaitedPostponedLetter } from '../waiting-list/mail-texts.ts'
import { listWaitingAfter } from '../waiting-list/waiting-list.queries.ts'
import { waitingPath } from '../waiting-list/waiting-proof.ts'
import { type EventNotice, findNotice, noteWaitingTold } from './event-notice.queries.ts'

const mostAtOnce = 50

/**
 * Tells everybody who waits for an event that it has another date, one after the other by id; they go on waiting. The mail and the
 * note of how far this has come are one transaction: a job that is killed goes on where it was, and of two at once the second
 * finds each told. People who joined since have seen the new date.
 */
export async function tellWaitingList(deps: TellDeps, tenant: Tenant, noticeId: string): Promise<void> {
  for (;;) {
    const next = await deps.database.asTenant(tenant.id, async (tx) => {
      const notice = await findNotice(tx, noticeId)
      if (!notice) return null
      const { eventId, createdAt: until, waitingToldUntil: after } = notice
      return { notice, waiting: await listWaitingAfter(tx, { eventId, until, after }, mostAtOnce) }
    })
    if (!next || next.waiting.length === 0) return
    for (const { id } of next.waiting)
      await deps.database.asTenant(tenant.id, async (tx) => {
        if (!(await noteWaitingTold(tx, noticeId, id))) return
        const url = deps.urls.base(tenant.host) + waitingPath(deps, tenant.id, id)
        await tellAwaitedPostponed(deps, tx, tenant, next.notice, { entryId: id, status: 'waiting', url })
      })
  }
}

/** Tells somebody on the list, unless they have moved on, that what they wait for, or were offered, has another date. */
export async function tellAwaitedPostponed(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  { timeZone }: Tenant,
  { reason }: EventNotice,
  { entryId, status, url }: { readonly entryId: string; readonly status: 'waiting' | 'offered'; readonly url: string },
): Promise<void> {
  const entry = await findEntryView(tx, entryId, deps.now())
  if (entry?.status !== status) return
  const { eventName, startsAt, heldUntil, language, email } = entry
  const moment = (at: Date) => momentText({ at, timeZone, language, now: deps.now() })
  const letter = awaitedPostponedLetter(language, {
    event: { name: eventName, when: moment(startsAt) },
    heldUntil: heldUntil && moment(heldUntil),
    reason,
    url,
  })
  await queueMail(deps, tx, { ...letter, recipient: email })
}
