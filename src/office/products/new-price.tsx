import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { findUsualVat, type Price, type ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { usualPrice } from '../../features/catalog/price-fields.ts'
import { createPrice, type PriceValues } from '../../features/catalog/save-price.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { filledIn, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewHeading, NewKey, SaveButton } from '../kit/parts.tsx'
import { askedFields, type FilledPrice, filledPriceFrom, readPrice } from './filled-price.ts'
import { PriceForm } from './price-form.tsx'
import { backToProduct, explainRefusal, type Offer, readOffer } from './price-offer.tsx'

type Begun = {
  readonly offer: Offer
  /** The price that the new one is made like; null: none. */
  readonly model: Price | null
  /** The values that most prices have. */
  readonly usual: PriceValues
}

/** Registers the form of a new price: with the usual values, or like another price of the product. */
export function registerNewPricePage(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url: paths.newPrice,
    access: staff('programme'),
    params: UuidParams,
    body: typedFields(askedFields),
    begin: async ({ request }, like): Promise<Begun> => {
      const { uuid } = request.params as Static<typeof UuidParams>
      const offer = await readOffer(context, request, uuid)
      const vatRateHundredths = await context.database.asTenant(request.tenant.id, (tx) =>
        findUsualVat(tx, offer.product.kind),
      )
      const usual = { ...usualOf(offer.product, request.language), vatRateHundredths }
      return { offer, model: findModel(offer, like), usual }
    },
    typed: (body) => filledIn(askedFields, body),
    check: ({ asked: { request }, begun: { offer, model, usual }, filled }) => {
      const { tenant, language } = request
      return readPrice(filled, { tenant, kind: offer.product.kind, former: model ?? usual, language })
    },
    save: async ({ asked: { request }, begun: { offer }, values, id }) => {
      const { id: productId } = offer.product
      const price = { ...values, id, archived: false }
      await createPrice(context, request.tenant, request.actor, productId, price)
      return at(paths.product, { uuid: productId }, { done: 'price' })
    },
    explain: explainRefusal,
    show: showNew,
  })
}

/** Finds the price of the product to copy; null: none was named, or it is gone. */
function findModel({ product }: Offer, id: string): Price | null {
  return product.prices.find((price) => price.id === id.toLowerCase()) ?? null
}

/** The values that most prices have; a membership is for a year. */
function usualOf({ kind }: ProductWithPrices, language: Language): PriceValues {
  return {
    ...usualPrice,
    name: priceTexts[language].fields.usualName,
    amountMinor: 0,
    membershipPeriod: kind === 'membership' ? 'year' : null,
  }
}

function firstFilled({ offer, model, usual }: Begun, request: FastifyRequest): FilledPrice {
  const shown = filledPriceFrom(model ?? usual, request)
  if (model !== null) return { ...shown, name: nameOfCopy(model, request.tenant) }
  return offer.product.kind === 'free' ? shown : { ...shown, amount: '' }
}

function showNew(asked: Asked, { begun, filled: typed, ...state }: NewState<Begun, FilledPrice>): string {
  const { tenant, language } = asked.request
  const { model, offer } = begun
  const { product, memberships } = offer
  const { key, problems, done } = state
  const filled = typed ?? firstFilled(begun, asked.request)
  requireSelling(tenant)
  const words = priceTexts[language]
  const lead = model === null ? words.newLead : words.likeLead
  return showRoom(
    asked,
    {
      title: model === null ? words.newTitle : words.likeTitle({ name: model.name }),
      area: 'products',
      back: backToProduct(product),
      heading: <NewHeading model={model} title={words.newTitle} likeTitle={words.likeTitle} />,
      ...(done === 'made' ? { said: words.made } : { lead }),
    },
    <PriceForm
      action={at(paths.newPrice, { uuid: product.id })}
      {...{ filled, product, memberships, problems, tenant }}
      hidden={<NewKey value={key} like={model} />}
      buttons={<SaveButton />}
    />,
  )
}
