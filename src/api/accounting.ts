import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { countDocuments, type ListedDocument, listDocuments } from '../features/accounting/accounting.queries.ts'
import { makeClosingDocument } from '../features/accounting/make-closing-document.ts'
import { readAccounting, readBooksOf } from '../features/accounting/read-accounting.ts'
import { makeReceiptDocument } from '../features/payment/make-receipt-document.ts'
import { csvForms } from '../lib/csv.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { sendDocument } from '../http/send-document.ts'
import { sendFiguresSheet, sendFiguresTable } from '../http/send-figures.ts'
import { AcceptLanguage, BeforeQuery, EnumIn, largestInteger, UuidIn } from '../http/wire/schemas.ts'
import { books, receipt } from './accounting-wire.ts'
import { collection } from './collection.ts'
import { DayIn } from './day-wire.ts'
import { FileOut } from './file-wire.ts'
import { firstEnd, type ListKeys, listOffer, type Narrowing, usualBatchRows } from './list-offer.ts'

const BooksQuery = Type.Object({ from: Type.Optional(DayIn), to: Type.Optional(DayIn), event: Type.Optional(UuidIn) })
const InWords = Type.Object({ 'Accept-Language': AcceptLanguage })
const inDays =
  '`from` and `to` are days, both included, 550 at most: one day without `to`, this month without either. `event`: its bookings alone, and without days all of them so far, however many days.'

const byNumber: ListKeys<ListedDocument> = {
  of: ({ number }) => [String(number)],
  // All of one length, so that one that was cut short is none.
  toText: ([number = '']) => number.padStart(10, '0'),
  fromText: (text) => (/^\d{10}$/.test(text) && Number(text) <= largestInteger ? [text] : null),
  batchRows: usualBatchRows,
}

const offer = listOffer({
  filters: { to: Type.Optional(BeforeQuery) },
  dates: 'was issued',
  sorts: { number: byNumber },
  usual: 'number',
})

const shared = { tag: 'Accounting', access: needs('reservation:read', 'money') } as const
const accounting = section({ ...shared, url: '/api/accounting/' })
const receipts = collection({ ...shared, url: '/api/receipts/', ...receipt })

/** The books, for the software of an accountant. Not in the interface (ADR 0190). */
export function registerAccounting(app: FastifyInstance, context: Context): void {
  accounting.register(app, context)
  receipts.register(app, context)
}

accounting.get('', {
  operationId: 'readAccounting',
  summary: 'Read the books of a period',
  description: `${inDays} By currency, that of the organisation first: what receipts say was \`sold\` and credit notes corrected (\`credited\`), by VAT rate, product, price and day, and what was \`received\` and refunded by method. \`running\`: it is not over, and its figures still grow; once it is, they never change. \`rate\` is a percentage, or \`NA\`. \`received\` is \`sold\` and \`unmatched\`, which pays for nothing and is refunded.`,
  query: BooksQuery,
  response: { 200: books.out },
  handler: async ({ context, tenant, query }) =>
    books.present(await readAccounting(context, tenant, await readBooksOf(context, tenant, query))),
})

accounting.get('closing.pdf', {
  operationId: 'downloadClosingReport',
  summary: 'The closing report of a period',
  description: `${inDays} Of a period that is over it is the same whenever it is made.`,
  headers: InWords,
  query: BooksQuery,
  response: { 200: FileOut('pdf') },
  handler: async ({ context, tenant, language, query, reply }) => {
    const of = await readBooksOf(context, tenant, query)
    return sendDocument(reply, await makeClosingDocument(context, tenant, of, language))
  },
})

accounting.get('figures.xlsx', {
  operationId: 'downloadAccountingSheet',
  summary: 'The books of a period, as a spreadsheet',
  description: inDays,
  headers: InWords,
  query: BooksQuery,
  response: { 200: FileOut('xlsx') },
  handler: async ({ context, tenant, language, query, reply }) =>
    sendFiguresSheet(context, { tenant, language, reply }, await readBooksOf(context, tenant, query)),
})

accounting.get('figures.csv', {
  operationId: 'downloadAccountingTable',
  summary: 'The books of a period, as a table',
  description: `${inDays} \`form\` says what separates columns; otherwise the language does.`,
  headers: InWords,
  query: Type.Object({ ...BooksQuery.properties, form: Type.Optional(EnumIn(csvForms)) }),
  response: { 200: FileOut('csv') },
  handler: async ({ context, tenant, language, query, reply }) =>
    sendFiguresTable(context, { tenant, language, reply }, await readBooksOf(context, tenant, query), query.form),
})

receipts.list({
  summary: 'List receipts and credit notes',
  description: 'Amounts of credit notes are below zero.',
  offer,
  rows: (page, call) => call.inTenant((tx) => listDocuments(tx, { ...page, ...boundsOf(call, page) })),
  count: (narrowing, call) => call.inTenant((tx) => countDocuments(tx, { ...narrowing, ...boundsOf(call, narrowing) })),
})

type Bounded = { readonly query: { readonly to?: string }; readonly tenant: { readonly timeZone: string } }

function boundsOf({ query, tenant }: Bounded, { from, until }: Narrowing) {
  return { from: from ?? null, until: firstEnd(until, query.to, tenant.timeZone) ?? null }
}

receipts.get(':uuid/document.pdf', {
  operationId: 'downloadReceipt',
  summary: 'A receipt or credit note, to print',
  headers: InWords,
  response: { 200: FileOut('pdf') },
  handler: async ({ context, id, tenant, language, reply }) => {
    return sendDocument(reply, await makeReceiptDocument(context, tenant.id, id, language))
  },
})
