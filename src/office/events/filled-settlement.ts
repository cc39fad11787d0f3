import { Type } from 'typebox'
import {
  type Cost,
  type Deal,
  type DealKind,
  dealKinds,
  longestLabel,
  mostCosts,
  mostDeals,
  partProblems,
  type Terms,
} from '../../features/accounting/settlement.ts'
import { plainAmount } from '../../lib/format.ts'
import { ArrayIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { settlementTexts } from '../../messages/office/settlement.ts'
import type { Checked } from '../kit/edit-page.ts'
import { type FormReader, readTyped, type TypedForm, vatText } from '../kit/typed.ts'

/** Empty lines below the costs: without script none can be added. */
const spareLines = 3

const texts = (max: number) => Type.Optional(ArrayIn(Maybe(TypedText({ max: 4 * longestLabel })), { max }))

/** Those with a deal may be others than those whom the event names. */
const mostAsked = 2 * mostDeals

export const settlementBody = {
  cost_label: texts(mostCosts),
  cost_amount: texts(mostCosts),
  artist: Type.Optional(ArrayIn(UuidIn, { max: mostAsked })),
  deal: texts(mostAsked),
  guarantee: texts(mostAsked),
  share: texts(mostAsked),
}

type FilledCost = { readonly label: string; readonly amount: string }
type FilledDeal = {
  readonly artistId: string
  /** Empty: none. */
  readonly kind: string
  readonly guarantee: string
  readonly share: string
}

/** The form as it was typed. */
export type FilledSettlement = { readonly costs: readonly FilledCost[]; readonly deals: readonly FilledDeal[] }

type Texts = readonly (string | null)[]
type Body = { readonly [Name in keyof typeof settlementBody]?: Texts }

export function filledSettlementIn(body: Body): FilledSettlement {
  const { cost_label: labels = [], cost_amount: amounts = [] } = body
  return {
    costs: Array.from({ length: Math.max(labels.length, amounts.length) }, (_, index) => ({
      label: labels[index] ?? '',
      amount: amounts[index] ?? '',
    })),
    deals: (body.artist ?? []).map((artistId, index) => ({
      artistId: artistId ?? '',
      kind: body.deal?.[index] ?? '',
      guarantee: body.guarantee?.[index] ?? '',
      share: body.share?.[index] ?? '',
    })),
  }
}

/** Fills the form with what is there. @param artistIds those that are asked about */
export function filledSettlementFrom(
  { costs, deals }: Terms,
  artistIds: readonly string[],
  { tenant, language }: FormReader,
): FilledSettlement {
  const amount = (minor: number | null) => (minor === null ? '' : plainAmount(minor, tenant.currency, language))
  return {
    costs: costs.map(({ label, amountMinor }) => ({ label, amount: amount(amountMinor) })),
    deals: artistIds.map((artistId) => {
      const deal = deals.find((one) => one.artistId === artistId)
      const share = deal?.shareHundredths ?? null
      return {
        artistId,
        kind: deal?.kind ?? '',
        guarantee: amount(deal?.guaranteeMinor ?? null),
        share: share === null ? '' : vatText(share, language),
      }
    }),
  }
}

/** The lines of costs that are asked for: those that are filled in, and some more. */
export function costLines({ costs }: FilledSettlement): readonly FilledCost[] {
  const last = costs.findLastIndex(({ label, amount }) => label + amount !== '')
  const spare = Array.from({ length: spareLines }, () => ({ label: '', amount: '' }))
  return [...costs.slice(0, last + 1), ...spare].slice(0, mostCosts)
}

/** The ids of the fields of a cost, by its index, and of a deal. */
export const costFields = (index: number) => ({ label: `cost-${index + 1}`, amount: `cost-amount-${index + 1}` })
export const dealFields = (artistId: string) => ({
  kind: `deal-${artistId}`,
  guarantee: `guarantee-${artistId}`,
  share: `share-${artistId}`,
})

/** What each field holds, by its id. */
export function fieldsOfSettlement({ costs, deals }: FilledSettlement): Readonly<Record<string, string>> {
  const byField = (fields: Readonly<Record<string, string>>, line: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([key, field]) => [field, line[key] ?? ''] as const)
  return Object.fromEntries([
    ...costs.flatMap((cost, index) => byField(costFields(index), cost)),
    ...deals.flatMap((deal) => byField(dealFields(deal.artistId), deal)),
  ])
}

/** Reads what the form says, or what is wrong with it, beside each field. */
export function readSettlement({ costs, deals }: FilledSettlement, reader: FormReader): Checked<Terms> {
  const typed = readTyped(reader)
  const values = {
    costs: costs.flatMap((cost, index) => readCost(cost, { index, typed, reader })),
    deals: deals.flatMap((deal) => readDeal(deal, { typed, reader })),
  }
  return { values, problems: typed.problems }
}

type Reading = { readonly typed: TypedForm; readonly reader: FormReader }

function readCost(
  { label, amount }: FilledCost,
  { index, typed, reader }: Reading & { readonly index: number },
): readonly Cost[] {
  const fields = costFields(index)
  const { problems } = settlementTexts[reader.language]
  if (label + amount === '') return []
  if (label === '') typed.wrong(fields.label, problems.label)
  if (amount === '') typed.wrong(fields.amount, problems.amount)
  return [
    {
      label: typed.text(fields.label, label, longestLabel) ?? '',
      amountMinor: typed.amount(fields.amount, amount) ?? 0,
    },
  ]
}

function readDeal(
  { artistId, kind: chosen, guarantee, share }: FilledDeal,
  { typed, reader }: Reading,
): readonly Deal[] {
  const fields = dealFields(artistId)
  const { problems } = settlementTexts[reader.language]
  const kind: DealKind | undefined = dealKinds.find((one) => one === chosen)
  if (kind === undefined) {
    if (guarantee + share !== '') typed.wrong(fields.kind, problems.deal)
    return []
  }
  const before = typed.problems.length
  const deal = {
    artistId,
    kind,
    guaranteeMinor: typed.amount(fields.guarantee, guarantee),
    // Neither code nor `NA`, which a rate of VAT may be.
    shareHundredths: typed.vatRate(fields.share, share.replace(/[a-z]/gi, '?'), problems.share),
  }
  if (deal.shareHundredths === 0) typed.wrong(fields.share, problems.share)
  if (typed.problems.length > before) return []
  for (const { part, problem } of partProblems(deal))
    typed.wrong(fields[part], fieldTexts[reader.language].problems[problem])
  return [deal]
}
