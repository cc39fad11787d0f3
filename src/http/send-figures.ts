import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { figuresSheet } from '../features/accounting/figures.ts'
import { booksFileName } from '../features/accounting/period-text.ts'
import { type BooksOf, readAccounting } from '../features/accounting/read-accounting.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { byteOrderMark, type CsvForm, csvFormOf, csvLines } from '../lib/csv.ts'
import type { Language } from '../lib/language.ts'
import { xlsxFile } from '../lib/xlsx.ts'
import { announceFile } from './send-file.ts'
import { figuresTexts } from '../messages/documents/figures.ts'
import { accountingTexts } from '../messages/office/accounting.ts'

type Asked = { readonly tenant: Tenant; readonly language: Language; readonly reply: FastifyReply }

/** Sends books as a spreadsheet. */
export async function sendFiguresSheet(
  context: Pick<Context, 'database' | 'now'>,
  { tenant, language, reply }: Asked,
  of: BooksOf,
): Promise<Readable> {
  const { head, rows } = figuresSheet(await readAccounting(context, tenant, of), language)
  announceFile(reply, fileName(of, language), 'xlsx')
  const [sheetName, { timeZone }] = [accountingTexts[language].title, tenant]
  return Readable.from(xlsxFile({ sheetName, head, batches: [rows], timeZone }))
}

/** Sends the figures as text. @param form that of the language when it is undefined */
export async function sendFiguresTable(
  context: Pick<Context, 'database' | 'now'>,
  { tenant, language, reply }: Asked,
  of: BooksOf,
  form: CsvForm = csvFormOf(language),
): Promise<string> {
  const { head, rows } = figuresSheet(await readAccounting(context, tenant, of), language)
  announceFile(reply, fileName(of, language), 'csv')
  return `${byteOrderMark}${csvLines([head, ...rows], { form, timeZone: tenant.timeZone })}`
}

function fileName(of: BooksOf, language: Language): string {
  return of.event === null ? figuresTexts[language].fileName(of.period) : booksFileName(of, language)
}
