import { serverSide, type TenantTx } from '../../db/database.ts'
import { amountText } from '../../lib/format.ts'
import type { TellDeps } from '../deps.ts'
import type { WrittenMail } from '../mail/letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type BookingWords, bookingWords } from '../reservation/booking-words.ts'
import type { RefundNotice } from '../reservation/refund-notice.ts'
import { lockReservation, type Reservation } from '../reservation/reservation.queries.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { findReceipt, hasMailWith, listReceiptNumbers } from './receipt.queries.ts'
import { receiptLetter, refundLetter } from './mail-texts.ts'
import { findRefund, type Refund } from './refund.queries.ts'

/** Writes the mail with a receipt, once, to the booker, unless they asked not to be mailed. */
export async function mailReceipt(deps: TellDeps, tenantId: string, receiptId: string): Promise<void> {
  await deps.database.asTenant(tenantId, async (tx) => {
    const receipt = await findReceipt(tx, receiptId)
    if (!receipt || (await hasMailWith(tx, receiptId))) return
    await tellPayer(deps, tx, receipt.reservationId, receiptId, ({ language }, words) =>
      receiptLetter(language, {
        ...booked(words),
        number: receipt.number,
        amount: amountText(receipt.amountMinor, receipt.currency, language),
      }),
    )
  })
}

/** Writes the mail of a refund, once, with its credit note where there is one. */
export async function mailRefund(deps: TellDeps, tenantId: string, refundId: string): Promise<void> {
  await deps.database.asTenant(tenantId, async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (!refund) return
    const notes = await listReceiptNumbers(tx, [refund.reservationId])
    const documentId = notes.find((note) => note.refundId === refundId)?.id ?? refundId
    if (await hasMailWith(tx, documentId)) return
    await tellPayer(deps, tx, refund.reservationId, documentId, ({ language }, words) =>
      refundLetter(language, {
        ...booked(words),
        amount: amountText(refund.amountMinor, refund.currency, language),
        because: refund.because,
        way: wayOf(refund),
      }),
    )
  })
}

export function wayOf({ method, handedOverAt }: Pick<Refund, 'method' | 'handedOverAt'>): RefundNotice['way'] {
  if (handedOverAt !== null) return 'handed_over'
  return method === 'online' ? 'online' : 'desk'
}

function booked({ event, reference, url }: BookingWords) {
  return { eventName: event.name, reference, url }
}

async function tellPayer(
  deps: TellDeps,
  tx: TenantTx,
  reservationId: string,
  documentId: string,
  write: (reservation: Reservation, words: BookingWords) => WrittenMail,
): Promise<void> {
  // Locked: an erasure of its booker meanwhile comes after, and deletes this mail too.
  const reservation = await lockReservation(tx, reservationId)
  const tenant = await findTenantById(serverSide(tx), tx.tenantId)
  if (!tenant || !reservation?.toMail || reservation.bookerEmail === '') return
  const mail = write(reservation, await bookingWords(deps, tx, tenant, reservation))
  await queueMail(deps, tx, { ...mail, recipient: reservation.bookerEmail, reservationId, documentId })
}
