import { serverSide } from '../../db/database.ts'
import type { ReceiptPage } from '../../integrations/documents/receipt-pages.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import { amountText, dayText } from '../../lib/format.ts'
import { nilUuid, shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { sandboxTexts } from '../../messages/interface/sandbox.ts'
import { receiptTexts } from '../../messages/documents/receipt.ts'
import type { Deps } from '../deps.ts'
import { mentionsOf } from '../mail/sender.ts'
import { findBookedEvent, findReservation } from '../reservation/reservation.queries.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findPayment } from './payment.queries.ts'
import { findReceipt, listReceiptNumbers, type Receipt } from './receipt.queries.ts'

type Facts = {
  readonly receipt: Receipt
  readonly tenant: Tenant
  /** The event; null when there is none. */
  readonly eventName: string | null
  readonly bookerEmail: string
  readonly method: string
  /** The number of the receipt that a credit note corrects. */
  readonly corrected: number | null
}

/** A receipt or credit note as a PDF, as it was issued; the buyer is named as the booking still names them. Null: unknown. */
export async function makeReceiptDocument(
  deps: Pick<Deps, 'database' | 'documents'>,
  tenantId: string,
  receiptId: string,
  language: Language,
): Promise<Attachment | null> {
  const facts = await findFacts(deps, tenantId, receiptId)
  if (!facts) return null
  const { receipt } = facts
  const texts = receiptTexts[language]
  const title = texts.title(receipt)
  const info = { title, author: receipt.seller.organisation, language, createdAt: receipt.createdAt }
  return {
    filename: `${texts.fileName(receipt)}.pdf`,
    contentType: 'application/pdf',
    content: await deps.documents.receipt(tenantId, info, facts.tenant, pageOf(facts, language)),
  }
}

async function findFacts(
  { database }: Pick<Deps, 'database'>,
  tenantId: string,
  receiptId: string,
): Promise<Facts | null> {
  return database.asTenant(tenantId, async (tx) => {
    const receipt = await findReceipt(tx, receiptId)
    const tenant = await findTenantById(serverSide(tx), tenantId)
    const payment = receipt && (await findPayment(tx, receipt.paymentId))
    const reservation = receipt && (await findReservation(tx, receipt.reservationId))
    if (!receipt || !tenant || !payment || !reservation) return null
    const numbers = await listReceiptNumbers(tx, [reservation.id])
    const first = numbers.find((other) => other.paymentId === payment.id && other.refundId === null)
    return {
      receipt,
      tenant,
      eventName: reservation.eventId === nilUuid ? null : (await findBookedEvent(tx, reservation)).name,
      bookerEmail: reservation.bookerEmail,
      method: payment.method,
      corrected: receipt.kind === 'credit_note' ? (first?.number ?? null) : null,
    }
  })
}

function pageOf(facts: Facts, language: Language): ReceiptPage {
  const { receipt, tenant, eventName, bookerEmail, method, corrected } = facts
  const texts = receiptTexts[language]
  const methods: Readonly<Record<string, string>> = texts.methods
  const amount = (minor: number) => amountText(minor, receipt.currency, language)
  return {
    title: texts.title(receipt),
    date: dayText({ at: receipt.createdAt, timeZone: tenant.timeZone, language, now: null }),
    mark: tenant.sandbox ? sandboxTexts[language].mark : null,
    accentColor: tenant.accentColor,
    seller: mentionsOf(receipt.seller),
    facts: [
      ...(bookerEmail === '' ? [] : [{ label: texts.buyer, value: bookerEmail }]),
      ...(eventName === null ? [] : [{ label: texts.event, value: eventName }]),
      { label: texts.booking, value: shortReference(receipt.reservationId) },
      corrected === null
        ? { label: texts.paid, value: methods[method] ?? method }
        : { label: texts.corrects, value: texts.title({ kind: 'receipt', number: corrected }) },
    ],
    columns: texts.columns,
    rows: receipt.lines.map(({ description, quantity, unitAmountMinor, discount }) => ({
      what: description,
      quantity: String(quantity),
      each: amount(unitAmountMinor),
      sum: amount(quantity * unitAmountMinor),
      note: discount === undefined ? null : texts.discount({ code: discount.code, each: amount(discount.unitMinor) }),
    })),
    total: { label: texts.total(receipt), sum: amount(receipt.amountMinor) },
    vat: receipt.vat.map(({ rateHundredths, netMinor, vatMinor }) =>
      rateHundredths === null
        ? { label: texts.noVat, sum: amount(netMinor) }
        : {
            label: texts.vat({ rate: rateOf(rateHundredths, language), net: amount(netMinor) }),
            sum: amount(vatMinor),
          },
    ),
    unprintable: texts.unprintable,
  }
}

/** "5.5" or "5,5" */
function rateOf(hundredths: number, language: Language): string {
  return new Intl.NumberFormat(language).format(hundredths / 100)
}
