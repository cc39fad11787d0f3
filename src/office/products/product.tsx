import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { countHeld, getProduct } from '../../features/catalog/catalog.queries.ts'
import { copyProduct } from '../../features/catalog/copy-product.ts'
import { listOf } from '../../features/catalog/product.ts'
import { productValues, updateProduct } from '../../features/catalog/save-product.ts'
import { listEvents } from '../../features/event/event.queries.ts'
import { countWaitingFor } from '../../features/waiting-list/entry-view.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { currentDay } from '../../lib/time.ts'
import { versionOf } from '../../lib/version.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { BooleanIn, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { Written } from '../../pages/written.tsx'
import { actionPage, archivePage, imagePage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainFields } from '../kit/explain.ts'
import { explainForm, filledFrom, filledIn, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { ImageForm } from '../kit/image-form.tsx'
import { nameOfCopy } from '../kit/name-of-copy.ts'
import { ArchiveDone, LogLink, saidOf, SaveButton } from '../kit/parts.tsx'
import { Section } from '../../pages/parts.tsx'
import { askedFields, type FilledProduct, readProduct } from './filled-product.ts'
import { ProductForm } from './product-form.tsx'
import { ProductPrices } from './product-prices.tsx'
import { Archive, Copy, Events, Standing } from './product-sections.tsx'

const oneUrl = paths.product
/** The most events that are listed; others that sell it are found in the room of the events. */
const mostEvents = 20

type Shown = Awaited<ReturnType<typeof read>>

/** Registers the page of a product: its prices, whether it is on sale, its description, its picture, and another like it. */
export function registerProductPage(app: FastifyInstance, context: Context): void {
  const access = staff('programme')
  const showIt = (asked: Asked, shown: Shown, state: FormState<FilledProduct>) => show(context, asked, shown, state)

  editPage(app, {
    url: oneUrl,
    access,
    body: typedFields(askedFields),
    read: ({ request }, id) => read(context, request, id),
    typed: (body) => filledIn(askedFields, body),
    check: ({ asked: { request }, shown, filled }) =>
      readProduct(filled, { tenant: request.tenant, language: request.language, kind: shown.product.kind }),
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      updateProduct(context, request.tenant, request.actor, shown.product.id, values, seen),
    explain: explainRefusal,
    changes: ({ asked: { request }, shown, filled }) => {
      const { changed, fields } = productTexts[request.language]
      const forms = [filledFrom(askedFields, shown.product, request), filled] as const
      return explainForm(askedFields, fields, forms, { changed, language: request.language })
    },
    show: showIt,
  })

  actionPage(app, {
    of: oneUrl,
    name: 'publication',
    access,
    body: { published: BooleanIn },
    act: ({ request: { tenant, actor } }, id, { published }) =>
      updateProduct(context, tenant, actor, id, { published }),
  })

  archivePage(app, {
    of: oneUrl,
    access,
    put: ({ request: { tenant, actor } }, id, archived) => updateProduct(context, tenant, actor, id, { archived }),
  })

  imagePage(app, context, {
    of: oneUrl,
    access,
    read: ({ request }, id) => read(context, request, id),
    save: ({ request: { tenant, actor } }, id, imageKey) => updateProduct(context, tenant, actor, id, { imageKey }),
    show: showIt,
  })

  actionPage(app, {
    of: oneUrl,
    name: 'copies',
    access,
    body: { key: UuidIn },
    act: async ({ request }, id, { key }) => {
      const { tenant, actor } = request
      const { product } = await read(context, request, id)
      const copy = { key, name: nameOfCopy(product, tenant), isWhole: false }
      return copyProduct(context, tenant, actor, product.id, copy)
    },
    goesOn: ({ id }) => at(paths.product, { uuid: id }, { done: 'copied' }),
  })
}

/** Says beside the field that a refusal is about what is wrong. Null: nothing that the form could put right. */
function explainRefusal(error: AppError, { request: { language } }: Asked): readonly FormProblem[] | null {
  if (error.code === 'cashless_product_exists')
    return [{ field: 'send_to_cashless', detail: refusalTexts[language].errors[error.code].detail }]
  return explainFields(error, language)
}

/** @throws AppError not_found */
async function read(context: Pick<Context, 'database' | 'now'>, { tenant }: FastifyRequest, id: string) {
  const { from } = currentDay(context.now(), tenant.timeZone)
  return context.database.asTenant(tenant.id, async (tx) => {
    const product = await getProduct(tx, id)
    const priceIds = product.prices.map((price) => price.id)
    const held = await countHeld(tx, priceIds)
    // How many people are on a waiting list for it.
    const awaited = await countWaitingFor(tx, priceIds, context.now())
    const events = await listEvents(tx, { publishedOnly: false, productId: id, from, limit: mostEvents })
    return { product, held, awaited, events }
  })
}

function show(context: Context, { request, reply }: Asked, shown: Shown, form: FormState<FilledProduct>): string {
  const { tenant, language } = request
  const { product, held, awaited, events } = shown
  const [words, desk] = [productTexts[language], deskTexts[language]]
  const action = at(paths.product, { uuid: product.id })
  const ofPicture = form.problems.filter(({ field }) => field === 'img')
  const problems = form.problems.filter(({ field }) => field !== 'img')
  const now = context.now()
  return showRoom(
    { request, reply },
    {
      title: product.name,
      area: 'products',
      back: [paths.products, words.back],
      heading: <Written>{product.name}</Written>,
    },
    <p class="muted">
      {words.kinds[product.kind].name} · {words.lists[listOf(product)]}
    </p>,
    <Done>{saidOf(form.done, { saved: desk.saved, copied: words.copied, price: words.priceSaved })}</Done>,
    <ArchiveDone action={`${action}archive/`} archived={product.archived} done={form.done} />,
    <Problems problems={ofPicture} title={desk.refused} />,
    <ProductPrices {...{ product, held, tenant, now }} />,
    <Standing product={product} />,
    <Section id="about" title={words.about}>
      <p class="prose muted">{words.kinds[product.kind].what}</p>
      <ProductForm
        {...{ action, problems }}
        filled={form.filled ?? filledFrom(askedFields, product, request)}
        kind={product.kind}
        first={<Seen version={versionOf(productValues(product))} seen={form.seen} />}
        buttons={<SaveButton asItIs={form.filled !== null && problems.length > 0 ? action : null} />}
      />
    </Section>,
    <ImageForm action={`${action}image/`} imageKey={product.imageKey} problems={ofPicture} words={desk.image} />,
    <Events {...{ product, events }} />,
    <Copy product={product} />,
    <Archive product={product} awaited={awaited} />,
    <LogLink of={product.id} />,
  )
}
