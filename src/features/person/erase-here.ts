import { serverSide, type TenantTx } from '../../db/database.ts'
import { eraseSignIns } from '../account/erase-account.ts'
import { eraseFromAudit } from '../audit/audit.queries.ts'
import { erasePurseHolder } from '../card/erase-holder.queries.ts'
import { eraseChoices } from '../export/export-choice.queries.ts'
import { eraseGuests } from '../guest-list/guest-list.queries.ts'
import { deleteFilesOf } from '../import/import.queries.ts'
import { eraseMailsTo } from '../mail/erase-mails.ts'
import { deleteObjection } from '../mail/objection.queries.ts'
import { eraseMember } from '../membership/membership.queries.ts'
import { forgetAnswers } from '../request/idempotency.queries.ts'
import { eraseBooker, eraseUnaddressedBooker } from '../reservation/erase-booker.queries.ts'
import { deleteInvitationTo } from '../team/invitation.queries.ts'
import { eraseFilters } from '../team/list-filter.queries.ts'
import { eraseSubject } from '../team/sign-in-provider.queries.ts'
import { eraseTenantRequests } from '../tenant/tenant-request.queries.ts'
import { eraseGivenTickets, eraseHolders, lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { eraseEntries } from '../waiting-list/waiting-list.queries.ts'

export type ErasedHere = {
  /** The ids of what had the person's address or name. */
  readonly reservationIds: readonly string[]
  readonly ticketIds: readonly string[]
  readonly membershipIds: readonly string[]
  /** How many others: files to be imported, values of the log, money for a card, an invitation, what was chosen of a list, an objection, ways to sign in. */
  readonly others: number
  /** The ids by which copies of mails outside the database are found (`Mailer.discard`). */
  readonly mailIds: readonly string[]
}

/** Erases everything that a tenant keeps of a person, by their normalised address, the same for every caller (ADR 0081). */
export async function eraseHere(tx: TenantTx, email: string, now: Date): Promise<ErasedHere> {
  // First, so that an offer under way is waited for: it writes a reservation under the lock of its entry.
  await eraseEntries(tx, email)
  const reservationIds = await eraseBooker(tx, email)
  const booked = await eraseBooked(tx, reservationIds)
  const given = await eraseGivenTickets(tx, email)
  const membershipIds = await eraseMember(tx, email, now)
  const purses = await erasePurseHolder(tx, email)
  const invitations = await deleteInvitationTo(tx, email)
  const ticketIds = [...booked, ...given]
  const subjectIds = [...reservationIds, ...ticketIds, ...membershipIds]
  const noted = await eraseFromAudit(tx, { email, subjectIds })
  const choices = (await eraseChoices(tx, email)) + (await eraseFilters(tx, email))
  const signIns = await eraseSignIns(serverSide(tx), tx.tenantId, email)
  const subjects = await eraseSubject(tx, email)
  const objections = await deleteObjection(tx, email)
  const requests = await eraseTenantRequests(serverSide(tx), tx.tenantId, email)
  const files = await deleteFilesOf(tx, email)
  await forgetAnswers(tx, [email, ...subjectIds])
  return {
    reservationIds,
    ticketIds,
    membershipIds,
    others: files + purses + invitations + noted + choices + objections + signIns + subjects + requests,
    mailIds: await eraseMailsTo(tx, email, reservationIds),
  }
}

/** Whether there was anything of the person. Places they waited for are the caller's to count (`removeEntriesOf`). */
export function isAnything({ others, mailIds, ...ids }: ErasedHere): boolean {
  const { reservationIds, ticketIds, membershipIds } = ids
  return others > 0 || [mailIds, reservationIds, ticketIds, membershipIds].some(({ length }) => length > 0)
}

/** As `eraseHere`, for somebody who gave no address: there is only this booking, which the caller has locked. */
export async function eraseUnaddressed(tx: TenantTx, reservationId: string): Promise<ErasedHere> {
  const reservationIds = [reservationId]
  await eraseUnaddressedBooker(tx, reservationId)
  const ticketIds = await eraseBooked(tx, reservationIds)
  const subjectIds = [reservationId, ...ticketIds]
  const others = await eraseFromAudit(tx, { email: null, subjectIds })
  await forgetAnswers(tx, subjectIds)
  return { reservationIds, ticketIds, membershipIds: [], others, mailIds: await eraseMailsTo(tx, null, reservationIds) }
}

/** Erases the people of some bookings. Returns the ids of their tickets. */
async function eraseBooked(tx: TenantTx, reservationIds: readonly string[]): Promise<readonly string[]> {
  if (reservationIds.length === 0) return []
  const tickets = await lockTickets(tx, reservationIds)
  await eraseHolders(tx, reservationIds)
  await eraseGuests(tx, reservationIds)
  return tickets.map(({ id }) => id)
}
