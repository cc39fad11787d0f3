import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { deleteRows } from '../../db/rows.ts'
import type { MailKind } from './mail.ts'

/** The mails of a booking that go to the people its tickets were given to, not to the booker. */
const holderKinds: readonly MailKind[] = ['ticket_given', 'given_ticket_cancelled', 'given_ticket_postponed']

/**
 * Erases every mail to a person, sent or not, and those of their bookings to an address that was put right since (ADR 0170).
 *
 * @param email null when the person has none
 * @returns the ids of the mails, by which copies outside the database are found
 */
export async function eraseMailsTo(
  tx: TenantTx,
  email: string | null,
  reservationIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await deleteRows(tx, 'mail')
    .where((where) =>
      where.or([
        ...(email === null ? [] : [where('recipient', '=', email)]),
        ...(reservationIds.length === 0
          ? []
          : [
              where.and([
                isAmong('reservationId', reservationIds),
                where.or([
                  where('kind', 'not in', holderKinds),
                  // It names who gave the ticket. One that still waits brings somebody their ticket.
                  where.and([where('kind', '=', 'ticket_given'), where('status', '<>', 'queued')]),
                ]),
              ]),
            ]),
      ]),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
