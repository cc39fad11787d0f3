import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { countHeld, getPrice, type Price } from '../../features/catalog/catalog.queries.ts'
import { priceValues, updatePrice } from '../../features/catalog/save-price.ts'
import { countWaitingFor } from '../../features/waiting-list/entry-view.queries.ts'
import { versionOf } from '../../lib/version.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { BooleanIn, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { page } from '../../pages/page.ts'
import { Written } from '../../pages/written.tsx'
import { explainDifferences } from '../kit/explain.ts'
import { type FilledPrice, filledFrom, filledIn, PriceBody, readPrice } from './filled-price.ts'
import { PriceForm } from './price-form.tsx'
import { explainRefusal, type Offer, readOffer, showBelowProduct } from './price-offer.tsx'

const oneUrl = '/admin/prices/:uuid/'

type Priced = Offer & {
  readonly price: Price
  readonly held: number
  /** How many are on a waiting list for it. */
  readonly awaited: number
}

/** A price: what it costs, when, for whom, and whether it is still sold. */
export function registerPricePage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: oneUrl,
    access: staff('programme'),
    summary: 'A price, to be changed',
    params: UuidParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const priced = await readPriced(context, request, params.uuid)
      const filled = filledFrom(priced.price, { tenant, language })
      return showPrice({ request, reply }, priced, { filled, problems: [] })
    },
  })

  page(app, {
    method: 'POST',
    url: oneUrl,
    access: staff('programme'),
    summary: 'Change a price',
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...PriceBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const priced = await readPriced(context, request, params.uuid)
      const { price, product } = priced
      const filled = filledIn(body)
      const again = (now: Priced, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showPrice({ request, reply }, now, { filled, problems })
      }
      const { kind } = product
      const { values, problems } = readPrice(filled, { tenant, kind, former: price, language })
      if (problems.length > 0) return again(priced, problems, 400)
      try {
        await updatePrice(context, tenant, actor, price.id, values, body.seen)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await readPriced(context, request, price.id)
          return again(now, explainChanges(now, filled, request), 409)
        }
        const explained = explainRefusal(error, language)
        if (explained === null) throw error
        return again(priced, explained, errorStatus[error.code])
      }
      return reply.redirect(`/admin/products/${product.id}/?done=price`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}archive/`,
    access: staff('programme'),
    summary: 'Put a price away, or sell at it again',
    forms: true,
    params: UuidParams,
    body: Type.Object({ archived: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { archived }, reply }) => {
      const { productId } = await updatePrice(context, tenant, actor, params.uuid, { archived })
      return reply.redirect(`/admin/products/${productId}/?done=price`, 303)
    },
  })
}

function explainChanges({ price, memberships }: Priced, typed: FilledPrice, request: FastifyRequest) {
  const { language } = request
  const { changed, fields } = priceTexts[language]
  const names = new Map([
    ...memberships.map(({ id, name }) => [id, name] as const),
    ...Object.entries(fields.periods),
    ['yes', fields.isOpen],
  ])
  const called = new Set(['membership', 'period', 'open_amount'])
  return explainDifferences(filledFrom(price, request), typed, { changed, language }, (value, field) =>
    called.has(field) ? (names.get(value) ?? value) : value,
  )
}

/** @throws AppError not_found */
async function readPriced(
  context: Pick<Context, 'database' | 'now'>,
  request: FastifyRequest,
  id: string,
): Promise<Priced> {
  const { price, ...counts } = await context.database.asTenant(request.tenant.id, async (tx) => {
    const found = await getPrice(tx, id)
    const held = (await countHeld(tx, [found.id])).get(found.id) ?? 0
    return { price: found, held, awaited: await countWaitingFor(tx, [found.id], context.now()) }
  })
  return { ...(await readOffer(context, request, price.productId)), price, ...counts }
}

type Form = { readonly filled: FilledPrice; readonly problems: readonly FormProblem[] }

function showPrice(
  asked: Asked,
  { product, memberships, price, held, awaited }: Priced,
  { filled, problems }: Form,
): string {
  const { tenant, language } = asked.request
  const words = priceTexts[language]
  const desk = deskTexts[language]
  const action = `/admin/prices/${price.id}/`
  return showBelowProduct(
    asked,
    product,
    price.name,
    <>
      <h1>
        <Written>{price.name}</Written>
      </h1>
      {price.archived ? <p class="notice">{words.archived}</p> : null}
      <p class="prose">
        {held === 0 ? words.noneBooked : `${words.booked({ count: held })} ${words.keepsAmount}`}
      </p>
      <PriceForm
        action={action}
        {...{ filled, product, memberships, problems, tenant, language }}
        hidden={<Seen asked={asked} version={versionOf(priceValues(price))} />}
        buttons={
          <>
            <button class="button" type="submit">
              {desk.save}
            </button>
            {problems.length > 0 ? <a href={action}>{desk.lookAtNow}</a> : null}
          </>
        }
      />
      <section class="stack" aria-labelledby="like">
        <h2 id="like">{words.like}</h2>
        <p class="prose">{words.likeHelp}</p>
        <p>
          <a class="button quiet" href={`/admin/products/${product.id}/prices/new/?like=${price.id}`}>
            {words.like}
          </a>
        </p>
      </section>
      <section class="stack" aria-labelledby="archive">
        <h2 id="archive">{price.archived ? words.bringBack : words.archive}</h2>
        {price.archived ? null : <p class="prose">{words.archiveHelp}</p>}
        {price.archived || awaited === 0 ? null : <p class="notice">{desk.awaited({ count: awaited })}</p>}
        <form method="post" action={`${action}archive/`}>
          <input type="hidden" name="archived" value={String(!price.archived)} />
          <button class="button quiet" type="submit">
            {price.archived ? words.bringBack : words.archive}
          </button>
        </form>
      </section>
      <p>
        <a href={`/admin/audit/?of=${price.id}`}>{desk.log}</a>
      </p>
    </>,
  )
}
