import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { orNotFound } from '../errors.ts'
import { readAccounting, wholeBooksOf } from '../features/accounting/read-accounting.ts'
import { saveSettlement } from '../features/accounting/save-settlement.ts'
import {
  type Cost,
  dealKinds,
  longestLabel,
  mostCosts,
  mostDeals,
  type SettledDeal,
  type Settlement,
  type Terms,
} from '../features/accounting/settlement.ts'
import { getEvent } from '../features/event/event.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { amountFromMinor } from '../lib/money.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { fieldsOf, ownCurrency } from '../http/wire/answer-fields.ts'
import { AmountIn, ArrayIn, EnumIn, Maybe, Text, UuidIn, withExample } from '../http/wire/schemas.ts'
import { readAmount, readOptionalAmount } from './amount-wire.ts'

type InCurrency = { readonly currency: string }
const given = (_row: unknown, { currency }: InCurrency) => currency

const ofCost = fieldsOf<Cost, InCurrency>(given)
const cost = ofCost.part({ label: ofCost.text('label', 'Sound and light'), amount: ofCost.amount('amountMinor', 200) })

const ofDeal = fieldsOf<SettledDeal, InCurrency>(given)
const deal = ofDeal.part({
  uuid: ofDeal.uuid('artistId'),
  name: ofDeal.text('artist', 'Nina Simone'),
  deal: ofDeal.choice(dealKinds, 'kind', 'versus'),
  guarantee: ofDeal.numberOrNull(
    ({ guaranteeMinor: minor }, { currency }) => minor && amountFromMinor(minor, currency),
    500,
  ),
  share: ofDeal.numberOrNull(({ shareHundredths: share }) => share && share / 100, 70),
  owed: ofDeal.amount('owedMinor', 1054.31),
})

const ofSettlement = fieldsOf<Settlement, InCurrency>(ownCurrency)
const settlement = ofSettlement.object('Settlement', {
  currency: ofSettlement.text('currency', 'EUR'),
  takings: ofSettlement.amount('takingsMinor', 1706.16),
  withdrawn: ofSettlement.amount('withdrawnMinor', 0),
  costs: ofSettlement.each(cost, 'costs'),
  left: ofSettlement.amount('leftMinor', 1506.16),
  others: ofSettlement.amount('othersMinor', 0),
  guaranteed: ofSettlement.amount('guaranteedMinor', 0),
  shared: ofSettlement.amount('sharedMinor', 1506.16),
  artists: ofSettlement.each(deal, 'artists'),
  owed: ofSettlement.amount('owedMinor', 1054.31),
  house: ofSettlement.amount('houseMinor', 451.85),
})

/** A share in percent: above 0, and everything at most. */
const ShareIn = Type.Unsafe<number>({
  type: 'number',
  'x-wire': 'number',
  exclusiveMinimum: 0,
  maximum: 100,
  decimals: 2,
  examples: [70],
})

const SettlementChange = Type.Object(
  {
    costs: Type.Optional(
      ArrayIn(Type.Object({ label: Text({ max: longestLabel, example: 'Sound and light' }), amount: AmountIn }), {
        max: mostCosts,
      }),
    ),
    artists: Type.Optional(
      ArrayIn(
        Type.Object({
          uuid: UuidIn,
          deal: withExample(EnumIn(dealKinds), 'versus'),
          guarantee: Maybe(AmountIn),
          share: Maybe(ShareIn),
        }),
        { max: mostDeals },
      ),
    ),
  },
  { title: 'SettlementChange' },
)

const settlements = section({
  tag: 'Accounting',
  url: '/api/events/',
  access: needs('reservation:read', 'money'),
  writes: needs('reservation:write', 'money'),
})

/** What an event costs and its artists are owed. Not in the interface (ADR 0288). */
export const registerSettlements = settlements.register

settlements.get(':uuid/settlement/', {
  operationId: 'readSettlement',
  summary: 'Read what the artists of an event are owed',
  description:
    'In the currency of the organisation and without VAT. `left` is `takings` less `withdrawn` and `costs`; `shared`, which shares are of, is `left` less `others` and `guaranteed`, and 0 where that is below zero. What banks withdrew comes off tickets and `others` as the payment was for them. The fixed sum of a `versus` is among `guaranteed` when it is more than the share. `left` is also `owed` and `house` together, to the cent. What the bookings brought in detail is in the books, narrowed by `event`.',
  response: { 200: settlement.out },
  handler: ({ context, id, tenant }) => answerSettlement(context, tenant, id),
})

settlements.patch(':uuid/settlement/', {
  operationId: 'changeSettlement',
  summary: 'Say what an event costs and its artists get',
  description:
    'Replaces each list that is sent; an empty one empties it. `deal` is `guarantee` (a fixed sum), `share` (a part of `shared`), `versus` (whichever of the two is more) or `plus` (the fixed sum, and a part of `shared`, which is then what is above it). A fixed sum and a `share` are given where the deal has them, and nowhere else. Shares are everything together at most.',
  body: SettlementChange,
  response: { 200: settlement.out },
  handler: async ({ context, id, tenant, actor, body }) => {
    await saveSettlement(context, tenant, actor, id, readTerms(body, tenant))
    return answerSettlement(context, tenant, id)
  },
})

async function answerSettlement(context: Context, tenant: Tenant, id: string) {
  const event = await context.database.asTenant(tenant.id, (tx) => getEvent(tx, id))
  const found = orNotFound((await readAccounting(context, tenant, wholeBooksOf(context, tenant, event))).settlement)
  return settlement.present(found, found)
}

/** @throws AppError validation_failed naming the field */
function readTerms({ costs, artists }: Static<typeof SettlementChange>, { currency }: Tenant): Partial<Terms> {
  return {
    ...(costs && {
      costs: costs.map(({ label, amount }, index) => ({
        label,
        amountMinor: readAmount(amount, { field: `costs.${index}.amount`, currency }),
      })),
    }),
    ...(artists && {
      deals: artists.map(({ uuid, deal: kind, guarantee, share }, index) => ({
        artistId: uuid,
        kind,
        guaranteeMinor: readOptionalAmount(guarantee, { field: `artists.${index}.guarantee`, currency }),
        shareHundredths: share == null ? null : Math.round(share * 100),
      })),
    }),
  }
}
