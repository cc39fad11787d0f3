import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { copyEvent, mostCopies } from '../../../../features/event/copy-event.ts'
import { type Event, findEvent } from '../../../../features/event/event.queries.ts'
import { settingsOf } from '../../../../features/event/event-settings.ts'
import {
  listProgrammeChoices,
  type ProgrammeChoices,
} from '../../../../features/event/programme-choices.queries.ts'
import { changeEvent } from '../../../../features/event-notice/change-event.ts'
import { type EventNotice, listNotices } from '../../../../features/event-notice/event-notice.queries.ts'
import type { Language } from '../../../../lib/language.ts'
import { versionOf } from '../../../../lib/version.ts'
import { UuidParams } from '../../../api/params.ts'
import { errorStatus } from '../../../error-status.ts'
import { staff } from '../../../route.ts'
import { deskTexts } from '../../../texts/admin/desk-texts.ts'
import { eventTexts } from '../../../texts/admin/event-texts.ts'
import { guestTexts } from '../../../texts/admin/guest-texts.ts'
import { waitingTexts } from '../../../texts/admin/waiting-texts.ts'
import { BooleanIn, Maybe, TextQuery, TypedText, UuidIn } from '../../../wire/schemas.ts'
import { Done } from '../../form/done.tsx'
import { type FormProblem, Problems } from '../../form/problems.tsx'
import { When } from '../../format.tsx'
import { page } from '../../page.ts'
import { Written } from '../../written.tsx'
import { changeImage } from '../change-image.ts'
import { doorListPath } from '../door-lists.tsx'
import { showAdminPage } from '../frame.tsx'
import { guestsPath } from '../guests/guests.tsx'
import { ImageForm } from '../image-form.tsx'
import { waitingListPath } from '../waiting-lists/waiting-list-path.ts'
import { EventForm } from './event-form.tsx'
import { EventPrices } from './event-prices.tsx'
import { Copies, Publication, Turns } from './event-sections.tsx'
import { EventState } from './events.tsx'
import { explainChanges, explainRefusal } from './explain-event.ts'
import { EventBody, type FilledEvent, filledFrom, filledIn, readEvent } from './filled-event.ts'

const oneUrl = '/admin/events/:uuid/'

const CopiesBody = Type.Object({
  key: UuidIn,
  times: Maybe(TypedText({ max: 10 })),
  every: Maybe(TypedText({ max: 10 })),
  publish: Maybe(BooleanIn),
})

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply }
type Shown = {
  readonly event: Event
  readonly choices: ProgrammeChoices
  readonly notices: readonly EventNotice[]
}
type Form = {
  /** Null: as it is. */
  readonly filled: FilledEvent | null
  readonly problems: readonly FormProblem[]
  readonly done?: string
}

