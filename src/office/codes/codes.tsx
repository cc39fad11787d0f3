import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import { type CodeOrder, codeOrders, countCodes, searchCodes } from '../../features/catalog/promotional-code.queries.ts'
import {
  type CodeStanding,
  codeLists,
  codeStanding,
  normalizeCode,
  type PromotionalCode,
} from '../../features/catalog/promotional-code.ts'
import { takeCodes } from '../../features/catalog/take-codes.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { byteOrderMark, csvFormOf, csvLines } from '../../lib/csv.ts'
import { amountText, momentText, numberText, percentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { minorDigits } from '../../lib/money.ts'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { Written } from '../../pages/written.tsx'
import { longestSearch } from '../kit/desk-search-field.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { type Sign, Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'
import { registerCodePage } from './code.tsx'
import { registerManyCodes, registerNewCode } from './new-codes.tsx'
import { ButtonLink, Go, QuietLink } from '../../pages/parts.tsx'

const codesUrl = paths.promotionalCodes
const access = staff('programme')

const narrow = { list: Type.Optional(EnumIn(codeLists)) }

/** Codes that take something off: which there are, how often they were used, and one or many new ones. */
export function registerPromotionalCodePages(app: FastifyInstance, context: Context): void {
  registerNewCode(app, context)
  registerCodePage(app, context)
  registerManyCodes(app, context)
  registerList(app, context)
  registerFile(app, context)
}

function registerList(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: codesUrl,
    access,
    area: 'promotional_codes',
    narrow,
    sorts: { by: codeOrders, usual: '-created' },
    read: ({ request: { tenant } }, { text, ...rows }, { list = 'current' }) => {
      requireSelling(tenant)
      const now = context.now()
      const choice = { list, text: normalizeCode(text), now }
      return context.database.asTenant(tenant.id, async (tx) => ({
        rows: await searchCodes(tx, { ...choice, ...rows }),
        count: await countCodes(tx, choice),
        products: await listProducts(tx, { publishedOnly: false }),
        now,
      }))
    },
    show: ({ asked: { request }, found: { rows, count, products, now }, narrowed, text, done }) => {
      const { tenant, language } = request
      const { list = 'current' } = narrowed
      const words = codeTexts[language]
      const names = new Map(products.map(({ id, name }) => [id, name]))
      const [, made] = /^made-(\d{1,4})$/.exec(done) ?? []
      return {
        title: words.title,
        lead: words.lead,
        search: words.columns.code,
        said: made === undefined ? null : words.madeMany({ count: Number(made) }),
        head: (
          <p class="actions">
            <ButtonLink to={`${codesUrl}new/`}>{words.add}</ButtonLink>
            <QuietLink to={`${codesUrl}many/`}>{words.addMany}</QuietLink>
          </p>
        ),
        choices: [listChoice(['list', words.listed], list, codeLists, words.lists)],
        sums: [[words.title, numberText(count, language)]],
        empty: text === '' ? words.nothing[list] : words.nothingFound({ text }),
        columns: columnsOf({ names, tenant, now, language }),
        foot:
          rows.length === 0 ? null : (
            <Go to={`${codesUrl}codes.csv?${new URLSearchParams({ list, q: text })}`}>{words.download}</Go>
          ),
      }
    },
  })
}

function registerFile(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: `${codesUrl}codes.csv`,
    access,
    query: Type.Object({ ...narrow, q: Type.Optional(TextQuery) }),
    handler: async ({ tenant, actor, language, query, reply }) => {
      const { list = 'current', q = '' } = query
      const text = normalizeCode(q.slice(0, longestSearch))
      const codes = await takeCodes(context, tenant, actor, { list, text })
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="promotional-codes.csv"',
        'cache-control': 'no-store',
      })
      return fileOf(codes, tenant, language)
    },
  })
}

const signOf = {
  in_use: 'well',
  to_come: 'waits',
  used_up: 'gone',
  over: 'gone',
  archived: 'gone',
} as const satisfies Record<CodeStanding, Sign>

type When = { readonly tenant: Tenant; readonly now: Date; readonly language: Language }
/** `names`: names of products, by their ids. */
type Columns = When & { readonly names: ReadonlyMap<string, string> }

function columnsOf({ names, tenant, now, language }: Columns): readonly Column<PromotionalCode, CodeOrder>[] {
  const words = codeTexts[language]
  const { columns } = words
  return [
    {
      name: columns.code,
      sort: 'code',
      show: ({ id, code }) => (
        <a href={`${codesUrl}${id}/`}>
          <strong>{code}</strong>
        </a>
      ),
    },
    { name: columns.off, show: (code) => offText(code, tenant, language), figures: true },
    {
      name: columns.products,
      show: ({ productIds }) =>
        productIds.length === 0 ? (
          words.everything
        ) : (
          <Written>{productIds.map((id) => names.get(id) ?? '').join(', ')}</Written>
        ),
    },
    { name: columns.period, show: (code) => periodText(code, { tenant, now, language }) },
    {
      name: columns.uses,
      sort: 'uses',
      show: ({ used, mostUses }) => words.uses({ used, most: mostUses }),
      figures: true,
    },
    {
      name: columns.standing,
      bare: true,
      show: (code) => {
        const standing = codeStanding(code, now)
        return <Standing sign={signOf[standing]}>{words.standings[standing]}</Standing>
      },
    },
  ]
}

/** Says what a code takes off each thing. */
function offText({ discountMinor, discountHundredths }: PromotionalCode, tenant: Tenant, language: Language) {
  return discountMinor === null
    ? percentText(discountHundredths, language)
    : amountText(discountMinor, tenant.currency, language)
}

function periodText({ startsAt, endsAt }: PromotionalCode, { tenant, now, language }: When): string {
  const words = codeTexts[language]
  const moment = (at: Date) => withinSentence(momentText({ at, timeZone: tenant.timeZone, language, now }), language)
  const ends = endsAt === null ? [] : [words.until({ moment: moment(endsAt) })]
  const starts = startsAt === null ? [] : [words.from({ moment: moment(startsAt) })]
  return [...starts, ...ends].join(' · ') || words.always
}

function fileOf(codes: readonly PromotionalCode[], { currency, timeZone }: Tenant, language: Language): string {
  const { columns, file, fields } = codeTexts[language]
  const header = [columns.code, fields.rate, fields.amount({ currency }), file.from, file.until, file.limit, file.used]
  const rows = codes.map((code) => [
    code.code,
    code.discountHundredths === null ? null : { minor: code.discountHundredths, digits: 2 },
    code.discountMinor === null ? null : { minor: code.discountMinor, digits: minorDigits(currency) },
    code.startsAt && { at: code.startsAt },
    code.endsAt && { at: code.endsAt },
    code.mostUses,
    code.used,
  ])
  return `${byteOrderMark}${csvLines([header, ...rows], { form: csvFormOf(language), timeZone })}`
}
