import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { momentText } from '../../lib/format.ts'
import { theServer } from '../account/actor.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { canExpire } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { removedLetter } from '../waiting-list/mail-texts.ts'
import { deleteEntry, findEntryView, type WaitingEntryView } from '../waiting-list/waiting-list.queries.ts'
import { cancelWithRefund } from './cancel-with-refund.ts'

type RemoveDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'secrets' | 'urls'>

/**
 * The organisation takes somebody off a waiting list, and tells them when they waited. An offer that nobody has taken is
 * withdrawn: its places go to the next in line, and can no longer be paid for online. What was taken stays booked.
 *
 * @throws AppError not_found
 */
export async function removeWaitingEntry(deps: RemoveDeps, tenant: Tenant, id: string): Promise<void> {
  const entry = await deps.database.asTenant(tenant.id, (tx) => findEntryView(tx, id))
  if (!entry) throw new AppError('not_found')
  const isRemoved = isOpenOffer(entry)
    ? await withdrawOffer(deps, tenant, entry, entry.reservationId)
    : await deps.database.asTenant(tenant.id, async (tx) => {
        if (!(await deleteEntry(tx, entry))) return false
        if (entry.status === 'waiting') await tellRemoved(deps, tx, tenant, entry)
        return true
      })
  // It moved between the look and the lock, as by being offered something: the second time it is found so.
  if (!isRemoved) await removeWaitingEntry(deps, tenant, id)
}

function isOpenOffer(
  entry: WaitingEntryView,
): entry is WaitingEntryView & { readonly reservationId: string } {
  const { status, reservationId, reservationStatus } = entry
  return (
    status === 'offered' &&
    reservationId !== null &&
    reservationStatus !== null &&
    canExpire(reservationStatus)
  )
}

/** False: it was taken, or has ended, meanwhile. Whoever takes it marks the entry under the lock of the reservation too. */
async function withdrawOffer(
  deps: RemoveDeps,
  tenant: Tenant,
  entry: WaitingEntryView,
  reservationId: string,
): Promise<boolean> {
  const all = { insist: false, ticketIds: null }
  try {
    await cancelWithRefund(deps, tenant, theServer, reservationId, all, {
      async admit(tx, { status }) {
        if (!canExpire(status) || !(await deleteEntry(tx, entry))) throw new AppError('invalid_transition')
      },
      tell: (tx) => tellRemoved(deps, tx, tenant, entry),
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid_transition')) throw error
    return false
  }
}

async function tellRemoved(
  deps: RemoveDeps,
  tx: TenantTx,
  { timeZone }: Tenant,
  { eventName, startsAt, status, email, language }: WaitingEntryView,
): Promise<void> {
  const when = momentText({ at: startsAt, timeZone, language, now: deps.now() })
  const letter = removedLetter(language, {
    event: { name: eventName, when },
    hadOffer: status === 'offered',
  })
  await queueMail(deps, tx, { ...letter, recipient: email })
}
