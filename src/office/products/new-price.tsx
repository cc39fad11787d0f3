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
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { type NewState, newPage } from '../kit/new-page.ts'
import { type FilledPrice, filledPriceFrom, filledPriceIn, priceBody, readPrice } from './filled-price.ts'
import { PriceForm } from './price-form.tsx'
import { explainRefusal, type Offer, readOffer, showBelowProduct } from './price-offer.tsx'

const newUrl = '/admin/products/:uuid/prices/new/'

type Begun = {
  readonly offer: Offer
  /** The price that it is made like. */
  readonly model: Price | null
  /** As most are. */
  readonly usual: PriceValues
}

/** A new price of a product: as most are, or like another of it. */
export function registerNewPricePage(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url: newUrl,
    access: staff('programme'),
    params: UuidParams,
    body: priceBody,
    begin: async ({ request }, like): Promise<Begun> => {
      const { uuid } = request.params as Static<typeof UuidParams>
      const offer = await readOffer(context, request, uuid)
      const vatRateHundredths = await context.database.asTenant(request.tenant.id, (tx) =>
        findUsualVat(tx, offer.product.kind),
      )
      const usual = { ...usualOf(offer.product, request.language), vatRateHundredths }
      return { offer, model: findModel(offer, like), usual }
    },
    typed: filledPriceIn,
    check: ({ asked: { request }, begun: { offer, model, usual }, filled }) => {
      const { tenant, language } = request
      return readPrice(filled, { tenant, kind: offer.product.kind, former: model ?? usual, language })
    },
    save: async ({ asked: { request }, begun: { offer }, values, id }) => {
      const { id: productId } = offer.product
      const price = { ...values, id, archived: false }
      await createPrice(context, request.tenant, request.actor, productId, price)
      return `/admin/products/${productId}/?done=price`
    },
    explain: explainRefusal,
    show: showNew,
  })
}

/** The price of that product that it is made like; null: none was named, or it is gone. */
function findModel({ product }: Offer, id: string): Price | null {
  return product.prices.find((price) => price.id === id.toLowerCase()) ?? null
}

/** As most are; of a membership, for a year. */
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
  return showBelowProduct(
    asked,
    product,
    model === null ? words.newTitle : words.likeTitle({ name: model.name }),
    <>
      <h1>
        {model === null ? (
          words.newTitle
        ) : (
          <WrittenWithin sentence={(name) => words.likeTitle({ name })}>{model.name}</WrittenWithin>
        )}
      </h1>
      {done === 'made' ? (
        <p class="notice" role="status">
          {words.made}
        </p>
      ) : (
        <p class="prose">{model === null ? words.newLead : words.likeLead}</p>
      )}
      <PriceForm
        action={`/admin/products/${product.id}/prices/new/`}
        {...{ filled, product, memberships, problems, tenant, language }}
        hidden={
          <>
            <input type="hidden" name="key" value={key} />
            {model === null ? null : <input type="hidden" name="like" value={model.id} />}
          </>
        }
        buttons={
          <button class="button" type="submit">
            {deskTexts[language].save}
          </button>
        }
      />
    </>,
  )
}
