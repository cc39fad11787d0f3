import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findUsualVat, type Price, type ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { usualPrice } from '../../features/catalog/price.ts'
import { createPrice, type PriceValues } from '../../features/catalog/save-price.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { type FilledPrice, filledFrom, filledIn, PriceBody, readPrice } from './filled-price.ts'
import { PriceForm } from './price-form.tsx'
import { explainRefusal, type Offer, readOffer, showBelowProduct } from './price-offer.tsx'

const newUrl = '/admin/products/:uuid/prices/new/'

/** A new price of a product: as most are, or like another of it. */
export function registerNewPricePage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: newUrl,
    access: staff('programme'),
    summary: 'The form of a new price',
    params: UuidParams,
    query: Type.Object({ like: Type.Optional(TextQuery), done: Type.Optional(TextQuery) }),
    handler: async ({ tenant, language, params, query: { like, done }, request, reply }) => {
      const offer = await readOffer(context, request, params.uuid)
      const model = findModel(offer, like)
      const vatRateHundredths = await context.database.asTenant(tenant.id, (tx) =>
        findUsualVat(tx, offer.product.kind),
      )
      const usual = { ...usualOf(offer.product, language), vatRateHundredths }
      const shown = filledFrom(model ?? usual, { tenant, language })
      const first = offer.product.kind === 'free' ? shown : { ...shown, amount: '' }
      const filled = model === null ? first : { ...shown, name: nameOfCopy(model, tenant) }
      const isFirst = done === 'made'
      return showNew({ request, reply }, offer, { filled, key: newId(), problems: [], isFirst, model })
    },
  })

  page(app, {
    method: 'POST',
    url: newUrl,
    access: staff('programme'),
    summary: 'Make a price',
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...PriceBody.properties, key: UuidIn, like: Maybe(TypedText({ max: 50 })) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const offer = await readOffer(context, request, params.uuid)
      const { id, kind } = offer.product
      const model = findModel(offer, body.like)
      const filled = filledIn(body)
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showNew({ request, reply }, offer, { filled, key: body.key, problems, isFirst: false, model })
      }
      const former = model ?? usualOf(offer.product, language)
      const { values, problems } = readPrice(filled, { tenant, kind, former, language })
      if (problems.length > 0) return again(problems, 400)
      try {
        const key = repeatableId(tenant.id, body.key)
        await createPrice(context, tenant, actor, id, { ...values, id: key, archived: false })
      } catch (error) {
        const explained = error instanceof AppError ? explainRefusal(error, language) : null
        if (!(error instanceof AppError) || explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
      return reply.redirect(`/admin/products/${id}/?done=price`, 303)
    },
  })
}

/** The price of that product that it is made like; null: none was named, or it is gone. */
function findModel({ product }: Offer, id: string | null | undefined): Price | null {
  return product.prices.find((price) => price.id === id?.toLowerCase()) ?? null
}

/** As most are; of a membership, for a year. */
function usualOf({ kind }: ProductWithPrices, language: Language): PriceValues {
  return {
    ...usualPrice,
    ...{ name: priceTexts[language].fields.usualName, amountMinor: 0 },
    membershipPeriod: kind === 'membership' ? 'year' : null,
  }
}

type NewForm = {
  readonly filled: FilledPrice
  /** By which a second press of its button is known. */
  readonly key: string
  readonly problems: readonly FormProblem[]
  /** Whether its product was made on the page before. */
  readonly isFirst: boolean
  readonly model: Price | null
}

function showNew(asked: Asked, { product, memberships }: Offer, form: NewForm): string {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const words = priceTexts[language]
  const { model } = form
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
      {form.isFirst ? (
        <p class="notice" role="status">
          {words.made}
        </p>
      ) : (
        <p class="prose">{model === null ? words.newLead : words.likeLead}</p>
      )}
      <PriceForm
        action={`/admin/products/${product.id}/prices/new/`}
        {...{ filled: form.filled, product, memberships, problems: form.problems, tenant, language }}
        hidden={
          <>
            <input type="hidden" name="key" value={form.key} />
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
