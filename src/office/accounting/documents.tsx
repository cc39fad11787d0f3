import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countDocuments, documentOrders, listDocuments } from '../../features/accounting/accounting.queries.ts'
import { periodText } from '../../features/accounting/period-text.ts'
import { at, paths } from '../../lib/paths.ts'
import { closingTexts } from '../../messages/documents/closing.ts'
import { boundsOf, readPeriod } from '../../features/accounting/period.ts'
import { makeReceiptDocument } from '../../features/payment/make-receipt-document.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, numberText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { sendDocument } from '../../http/send-document.ts'
import { listPage } from '../kit/list-page.tsx'
import type { Column } from '../kit/table.tsx'

/** Registers the receipts and credit notes that the books of a period are made from. */
export function registerDocumentPages(app: FastifyInstance, context: Context): void {
  const access = staff('money')

  listPage(app, context, {
    url: paths.receipts,
    access,
    area: 'accounting',
    narrow: { from: Type.Optional(TextQuery), to: Type.Optional(TextQuery) },
    sorts: { by: documentOrders, usual: 'number' },
    read: ({ request: { tenant } }, { text, ...page }, narrowed) => {
      const period = readPeriod(narrowed, context.now(), tenant.timeZone)
      const within = boundsOf(period, tenant.timeZone)
      return context.database.asTenant(tenant.id, async (tx) => {
        const rows = await listDocuments(tx, { ...within, ...page })
        return { period, rows, count: await countDocuments(tx, within) }
      })
    },
    show: ({ asked: { request }, found: { period, count } }) => {
      const { tenant, actor, language } = request
      const words = accountingTexts[language].documents
      return {
        title: words.title,
        sums: [[words.title, numberText(count, language)]],
        empty: words.none,
        kept: period,
        head: (
          <p>
            {periodText(period, language)} · <a href={at(paths.accounting, {}, period)}>{words.back}</a>
          </p>
        ),
        columns: columnsOf(hasStaffPermission(actor, tenant, 'reservations'), language),
      }
    },
  })

  page(app, {
    method: 'GET',
    url: paths.receiptPdf,
    access,
    params: UuidParams,
    handler: async ({ tenant, language, params, reply }) =>
      sendDocument(reply, await makeReceiptDocument(context, tenant.id, params.uuid, language)),
  })
}

type Document = Awaited<ReturnType<typeof listDocuments>>[number]

function columnsOf(
  opensReservations: boolean,
  language: Language,
): readonly Column<Document, keyof typeof documentOrders>[] {
  const words = accountingTexts[language].documents
  return [
    {
      name: words.number,
      sort: 'number',
      show: ({ id, number, kind }) => (
        <a href={at(paths.receiptPdf, { uuid: id })}>
          {words.kinds[kind]} {number}
        </a>
      ),
    },
    { name: words.when, bare: true, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      name: accountingTexts[language].method,
      show: ({ method }) => (method === 'free' ? null : closingTexts[language].methods[method]),
    },
    {
      name: words.booking,
      show: ({ reservationId }) => {
        const reference = <code>{shortReference(reservationId)}</code>
        return opensReservations ? <a href={at(paths.reservation, { uuid: reservationId })}>{reference}</a> : reference
      },
    },
    {
      name: words.amount,
      sort: 'amount',
      figures: true,
      show: ({ kind, amountMinor, currency }) =>
        amountText(kind === 'receipt' ? amountMinor : -amountMinor, currency, language),
    },
  ]
}
