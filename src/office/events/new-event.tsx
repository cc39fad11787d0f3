import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findUsualVat } from '../../features/catalog/catalog.queries.ts'
import { timesLike } from '../../features/event/copy-event.ts'
import { type Event, findEvent } from '../../features/event/event.queries.ts'
import { listProgrammeChoices, type ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { createEvent } from '../../features/event/save-event.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { at, paths } from '../../lib/paths.ts'
import { isUuid } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewPicture } from '../kit/image-form.tsx'
import { NewHeading, NewKey, PageBody } from '../kit/parts.tsx'
import { vatRule, vatText } from '../products/filled-price.ts'
import { newPictureFields, takeNewPicture } from '../kit/take-new-picture.ts'
import { amountRule, wholeNumberRule } from '../kit/typed.ts'
import { whatToAsk } from './ask-once.ts'
import { EventForm, Meant, placesOf } from './event-form.tsx'
import { explainRefusal } from './explain-event.ts'
import {
  emptyEvent,
  type FilledEvent,
  type FilledPrice,
  filledEventFrom,
  filledEventIn,
  newEventBody,
  readEvent,
  readFirstPrice,
} from './filled-event.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

const url = paths.newEvent

type Begun = {
  /** The event that it is made like. */
  readonly model: Event | null
  /** What places cost in VAT, as most do here. */
  readonly usualVat: number | null
}
type FilledNew = {
  readonly event: FilledEvent
  readonly price: FilledPrice
  readonly picture: Awaited<ReturnType<typeof takeNewPicture>>
}

/** An event that is on sale after one form: what is not said is as usual. */
export function registerNewEventPage(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url,
    access: staff('programme'),
    withFiles: true,
    body: { ...newEventBody, ...newPictureFields },
    begin: async ({ request }, like): Promise<Begun> => ({
      model: await findModel(context, request, like),
      usualVat: await context.database.asTenant(request.tenant.id, (tx) => findUsualVat(tx, 'ticket')),
    }),
    typed: async (body, { request }): Promise<FilledNew> => ({
      event: filledEventIn(body, request.tenant, null),
      price: {
        name: body.price_name ?? '',
        amount: body.price_amount ?? '',
        vat: body.price_vat ?? '',
        stock: body.price_stock ?? '',
      },
      picture: await takeNewPicture(context, request, body),
    }),
    check: ({ asked: { request }, begun: { model }, filled }) => {
      const { tenant, language } = request
      const event = readEvent(filled.event, tenant, language)
      const price = readFirstPrice(filled.price, tenant, language)
      const problems = [...event.problems, ...price.problems, ...filled.picture.problems]
      // Of what cannot be read nothing follows.
      const moved = model === null || problems.length > 0 ? {} : timesLike(model, event.values, tenant.timeZone)
      return { values: { event: { ...event.values, ...moved }, price: price.values }, problems }
    },
    ask: async ({ asked, filled, values, id, body }) =>
      body.anyhow === filled.event.starts
        ? []
        : whatToAsk(context, asked.request, { ...values.event, id, published: body.publish === 'yes' }),
    save: async ({ asked: { request }, filled, values: { event, price }, id, body }) => {
      const made = await createEvent(context, request.tenant, request.actor, {
        ...event,
        id,
        published: body.publish === 'yes',
        imageKey: filled.picture.imageKey,
        ...(price === null ? {} : { firstPrice: price }),
      })
      return at(paths.event, { uuid: made.id }, { done: 'made' })
    },
    explain: explainRefusal,
    show: (asked, state) => show(context, asked, state),
  })
}

/** Null: none was named, or it is gone. */
async function findModel(context: Context, { tenant }: FastifyRequest, id: string): Promise<Event | null> {
  if (!isUuid(id)) return null
  return context.database.asTenant(tenant.id, (tx) => findEvent(tx, id))
}

