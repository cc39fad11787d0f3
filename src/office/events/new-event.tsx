import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findUsualVat } from '../../features/catalog/catalog.queries.ts'
import { timesLike } from '../../features/event/copy-event.ts'
import { type Event, findEvent } from '../../features/event/event.queries.ts'
import { listProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { createEvent } from '../../features/event/save-event.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isUuid } from '../../lib/text.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { WrittenWithin } from '../../pages/written.tsx'
import { showAdminPage } from '../kit/frame.tsx'
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
  filledFrom,
  filledIn,
  NewEventBody,
  readEvent,
  readFirstPrice,
} from './filled-event.ts'

const url = '/admin/events/new/'

type Form = {
  readonly filled: FilledEvent
  readonly price: FilledPrice
  /** By which a second press of its button is known. */
  readonly key: string
  readonly problems: readonly FormProblem[]
  readonly imageKey: string | null
  /** The event that it is made like. */
  readonly model: Event | null
  /** Whether it is asked about once, by its problems. */
  readonly isAsked?: boolean
}

/** An event that is on sale after one form: what is not said is as usual. */
export function registerNewEventPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access: staff('programme'),
    summary: 'The form of a new event',
    query: Type.Object({ like: Type.Optional(TextQuery) }),
    handler: async ({ tenant, language, query, request, reply }) => {
      const usual = await context.database.asTenant(tenant.id, (tx) => findUsualVat(tx, 'ticket'))
      const { usualName } = eventTexts[language].first
      const price = { name: usualName, amount: '', vat: vatText(usual, language), stock: '' }
      const model = await findModel(context, request, query.like)
      const imageKey = model?.imageKey ?? null
      const form = { filled: null, price, key: newId(), problems: [], imageKey, model }
      return show(context, { request, reply }, form)
    },
  })

  page(app, {
    method: 'POST',
    url,
    access: staff('programme'),
    summary: 'Make an event, with its first price if there is one',
    forms: 'with_files',
    refusesPicture: true,
    body: Type.Object({ ...NewEventBody.properties, ...newPictureFields }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(body, tenant)
      const price = {
        name: body.price_name ?? '',
        amount: body.price_amount ?? '',
        vat: body.price_vat ?? '',
        stock: body.price_stock ?? '',
      }
      const model = await findModel(context, request, body.like)
      const { imageKey, problems: ofPicture } = await takeNewPicture(context, request, body)
      const again = (problems: readonly FormProblem[], status: number, isAsked = false) => {
        reply.code(status)
        const form = { filled, price, key: body.key, problems, imageKey, model, isAsked }
        return show(context, { request, reply }, form)
      }
      const [event, first] = [readEvent(filled, tenant, language), readFirstPrice(price, tenant, language)]
      const problems = [...event.problems, ...first.problems, ...ofPicture]
      if (problems.length > 0) return again(problems, 400)
      const values =
        model === null
          ? event.values
          : { ...event.values, ...timesLike(model, event.values, tenant.timeZone) }
      const published = body.publish === 'yes'
      const id = repeatableId(tenant.id, body.key)
      if (body.anyhow !== body.starts) {
        const asked = await whatToAsk(context, request, { ...values, id, published })
        if (asked.length > 0) return again(asked, 409, true)
      }
      try {
        const made = await createEvent(context, tenant, actor, {
          ...values,
          ...{ id, published, imageKey },
          ...(first.price === null ? {} : { firstPrice: first.price }),
        })
        return reply.redirect(`/admin/events/${made.id}/?done=made`, 303)
      } catch (error) {
        const explained = error instanceof AppError ? explainRefusal(error, language) : null
        if (!(error instanceof AppError) || explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
    },
  })
}

/** Null: none was named, or it is gone. */
async function findModel(
  context: Context,
  { tenant }: FastifyRequest,
  id: string | null | undefined,
): Promise<Event | null> {
  if (!id || !isUuid(id)) return null
  return context.database.asTenant(tenant.id, (tx) => findEvent(tx, id))
}

/** @param form its `filled` null: nothing was typed yet */
async function show(
  context: Context,
  { request, reply }: Asked,
  {
    filled,
    price,
    key,
    problems,
    imageKey,
    model,
    isAsked = false,
  }: Omit<Form, 'filled'> & { readonly filled: FilledEvent | null },
): Promise<string> {
  const { tenant, language } = request
  requireSelling(tenant)
  const [words, desk] = [eventTexts[language], deskTexts[language]]
  const choices = await context.database.asTenant(tenant.id, listProgrammeChoices)
  // Most have one place: the first stage of the first location is where most events are.
  const [[first = ''] = [], [second = first] = []] = placesOf(choices)
  const [project] = choices.projects
  const usual = { ...emptyEvent, place: second, project: project?.id ?? '' }
  const start = model === null ? usual : { ...filledFrom(model, tenant.timeZone), starts: '' }
  const { likeTitle, likeLead } = eventEndsTexts[language]
  const buttons = [
    <button
      key="yes"
      class={model === null ? 'button' : 'button quiet'}
      type="submit"
      name="publish"
      value="yes"
    >
      {words.publishNow}
    </button>,
    <button
      key="no"
      class={model === null ? 'button quiet' : 'button'}
      type="submit"
      name="publish"
      value="no"
    >
      {words.keepForLater}
    </button>,
  ]
  return showAdminPage(
    { request, reply },
    { title: model === null ? words.newTitle : likeTitle({ name: model.name }), area: 'events' },
    <div class="stack">
      <p>
        <a href="/admin/events/">{words.back}</a>
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
        filled={filled ?? start}
        choices={choices}
        problems={problems}
        tenant={tenant}
        language={language}
        hidden={
          <>
            <input type="hidden" name="key" value={key} />
            {isAsked ? <Meant starts={filled?.starts ?? ''} /> : null}
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
