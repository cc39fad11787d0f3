import type { TenantTx } from '../../db/database.ts'
import { AppError, isRefusal } from '../../errors.ts'
import { momentText } from '../../lib/format.ts'
import { type Actor, theServer } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { TellDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { canExpire, refusedMove } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findEntryView, type WaitingEntryView } from '../waiting-list/entry-view.queries.ts'
import { removedLetter } from '../waiting-list/mail-texts.ts'
import { deleteEntry, listEntryIdsOf } from '../waiting-list/waiting-list.queries.ts'
import { cancelWithRefund } from './cancel-with-refund.ts'

/**
 * Takes somebody off a waiting list for the organisation, and tells them if they were waiting. An offer that nobody has taken is
 * withdrawn: its places go to the next in line, and can no longer be paid for online. What was taken stays booked.
 *
 * @returns the id of the event
 * @throws AppError not_found
 */
export async function removeWaitingEntry(deps: TellDeps, tenant: Tenant, actor: Actor, id: string): Promise<string> {
  const eventId = await removeEntry(deps, tenant, id, async (tx, entry) => {
    await recordChange(tx, actor, deps.now(), 'event.waiting_removed', entry.eventId, {
      personal: [{ field: 'email', personEmail: entry.email, before: entry.email }],
    })
    if (entry.status === 'waiting' || isOpenOffer(entry)) await tellRemoved(deps, tx, tenant, entry)
  })
  if (eventId === null) throw new AppError('not_found')
  return eventId
}

/**
 * Takes a person who is to be erased off everything they wait for or were offered; nothing is mailed to them.
 *
 * @returns how many entries there were
 */
export async function removeEntriesOf(deps: TellDeps, tenant: Tenant, email: string): Promise<number> {
  const ids = await deps.database.asTenant(tenant.id, (tx) => listEntryIdsOf(tx, email))
  let removed = 0
  for (const id of ids) if ((await removeEntry(deps, tenant, id, async () => {})) !== null) removed++
  return removed
}

type Tell = (tx: TenantTx, entry: WaitingEntryView) => Promise<void>

/** The id of the event; null when there is no such entry. */
async function removeEntry(deps: TellDeps, tenant: Tenant, id: string, tell: Tell): Promise<string | null> {
  const entry = await deps.database.asTenant(tenant.id, (tx) => findEntryView(tx, id, deps.now()))
  if (!entry) return null
  const isRemoved = isOpenOffer(entry)
    ? await withdrawOffer(deps, tenant, entry, tell)
    : await deps.database.asTenant(tenant.id, async (tx) => {
        if (!(await deleteEntry(tx, entry))) return false
        await tell(tx, entry)
        return true
      })
  // It changed between the look and the lock, for instance by an offer: the second time it is found in that state.
  return isRemoved ? entry.eventId : removeEntry(deps, tenant, id, tell)
}

type OpenOffer = WaitingEntryView & { readonly reservationId: string }

function isOpenOffer(entry: WaitingEntryView): entry is OpenOffer {
  const { status, reservationId, reservationStatus } = entry
  return status === 'offered' && reservationId !== null && reservationStatus !== null && canExpire(reservationStatus)
}

/** Withdraws an offer. False: it was accepted or has ended meanwhile. Accepting marks the entry under the reservation's lock too. */
async function withdrawOffer(deps: TellDeps, tenant: Tenant, entry: OpenOffer, tell: Tell): Promise<boolean> {
  const all = { insist: false, ticketIds: null }
  try {
    await cancelWithRefund(deps, tenant, theServer, entry.reservationId, all, {
      async admit(tx, { status }) {
        if (!canExpire(status) || !(await deleteEntry(tx, entry))) throw refusedMove({ status })
      },
      tell: (tx) => tell(tx, entry),
    })
    return true
  } catch (error) {
    if (!isRefusal(error, 'invalid_transition')) throw error
    return false
  }
}

async function tellRemoved(
  deps: TellDeps,
  tx: TenantTx,
  { timeZone }: Tenant,
  { eventName, startsAt, status, email, language }: WaitingEntryView,
): Promise<void> {
  const when = momentText({ at: startsAt, timeZone, language, now: deps.now() })
  const letter = removedLetter(language, { event: { name: eventName, when }, hadOffer: status === 'offered' })
  await queueMail(deps, tx, { ...letter, recipient: email })
}
