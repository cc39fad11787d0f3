import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findUsualVat } from '../../features/catalog/catalog.queries.ts'
import { timesLike } from '../../features/event/copy-event.ts'
import { type Event, findEvent } from '../../features/event/event.queries.ts'
import { listProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { createEvent } from '../../features/event/save-event.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { isUuid } from '../../lib/text.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { WrittenWithin } from '../../pages/written.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewPicture } from '../kit/image-form.tsx'
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
  // Most have one place: the first stage of the first location is where most events are.
  const [[first = ''] = [], [second = first] = []] = placesOf(choices)
  const [project] = choices.projects
  const usual = { ...emptyEvent, place: second, project: project?.id ?? '' }
  const start = model === null ? usual : { ...filledEventFrom(model, tenant.timeZone), starts: '' }
  const event = filled?.event ?? start
  const price = filled?.price ?? {
    name: words.first.usualName,
    amount: '',
    stock: '',
    vat: vatText(usualVat, language),
  }
  const imageKey = filled === null ? (model?.imageKey ?? null) : filled.picture.imageKey
  const { likeTitle, likeLead } = eventEndsTexts[language]
  const buttons = [
    <button key="yes" class={model === null ? 'button' : 'button quiet'} type="submit" name="publish" value="yes">
      {words.publishNow}
    </button>,
    <button key="no" class={model === null ? 'button quiet' : 'button'} type="submit" name="publish" value="no">
      {words.keepForLater}
    </button>,
  ]
  return showAdminPage(
    asked,
    { title: model === null ? words.newTitle : likeTitle({ name: model.name }), area: 'events' },
    <div class="stack">
      <p>
        <a href={paths.events}>{words.back}</a>
      </p>
      <h1>
        {model === null ? (
          words.newTitle
        ) : (
          <WrittenWithin sentence={(name) => likeTitle({ name })}>{model.name}</WrittenWithin>
        )}
      </h1>
      <p class="prose">{model === null ? words.newLead : likeLead}</p>
      <EventForm
        action={url}
        filled={event}
        choices={choices}
        problems={problems}
        tenant={tenant}
        language={language}
        hidden={
          <>
            <input type="hidden" name="key" value={key} />
            {isAsked ? <Meant starts={event.starts} /> : null}
            {model === null ? null : <input type="hidden" name="like" value={model.id} />}
          </>
        }
        picture={<NewPicture {...{ imageKey, problems }} words={desk.image} note={desk.optional} />}
        sale={<FirstPriceFields {...{ price, problems, currency: tenant.currency, language }} />}
        buttons={model === null ? buttons : buttons.toReversed()}
      />
    </div>,
  )
}

type FirstPriceProps = {
  readonly price: FilledPrice
  readonly problems: readonly FormProblem[]
  readonly currency: string
  readonly language: Language
}

function FirstPriceFields({ price, problems, currency, language }: FirstPriceProps) {
  const { first } = eventTexts[language]
  const { fields } = priceTexts[language]
  return (
    <fieldset class="stack offer">
      <legend>{first.title}</legend>
      <p class="muted small">{first.help}</p>
      <Field
        id="price_name"
        label={first.name}
        autocomplete="off"
        maxLength={200}
        problems={problems}
        value={price.name}
      />
      <div class="pair">
        <Field
          id="price_amount"
          label={first.amount({ currency })}
          help={first.amountHelp}
          inputMode="decimal"
          rule={amountRule(currency, language)}
          autocomplete="off"
          maxLength={12}
          problems={problems}
          value={price.amount}
        />
        <Field
          id="price_vat"
          label={fields.vat}
          help={fields.vatHelp}
          inputMode="decimal"
          rule={vatRule(language)}
          autocomplete="off"
          maxLength={10}
          problems={problems}
          value={price.vat}
        />
      </div>
      <div class="pair">
        <Field
          id="price_stock"
          label={first.stock}
          note={deskTexts[language].optional}
          help={first.stockHelp}
          inputMode="numeric"
          rule={wholeNumberRule(deskTexts[language].problems.wholeNumber)}
          autocomplete="off"
          maxLength={10}
          problems={problems}
          value={price.stock}
        />
      </div>
    </fieldset>
  )
}
