import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { countHeld, getProduct, type ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { copyProduct } from '../../features/catalog/copy-product.ts'
import { listOf } from '../../features/catalog/product.ts'
import { productValues, updateProduct } from '../../features/catalog/save-product.ts'
import { type Event, listEvents } from '../../features/event/event.queries.ts'
import { countWaitingFor } from '../../features/waiting-list/entry-view.queries.ts'
import type { Language } from '../../lib/language.ts'
import { currentDay } from '../../lib/time.ts'
import { versionOf } from '../../lib/version.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { BooleanIn, Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { page } from '../../pages/page.ts'
import { Written } from '../../pages/written.tsx'
import { changeImage } from '../kit/change-image.ts'
import { explainDifferences, explainFields } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { ImageForm } from '../kit/image-form.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { type FilledProduct, filledFrom, filledIn, ProductBody, readProduct } from './filled-product.ts'
import { ProductForm } from './product-form.tsx'
import { ProductPrices } from './product-prices.tsx'
import { Archive, Copy, Events, Standing } from './product-sections.tsx'

const oneUrl = '/admin/products/:uuid/'
/** More that sell it are found in the room of the events. */
const mostEvents = 20

type Shown = {
  readonly product: ProductWithPrices
  readonly held: ReadonlyMap<string, number>
  readonly events: readonly Event[]
  /** How many are on a waiting list for it. */
  readonly awaited: number
}
type Form = {
  /** Null: as it is. */
  readonly filled: FilledProduct | null
  readonly problems: readonly FormProblem[]
  readonly done?: string
}

/** One product: its prices, whether it is on sale, what is said of it, its picture, and another like it. */
export function registerProductPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: oneUrl,
    access: staff('programme'),
    summary: 'A product with its prices, to be changed',
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ params, query, request, reply }) =>
      show(context, { request, reply }, await read(context, request, params.uuid), {
        ...{ filled: null, problems: [] },
        done: query.done ?? '',
      }),
  })

  page(app, {
    method: 'POST',
    url: oneUrl,
    access: staff('programme'),
    summary: 'Change a product',
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...ProductBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await read(context, request, params.uuid)
      const { id, kind } = shown.product
      const filled = filledIn(body)
      const again = (now: Shown, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return show(context, { request, reply }, now, { filled, problems })
      }
      const { values, problems } = readProduct(filled, { tenant, kind, language })
      if (problems.length > 0) return again(shown, problems, 400)
      try {
        await updateProduct(context, tenant, actor, id, values, body.seen)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await read(context, request, id)
          return again(now, explainChanges(now.product, filled, language), 409)
        }
        const explained = explainRefusal(error, language)
        if (explained === null) throw error
        return again(shown, explained, errorStatus[error.code])
      }
      return reply.redirect(`/admin/products/${id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}publication/`,
    access: staff('programme'),
    summary: 'Put a product on sale, or take it off sale',
    forms: true,
    params: UuidParams,
    body: Type.Object({ published: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { published }, reply }) => {
      const { id } = await updateProduct(context, tenant, actor, params.uuid, { published })
      return reply.redirect(`/admin/products/${id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}archive/`,
    access: staff('programme'),
    summary: 'Put a product away, or bring it back',
    forms: true,
    params: UuidParams,
    body: Type.Object({ archived: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { archived }, reply }) => {
      const { id } = await updateProduct(context, tenant, actor, params.uuid, { archived })
      return reply.redirect(`/admin/products/${id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}image/`,
    access: staff('programme'),
    summary: 'Give a product another picture, or none',
    forms: 'with_files',
    refusesPicture: true,
    params: UuidParams,
    body: Type.Object({ remove: Maybe(BooleanIn) }),
    handler: async ({ tenant, actor, params, body, request, reply }) => {
      const shown = await read(context, request, params.uuid)
      const refused = await changeImage(context, { request, remove: body.remove }, (imageKey) =>
        updateProduct(context, tenant, actor, shown.product.id, { imageKey }),
      )
      if (refused) {
        reply.code(refused.status)
        return show(context, { request, reply }, shown, { filled: null, problems: refused.problems })
      }
      return reply.redirect(`/admin/products/${shown.product.id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}copies/`,
    access: staff('programme'),
    summary: 'Make a product again, with its prices',
    forms: true,
    params: UuidParams,
    body: Type.Object({ key: UuidIn }),
    handler: async ({ tenant, actor, params, body: { key }, request, reply }) => {
      const { product } = await read(context, request, params.uuid)
      const name = nameOfCopy(product, tenant)
      const copy = await copyProduct(context, tenant, actor, product.id, {
        ...{ key, name, isWhole: false },
      })
      return reply.redirect(`/admin/products/${copy.id}/?done=copied`, 303)
    },
  })
}

/** Beside the field it is about. Null: nothing the form could put right. */
function explainRefusal(error: AppError, language: Language): readonly FormProblem[] | null {
  if (error.code === 'cashless_product_exists')
    return [{ field: 'send_to_cashless', detail: refusalTexts[language].errors[error.code].detail }]
  return explainFields(error, language)
}

function explainChanges(product: ProductWithPrices, typed: FilledProduct, language: Language) {
  const { changed } = productTexts[language]
  return explainDifferences(filledFrom(product), typed, { changed, language }, (value, field) =>
    field === 'send_to_cashless' && value !== '' ? deskTexts[language].yes : value,
  )
}

/** @throws AppError not_found */
async function read(
  context: Pick<Context, 'database' | 'now'>,
  { tenant }: FastifyRequest,
  id: string,
): Promise<Shown> {
  const { from } = currentDay(context.now(), tenant.timeZone)
  return context.database.asTenant(tenant.id, async (tx) => {
    const product = await getProduct(tx, id)
    const priceIds = product.prices.map((price) => price.id)
    const held = await countHeld(tx, priceIds)
    const awaited = await countWaitingFor(tx, priceIds, context.now())
    const events = await listEvents(tx, { publishedOnly: false, productId: id, from, limit: mostEvents })
    return { product, held, awaited, events }
  })
}

function show(context: Context, { request, reply }: Asked, shown: Shown, form: Form): string {
  const { tenant, language } = request
  const { product, held, awaited, events } = shown
  const words = productTexts[language]
  const desk = deskTexts[language]
  const action = `/admin/products/${product.id}/`
  const ofPicture = form.problems.filter(({ field }) => field === 'img')
  const problems = form.problems.filter(({ field }) => field !== 'img')
  const done = doneWords(form.done ?? '', language)
  return showAdminPage(
    { request, reply },
    { title: product.name, area: 'products' },
    <div class="stack">
      <p>
        <a href="/admin/products/">{words.back}</a>
      </p>
      <h1>
        <Written>{product.name}</Written>
      </h1>
      <p class="muted">
        {words.kinds[product.kind].name} · {words.lists[listOf(product)]}
      </p>
      <Done>{done}</Done>
      <Problems problems={ofPicture} title={desk.refused} />
      <ProductPrices product={product} held={held} tenant={tenant} now={context.now()} language={language} />
      <Standing product={product} language={language} />
      <section class="stack" aria-labelledby="about">
        <h2 id="about">{words.about}</h2>
        <p class="prose muted">{words.kinds[product.kind].what}</p>
        <ProductForm
          action={action}
          filled={form.filled ?? filledFrom(product)}
          kind={product.kind}
          problems={problems}
          language={language}
          first={<Seen asked={{ request, reply }} version={versionOf(productValues(product))} />}
          buttons={
            <>
              <button class="button" type="submit">
                {desk.save}
              </button>
              {form.filled !== null && problems.length > 0 ? <a href={action}>{desk.lookAtNow}</a> : null}
            </>
          }
        />
      </section>
      <ImageForm
        action={`${action}image/`}
        imageKey={product.imageKey}
        problems={ofPicture}
        words={desk.image}
      />
      <Events product={product} events={events} language={language}>
        {(event) => (
          <When at={event.startsAt} timeZone={tenant.timeZone} now={context.now()} language={language} />
        )}
      </Events>
      <Copy product={product} language={language} />
      <Archive product={product} awaited={awaited} language={language} />
      <p>
        <a href={`/admin/audit/?of=${product.id}`}>{desk.log}</a>
      </p>
    </div>,
  )
}

function doneWords(done: string, language: Language): string | null {
  const { copied, priceSaved } = productTexts[language]
  const { saved } = deskTexts[language]
  return (
    new Map([
      ['saved', saved],
      ['copied', copied],
      ['price', priceSaved],
    ]).get(done) ?? null
  )
}
