import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { countHeld, getPrice } from '../../features/catalog/catalog.queries.ts'
import { priceValues, updatePrice } from '../../features/catalog/save-price.ts'
import { countWaitingFor } from '../../features/waiting-list/entry-view.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { versionOf } from '../../lib/version.ts'
import { staff, type Asked } from '../../http/route.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { Seen } from '../../pages/form/seen.tsx'
import { Written } from '../../pages/written.tsx'
import { archivePage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainForm, filledIn, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { ArchiveButton, ArchiveDone, Like, LogLink, SaveButton } from '../kit/parts.tsx'
import { Section } from '../../pages/parts.tsx'
import { askedFields, type FilledPrice, filledPriceFrom, readPrice } from './filled-price.ts'
import { PriceForm } from './price-form.tsx'
import { backToProduct, explainRefusal, readOffer } from './price-offer.tsx'
import { ThoseWaiting } from './product-sections.tsx'

type Priced = Awaited<ReturnType<typeof readPriced>>

/** Registers the page of a price: what it costs, when, for whom, and whether it is still sold. */
export function registerPricePage(app: FastifyInstance, context: Context): void {
  const access = staff('programme')
  editPage(app, {
    url: paths.price,
    access,
    body: typedFields(askedFields),
    read: ({ request }, id) => readPriced(context, request, id),
    typed: (body) => filledIn(askedFields, body),
    check: ({ asked: { request }, shown: { price, product }, filled }) => {
      const { tenant, language } = request
      return readPrice(filled, { tenant, kind: product.kind, former: price, language })
    },
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      updatePrice(context, request.tenant, request.actor, shown.price.id, values, seen),
    explain: explainRefusal,
    changes: ({ asked: { request }, shown, filled }) => explainChanges(shown, filled, request),
    show: showPrice,
    goesOn: ({ product }) => at(paths.product, { uuid: product.id }, { done: 'price' }),
  })

  archivePage(app, {
    of: paths.price,
    access,
    put: ({ request: { tenant, actor } }, id, archived) => updatePrice(context, tenant, actor, id, { archived }),
  })
}

function explainChanges({ price, memberships }: Priced, typed: FilledPrice, request: FastifyRequest) {
  const { language } = request
  const { changed, fields } = priceTexts[language]
  const names = new Map(memberships.map(({ id, name }) => [id, name]))
  const forms = [filledPriceFrom(price, request), typed] as const
  return explainForm(askedFields, fields, forms, { changed, language, names })
}

/** @throws AppError not_found */
async function readPriced(context: Pick<Context, 'database' | 'now'>, request: FastifyRequest, id: string) {
  const read = await context.database.asTenant(request.tenant.id, async (tx) => {
    const price = await getPrice(tx, id)
    const held = (await countHeld(tx, [id])).get(id) ?? 0
    // How many people are on a waiting list for it.
    return { price, held, awaited: await countWaitingFor(tx, [id], context.now()) }
  })
  return { ...(await readOffer(context, request, read.price.productId)), ...read }
}

function showPrice(asked: Asked, shown: Priced, state: FormState<FilledPrice>): string {
  const { product, memberships, price, held, awaited } = shown
  const { tenant, language } = asked.request
  const filled = state.filled ?? filledPriceFrom(price, asked.request)
  const { problems } = state
  const { archived } = price
  const words = priceTexts[language]
  const action = at(paths.price, { uuid: price.id })
  return showRoom(
    asked,
    { title: price.name, area: 'products', back: backToProduct(product), heading: <Written>{price.name}</Written> },
    <ArchiveDone action={`${action}archive/`} archived={archived} done={state.done} />,
    archived ? <p class="notice">{words.archived}</p> : null,
    <p class="prose">{held === 0 ? words.noneBooked : `${words.booked({ count: held })} ${words.keepsAmount}`}</p>,
    <PriceForm
      action={action}
      {...{ filled, product, memberships, problems, tenant }}
      hidden={<Seen version={versionOf(priceValues(price))} seen={state.seen} />}
      buttons={<SaveButton asItIs={problems.length > 0 ? action : null} />}
    />,
    <Like href={at(paths.newPrice, { uuid: product.id }, { like: price.id })} {...words} />,
    <Section id="archive" title={archived ? words.restore : words.archive} lead={archived ? null : words.archiveHelp}>
      {archived ? null : <ThoseWaiting count={awaited} />}
      <ArchiveButton action={`${action}archive/`} {...{ archived, words }} />
    </Section>,
    <LogLink of={price.id} />,
  )
}
