import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { countHeld, getPrice, type Price } from '../../features/catalog/catalog.queries.ts'
import { priceValues, updatePrice } from '../../features/catalog/save-price.ts'
import { countWaitingFor } from '../../features/waiting-list/entry-view.queries.ts'
import { versionOf } from '../../lib/version.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { BooleanIn } from '../../http/wire/schemas.ts'
import { Seen } from '../../pages/form/seen.tsx'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainDifferences } from '../kit/explain.ts'
import { type FilledPrice, filledPriceFrom, filledPriceIn, priceBody, readPrice } from './filled-price.ts'
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
  const access = staff('programme')
  editPage(app, {
    url: oneUrl,
    access,
    body: priceBody,
    read: ({ request }, id) => readPriced(context, request, id),
    typed: filledPriceIn,
    check: ({ asked: { request }, shown: { price, product }, filled }) => {
      const { tenant, language } = request
      return readPrice(filled, { tenant, kind: product.kind, former: price, language })
    },
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      updatePrice(context, request.tenant, request.actor, shown.price.id, values, seen),
    explain: explainRefusal,
    changes: ({ asked: { request }, shown, filled }) => explainChanges(shown, filled, request),
    show: showPrice,
    goesOn: ({ product }) => `/admin/products/${product.id}/?done=price`,
  })

  actionPage(app, {
    of: oneUrl,
    name: 'archive',
    access,
    body: { archived: BooleanIn },
    act: ({ request: { tenant, actor } }, id, { archived }) => updatePrice(context, tenant, actor, id, { archived }),
    goesOn: ({ productId }) => `/admin/products/${productId}/?done=price`,
  })
}

function explainChanges({ price, memberships }: Priced, typed: FilledPrice, request: FastifyRequest) {
  const { language } = request
  const { changed, fields } = priceTexts[language]
  const names = new Map([
    ...memberships.map(({ id, name }) => [id, name] as const),
    ...Object.entries(fields.periods),
    ['true', fields.openAmountChoices.true],
  ])
  const called = new Set(['membership', 'period', 'open_amount'])
  return explainDifferences(filledPriceFrom(price, request), typed, { changed, language }, (value, field) =>
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

function showPrice(
  asked: Asked,
  { product, memberships, price, held, awaited }: Priced,
  state: FormState<FilledPrice>,
): string {
  const { tenant, language } = asked.request
  const filled = state.filled ?? filledPriceFrom(price, asked.request)
  const { problems } = state
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
      <p class="prose">{held === 0 ? words.noneBooked : `${words.booked({ count: held })} ${words.keepsAmount}`}</p>
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
