import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { findClashes } from '../../features/event/clashes.queries.ts'
import { copyEvent, mostCopies, startsAgain } from '../../features/event/copy-event.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { overlap } from '../../features/event/event.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { movingAlong } from '../../lib/time.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { ArrayIn, BooleanIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { readTyped } from '../kit/typed.ts'
import { dateFields, datesKey } from './copies-form.tsx'
import { readEventForms, showEventForm } from './event-forms.tsx'

const CopiesBody = Type.Object({
  key: UuidIn,
  times: Maybe(TypedText({ max: 10 })),
  every: Maybe(TypedText({ max: 10 })),
  date: Type.Optional(ArrayIn(Maybe(TypedText({ max: 40 })), { max: dateFields.length })),
  publish: Maybe(BooleanIn),
  /** The dates that were looked at (`datesKey`). */
  looked: Maybe(TypedText({ max: 1000 })),
})

/** Registers the copying of an event to other dates, once they were looked at. */
export function registerEventCopies(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: paths.eventCopies,
    access: staff('programme'),
    forms: true,
    params: UuidParams,
    body: CopiesBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventForms(context, request, params.uuid)
      const { event } = shown
      const { starts, problems } = readStarts(body, event, tenant, language)
      const published = body.publish === true
      const planned = {
        key: body.key,
        times: body.times ?? '',
        every: body.every ?? '',
        published,
        dates: (body.date ?? []).map((date) => date ?? ''),
      }
      if (problems.length > 0) {
        reply.code(400)
        const form = { filled: null, problems, planned: { ...planned, starts: [] } }
        return showEventForm(context, { request, reply }, 'schedule', shown, form)
      }
      if (body.looked !== datesKey(starts)) {
        const wanted = starts.map((startsAt) => ({
          startsAt,
          endsAt: event.endsAt && movingAlong(event.startsAt, startsAt, tenant.timeZone)(event.endsAt),
        }))
        const clashes = await context.database.asTenant(tenant.id, (tx) => findClashes(tx, wanted, event, null))
        const looked = wanted.map((times, index) => ({
          at: times.startsAt,
          clashes: clashes[index] ?? [],
          meetsAnother: hasPlace(event) && wanted.some((other) => other !== times && overlap(times, other)),
        }))
        const form = { filled: null, problems: [], planned: { ...planned, starts: looked } }
        return showEventForm(context, { request, reply }, 'schedule', shown, form)
      }
      const copying = { key: body.key, starts, published, isWhole: false }
      const [copy] = await copyEvent(context, tenant, actor, params.uuid, copying)
      return reply.redirect(at(paths.event, { uuid: copy?.id ?? '' }, { done: `copied-${starts.length}` }), 303)
    },
  })
}

const hasPlace = ({ locationId, stageId }: Event) => locationId !== null || stageId !== null

/** The dates that were chosen freely, if there are any, or else the row. */
function readStarts(
  { times = '', every, date = [] }: Static<typeof CopiesBody>,
  event: Event,
  tenant: Tenant,
  language: Language,
): { readonly starts: readonly Date[]; readonly problems: readonly FormProblem[] } {
  const typed = readTyped({ tenant, language })
  const chosen = date.flatMap((text, index) => {
    const at = typed.time(dateFields[index] ?? '', text ?? '')
    return at === null ? [] : [at.getTime()]
  })
  if (chosen.length > 0 || typed.problems.length > 0) {
    const starts = [...new Set(chosen)].toSorted((one, other) => one - other)
    return { starts: starts.map((at) => new Date(at)), problems: typed.problems }
  }
  const row = /^\d{1,2}$/.test(times ?? '') ? Number(times) : 0
  if (row < 1 || row > mostCopies) typed.wrong('times', eventTexts[language].problems.times({ most: mostCopies }))
  const everyDays = every === 'day' ? 1 : 7
  const starts = startsAgain(event.startsAt, { times: row, everyDays }, tenant.timeZone)
  return { starts, problems: typed.problems }
}
