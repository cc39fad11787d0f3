import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import type { WrittenMail } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { bookingWords } from './booking-words.ts'
import type { BookedEvent } from './mail-texts.ts'
import type { Reservation } from './reservation.queries.ts'

/**
 * Mails people to whom tickets of a reservation were given, each once: they have nothing but their ticket, and nobody else tells them
 * what becomes of it (ADR 0084). Whether the booker wants mails does not matter for them.
 *
 * @param emails addresses that the tickets concerned were mailed to; null: only the booker had them
 */
export async function tellHolders(
  deps: Pick<Deps, 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
  {
    emails,
    write,
  }: { readonly emails: readonly (string | null)[]; readonly write: (event: BookedEvent) => WrittenMail },
): Promise<void> {
  const recipients = [...new Set(emails)].filter((email) => email !== null)
  if (recipients.length === 0) return
  const { event } = await bookingWords(deps, tx, tenant, reservation)
  for (const recipient of recipients)
    await queueMail(deps, tx, { ...write(event), recipient, reservationId: reservation.id })
}