/** One event: what is said of it, its picture, whether it is visible, and more dates of it. */
export function registerEventPages(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: oneUrl,
    access: staff('programme'),
    summary: 'An event, to be changed',
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ params, query, request, reply }) =>
      show(context, { request, reply }, await read(context, request, params.uuid), {
        filled: null,
        problems: [],
        done: query.done ?? '',
      }),
  })

  page(app, {
    method: 'POST',
    url: oneUrl,
    access: staff('programme'),
    summary: 'Change an event',
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...EventBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await read(context, request, params.uuid)
      const filled = filledIn(body)
      const again = (now: Shown, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return show(context, { request, reply }, now, { filled, problems })
      }
      const { values, problems } = readEvent(filled, tenant, language)
      if (problems.length > 0) return again(shown, problems, 400)
      try {
        await changeEvent(context, tenant, actor, params.uuid, values, { seen: body.seen })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await read(context, request, params.uuid)
          const there = filledFrom(now.event, tenant.timeZone)
          return again(now, explainChanges(there, filled, now.choices, language), 409)
        }
        const explained = explainRefusal(error, language)
        if (explained === null) throw error
        return again(shown, explained, errorStatus[error.code])
      }
      return reply.redirect(`/admin/events/${shown.event.id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}publication/`,
    access: staff('programme'),
    summary: 'Publish an event, or take it off the public pages',
    forms: true,
    params: UuidParams,
    body: Type.Object({ published: BooleanIn }),
    handler: async ({ tenant, actor, params, body, reply }) => {
      const { id } = await changeEvent(context, tenant, actor, params.uuid, { published: body.published })
      return reply.redirect(`/admin/events/${id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}image/`,
    access: staff('programme'),
    summary: 'Give an event another picture, or none',
    forms: 'with_files',
    params: UuidParams,
    body: Type.Object({ remove: Maybe(BooleanIn) }),
    handler: async ({ tenant, actor, params, body, request, reply }) => {
      const shown = await read(context, request, params.uuid)
      const refused = await changeImage(context, { request, remove: body.remove }, (imageKey) =>
        changeEvent(context, tenant, actor, params.uuid, { imageKey }),
      )
      if (refused) {
        reply.code(refused.status)
        return show(context, { request, reply }, shown, { filled: null, problems: refused.problems })
      }
      return reply.redirect(`/admin/events/${shown.event.id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}copies/`,
    access: staff('programme'),
    summary: 'Make an event again on later dates',
    forms: true,
    params: UuidParams,
    body: CopiesBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await read(context, request, params.uuid)
      const times = /^\d{1,2}$/.test(body.times ?? '') ? Number(body.times) : 0
      if (times < 1 || times > mostCopies) {
        reply.code(400)
        const problems = [{ field: 'times', detail: eventTexts[language].problems.times(mostCopies) }]
        return show(context, { request, reply }, shown, { filled: null, problems })
      }
      const [copy] = await copyEvent(context, tenant, actor, params.uuid, {
        ...{ key: body.key, times, everyDays: body.every === 'day' ? 1 : 7 },
        published: body.publish === true,
      })
      return reply.redirect(`/admin/events/${copy?.id ?? ''}/?done=copied-${times}`, 303)
    },
  })
}

/** @throws AppError not_found */
async function read(context: Context, { tenant }: FastifyRequest, id: string): Promise<Shown> {
  return context.database.asTenant(tenant.id, async (tx) => {
    const event = await findEvent(tx, id)
    if (!event) throw new AppError('not_found')
    return { event, choices: await listProgrammeChoices(tx), notices: await listNotices(tx, id) }
  })
}

function show(context: Context, { request, reply }: Asked, shown: Shown, form: Form): string {
  const { tenant, language } = request
  const { event, choices, notices } = shown
  const words = eventTexts[language]
  const desk = deskTexts[language]
  const action = `/admin/events/${event.id}/`
  const ofOtherForms = form.problems.filter(({ field }) => field === 'img' || field === 'times')
  const problems = form.problems.filter((problem) => !ofOtherForms.includes(problem))
  const done = doneWords(form.done ?? '', language)
  return showAdminPage(
    { request, reply },
    { title: event.name, area: 'events' },
    <div class="stack">
      <p>
        <a href="/admin/events/">{words.back}</a>
      </p>
      <h1>
        <Written>{event.name}</Written>
      </h1>
      <p class="muted">
        <When at={event.startsAt} timeZone={tenant.timeZone} now={context.now()} language={language} />
        <EventState event={event} language={language} />
      </p>
      <Done>{done}</Done>
      <Problems problems={ofOtherForms} title={desk.refused} />
      <div class="actions">
        {event.published ? (
          <a class="button quiet" href={`/events/${event.slug}/`}>
            {words.publicPage}
          </a>
        ) : null}
        <a class="button quiet" href={`${action}message/`}>
          {words.message.link}
        </a>
        <a class="button quiet" href={guestsPath(event.id)}>
          {guestTexts[language].link}
        </a>
        <a class="button quiet" href={waitingListPath(event.id)}>
          {waitingTexts[language].link}
        </a>
        <a class="button quiet" href={doorListPath(event.id)}>
          {words.doorList}
        </a>
        <a class="button quiet" href={`/admin/exports/tickets/?event=${event.id}`}>
          {words.exportTickets}
        </a>
        <a class="button quiet" href={`/admin/audit/?of=${event.id}`}>
          {desk.log}
        </a>
      </div>
      <Publication event={event} language={language} />
      <EventForm
        action={action}
        filled={form.filled ?? filledFrom(event, tenant.timeZone)}
        choices={choices}
        problems={problems}
        tenant={tenant}
        language={language}
        hidden={<input type="hidden" name="seen" value={versionOf(settingsOf(event))} />}
        buttons={
          <>
            <button class="button" type="submit">
              {desk.save}
            </button>
            {form.filled !== null && problems.length > 0 ? <a href={action}>{desk.lookAtNow}</a> : null}
          </>
        }
      />
      <EventPrices
        products={choices.products.filter(({ id }) => event.productIds.includes(id))}
        tenant={tenant}
        now={context.now()}
        language={language}
      />
      <ImageForm
        action={`${action}image/`}
        imageKey={event.imageKey}
        problems={ofOtherForms}
        words={desk.image}
      />
      <Copies event={event} problems={ofOtherForms} language={language} />
      <Turns event={event} notices={notices} language={language} />
    </div>,
  )
}

function doneWords(done: string, language: Language): string | null {
  const words = eventTexts[language]
  const [, copies] = /^copied-(\d{1,2})$/.exec(done) ?? []
  if (copies !== undefined) return words.copied(Number(copies))
  return done === 'saved' ? deskTexts[language].saved : done === 'made' ? words.made : null
}