async function show(
  context: Context,
  asked: Asked,
  { begun: { model, usualVat }, filled, key, problems, isAsked }: NewState<Begun, FilledNew>,
): Promise<string> {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const [words, desk] = [eventTexts[language], deskTexts[language]]
  const choices = await context.database.asTenant(tenant.id, listProgrammeChoices)
  const start = model === null ? usualEvent(choices) : { ...filledEventFrom(model, tenant.timeZone), starts: '' }
  const event = filled?.event ?? start
  const none = { name: words.first.usualName, amount: '', stock: '', vat: vatText(usualVat, language) }
  const imageKey = filled === null ? (model?.imageKey ?? null) : filled.picture.imageKey
  const { likeTitle, likeLead } = eventEndsTexts[language]
  return showAdminPage(
    asked,
    { title: model === null ? words.newTitle : likeTitle({ name: model.name }), area: 'events' },
    <PageBody
      back={[paths.events, words.back]}
      heading={<NewHeading model={model} title={words.newTitle} likeTitle={likeTitle} />}
      lead={model === null ? words.newLead : likeLead}
    >
      <EventForm
        action={url}
        filled={event}
        {...{ choices, problems, tenant }}
        hidden={
          <>
            <NewKey value={key} like={model} />
            {isAsked ? <Meant starts={event.starts} /> : null}
          </>
        }
        picture={<NewPicture {...{ imageKey, problems }} words={desk.image} note={desk.optional} />}
        sale={<FirstPriceFields price={filled?.price ?? none} problems={problems} />}
        buttons={<Buttons isLike={model !== null} />}
      />
    </PageBody>,
  )
}

/** Most have one place: the first stage of the first location is where most events are. */
function usualEvent(choices: ProgrammeChoices): FilledEvent {
  const [[first = ''] = [], [second = first] = []] = placesOf(choices)
  const [project] = choices.projects
  return { ...emptyEvent, place: second, project: project?.id ?? '' }
}

/** What is made like another is looked at once more before it is published. */
function Buttons({ isLike }: { readonly isLike: boolean }) {
  const words = useTexts(eventTexts)
  const buttons = [
    <button key="yes" class={isLike ? 'button quiet' : 'button'} type="submit" name="publish" value="yes">
      {words.publishNow}
    </button>,
    <button key="no" class={isLike ? 'button' : 'button quiet'} type="submit" name="publish" value="no">
      {words.keepForLater}
    </button>,
  ]
  return <>{isLike ? buttons.toReversed() : buttons}</>
}

type FirstPriceProps = { readonly price: FilledPrice; readonly problems: readonly FormProblem[] }

function FirstPriceFields({ price, problems }: FirstPriceProps) {
  const { language, currency } = useReader()
  const { first } = useTexts(eventTexts)
  const { fields } = useTexts(priceTexts)
  const { optional, problems: usual } = useTexts(deskTexts)
  const shared = { autocomplete: 'off', problems } as const
  return (
    <fieldset class="stack offer">
      <legend>{first.title}</legend>
      <p class="muted small">{first.help}</p>
      <Field {...shared} id="price_name" label={first.name} maxLength={200} value={price.name} />
      <div class="pair">
        <Field
          {...shared}
          id="price_amount"
          label={first.amount({ currency })}
          help={first.amountHelp}
          inputMode="decimal"
          rule={amountRule(currency, language)}
          maxLength={12}
          value={price.amount}
        />
        <Field
          {...shared}
          id="price_vat"
          label={fields.vat}
          help={fields.vatHelp}
          inputMode="decimal"
          rule={vatRule(language)}
          maxLength={10}
          value={price.vat}
        />
      </div>
      <div class="pair">
        <Field
          {...shared}
          id="price_stock"
          label={first.stock}
          note={optional}
          help={first.stockHelp}
          inputMode="numeric"
          rule={wholeNumberRule(usual.wholeNumber)}
          maxLength={10}
          value={price.stock}
        />
      </div>
    </fieldset>
  )
}
