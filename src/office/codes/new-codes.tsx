import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { createManyCodes, createPromotionalCode, mostCodes } from '../../features/catalog/save-promotional-code.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { type Asked, staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { showRoom } from '../kit/frame.tsx'
import { filledIn, typedFields } from '../kit/form-values.ts'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewKey } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { asWhole } from '../../pages/form/problems.tsx'
import { explainCode, readCodeProducts } from './code.tsx'
import { CodeForm } from './code-form.tsx'
import { askedFields, type FilledCode, manyFields, readCode, readManyCodes } from './filled-code.ts'

const access = staff('programme')

/** Registers the form of one new code. */
export function registerNewCode(app: FastifyInstance, context: Context): void {
  const url = paths.newPromotionalCode
  newPage(app, {
    url,
    access,
    body: typedFields(askedFields),
    begin: () => filledIn(askedFields, {}),
    typed: (body) => filledIn(askedFields, body),
    check: ({ asked: { request }, filled }) => readCode(filled, request, null),
    save: async ({ asked: { request }, values, id }) => {
      const made = await createPromotionalCode(context, request.tenant, request.actor, { ...values, id })
      return at(paths.promotionalCode, { uuid: made.id }, { done: 'made' })
    },
    explain: explainCode,
    show: (asked, state) => {
      const { newTitle: title, newLead: lead } = codeTexts[asked.request.language]
      const button = deskTexts[asked.request.language].save
      return showNewCodes(context, asked, state, { action: url, title, lead, button })
    },
  })
}

/** Registers the form that makes many codes for one booking each, to be handed out one by one. */
export function registerManyCodes(app: FastifyInstance, context: Context): void {
  const url = paths.manyPromotionalCodes
  newPage(app, {
    url,
    access,
    body: typedFields(manyFields),
    begin: () => ({ ...filledIn(manyFields, {}), uses: '1' }),
    typed: (body) => filledIn(manyFields, body),
    check: ({ asked: { request }, filled }) => readManyCodes(filled, request),
    save: async ({ asked: { request }, values, body: { key } }) => {
      await createManyCodes(context, request.tenant, request.actor, { ...values, key })
      const query = new URLSearchParams({ q: `${values.prefix}-`, done: `made-${values.count}` })
      return `${paths.promotionalCodes}?${query}`
    },
    explain: (refusal, asked) =>
      refusal.code === 'idempotency_mismatch'
        ? asWhole(codeTexts[asked.request.language].problems.sentBefore)
        : explainCode(refusal, asked),
    show: (asked, state) => {
      const { manyTitle: title, manyLead: lead, makeMany: button } = codeTexts[asked.request.language]
      return showNewCodes(context, asked, state, { action: url, title, lead, button, most: mostCodes })
    },
  })
}

type Said = {
  readonly action: string
  readonly title: string
  readonly lead: string
  readonly button: string
  /** The most codes that the form makes at once; absent: it makes one. */
  readonly most?: number
}

async function showNewCodes<Filled extends FilledCode & { readonly count?: string }>(
  context: Context,
  asked: Asked,
  { begun, filled, key, problems }: NewState<Filled, Filled>,
  { title, lead, button, ...said }: Said,
): Promise<string> {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const shown = filled ?? begun
  const products = await readCodeProducts(context, tenant, shown.products)
  return showRoom(
    asked,
    { title, area: 'promotional_codes', back: [paths.promotionalCodes, codeTexts[language].back], lead },
    <CodeForm
      {...said}
      {...{ filled: shown, products, problems }}
      hidden={<NewKey value={key} />}
      buttons={<Submit>{button}</Submit>}
    />,
  )
}
