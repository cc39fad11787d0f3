import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { listProgrammeChoices } from '../../../../features/event/programme-choices.queries.ts'
import { createEvent } from '../../../../features/event/save-event.ts'
import { requireSelling } from '../../../../features/tenant/category-rules.ts'
import { newId, repeatableId } from '../../../../lib/ids.ts'
import type { Language } from '../../../../lib/language.ts'
import { errorStatus } from '../../../error-status.ts'
import { staff } from '../../../route.ts'
import { deskTexts } from '../../../texts/admin/desk-texts.ts'
import { eventTexts } from '../../../texts/admin/event-texts.ts'
import { Field } from '../../form/field.tsx'
import type { FormProblem } from '../../form/problems.tsx'
import { page } from '../../page.ts'
import { showAdminPage } from '../frame.tsx'
import { EventForm, placesOf } from './event-form.tsx'
import { explainRefusal } from './explain-event.ts'
import {
  emptyEvent,
  type FilledEvent,
  type FilledPrice,
  filledIn,
  NewEventBody,
  readEvent,
  readFirstPrice,
} from './filled-event.ts'

const url = '/admin/events/new/'

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }
type Form = {
  readonly filled: FilledEvent
  readonly price: FilledPrice
  /** By which a second press of its button is known. */
  readonly key: string
  readonly problems: readonly FormProblem[]
}

/** An event that is on sale after one form: what is not said is as usual. */
export function registerNewEventPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access: staff('programme'),
    summary: 'The form of a new event',
    handler: ({ language, request, reply }) => {
      const price = { name: eventTexts[language].first.usualName, amount: '', stock: '' }
      return show(context, { request, reply }, { filled: null, price, key: newId(), problems: [] })
    },
  })

  page(app, {
    method: 'POST',
    url,
    access: staff('programme'),
    summary: 'Make an event, with its first price if there is one',
    forms: true,
    body: NewEventBody,
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(body)
      const price = {
        name: body.price_name ?? '',
        amount: body.price_amount ?? '',
        stock: body.price_stock ?? '',
      }
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return show(context, { request, reply }, { filled, price, key: body.key, problems })
      }
      const [event, first] = [readEvent(filled, tenant, language), readFirstPrice(price, tenant, language)]
      const problems = [...event.problems, ...first.problems]
      if (problems.length > 0) return again(problems, 400)
      try {
        const made = await createEvent(context, tenant, actor, {
          ...event.values,
          id: repeatableId(tenant.id, body.key),
          published: body.publish === 'yes',
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

/** @param form its `filled` null: nothing was typed yet */
async function show(
  context: Context,
  { request, reply }: Asked,
  { filled, price, key, problems }: Omit<Form, 'filled'> & { readonly filled: FilledEvent | null },
): Promise<string> {
  const { tenant, language } = request
  requireSelling(tenant)
  const words = eventTexts[language]
  const choices = await context.database.asTenant(tenant.id, listProgrammeChoices)
  // Most have one place: the first stage of the first location is where most events are.
  const [[first = ''] = [], [second = first] = []] = placesOf(choices)
  const [project] = choices.projects
  return showAdminPage(
    { request, reply },
    { title: words.newTitle, area: 'events' },
    <div class="stack">
      <p>
        <a href="/admin/events/">{words.back}</a>
      </p>
      <h1>{words.newTitle}</h1>
      <p class="prose">{words.newLead}</p>
      <EventForm
        action={url}
        filled={filled ?? { ...emptyEvent, place: second, project: project?.id ?? '' }}
        choices={choices}
        problems={problems}
        tenant={tenant}
        language={language}
        hidden={<input type="hidden" name="key" value={key} />}
        sale={<FirstPriceFields {...{ price, problems, currency: tenant.currency, language }} />}
        buttons={
          <>
            <button class="button" type="submit" name="publish" value="yes">
              {words.publishNow}
            </button>
            <button class="button quiet" type="submit" name="publish" value="no">
              {words.keepForLater}
            </button>
          </>
        }
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
          label={first.amount(currency)}
          help={first.amountHelp}
          inputMode="decimal"
          autocomplete="off"
          maxLength={12}
          problems={problems}
          value={price.amount}
        />
        <Field
          id="price_stock"
          label={first.stock}
          note={deskTexts[language].optional}
          help={first.stockHelp}
          inputMode="numeric"
          autocomplete="off"
          maxLength={10}
          problems={problems}
          value={price.stock}
        />
      </div>
    </fieldset>
  )
}
