import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findUsualVat } from '../../features/catalog/catalog.queries.ts'
import { addPrices } from '../../features/event/add-prices.ts'
import { timesLike } from '../../features/event/copy-event.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { type EventSettings, settingsNamed, settingsOf } from '../../features/event/event-settings.ts'
import { listProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { listNotices } from '../../features/event-notice/event-notice.queries.ts'
import { type Asked, staff } from '../../http/route.ts'
import { newId } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { versionOf } from '../../lib/version.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { formerKeyTexts } from '../../messages/office/former-key.ts'
import { QuietLink } from '../../pages/parts.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { focusPage, imagePage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { checkForm, filledIn } from '../kit/form-values.ts'
import { ImageForm } from '../kit/image-form.tsx'
import { SaveButton } from '../kit/parts.tsx'
import { whatToAsk } from './ask-once.ts'
import { Copies, dateFields, type PlannedDates } from './copies-form.tsx'
import { EventForm, Meant } from './event-form.tsx'
import { showEventTab } from './event-frame.tsx'
import { EventPrices } from './event-prices.tsx'
import { ScheduleChanges } from './event-sections.tsx'
import { explainChanges, explainRefusal } from './explain-event.ts'
import {
  eventBody,
  type EventPart,
  eventParts,
  type FilledEvent,
  filledEventFrom,
  filledEventIn,
  isOfPart,
  readEvent,
  settingsAsked,
  withPart,
} from './filled-event.ts'
import { filledPricesFrom } from './filled-prices.ts'
import { askAboutMove, askedAbout, findMove, moveBody, MoveQuestion, type MoveQuestionProps } from './move-question.tsx'
import { postponeOnce, reasonField } from './schedule-changes.tsx'

const access = staff('programme')

const pathOf = {
  description: paths.eventDescription,
  schedule: paths.eventSchedule,
  prices: paths.eventPrices,
  doors: paths.eventDoors,
} as const satisfies Readonly<Record<EventPart, string>>

type Shown = Awaited<ReturnType<typeof readEventForms>>
type Form = FormState<FilledEvent> & {
  /** The dates that would be made. */
  readonly planned?: PlannedDates
  /** What is asked before an event that people have booked is moved. */
  readonly move?: MoveQuestionProps | null
}

/** Registers the forms by which an event is changed, each on a page of its own that saves alone. */
export function registerEventForms(app: FastifyInstance, context: Context): void {
  for (const part of Object.keys(eventParts) as EventPart[]) registerPart(app, context, part)
  imagePage(app, context, {
    of: paths.eventDescription,
    access,
    read: ({ request }, id) => readEventForms(context, request, id),
    save: ({ request: { tenant, actor } }, id, imageKey) => changeEvent(context, tenant, actor, id, { imageKey }),
    show: (asked, shown, form) => showEventForm(context, asked, 'description', shown, form),
  })
  focusPage(app, {
    of: paths.eventDescription,
    access,
    save: ({ request: { tenant, actor } }, id, imageFocus) => changeEvent(context, tenant, actor, id, { imageFocus }),
  })
}

function registerPart(app: FastifyInstance, context: Context, part: EventPart): void {
  editPage(app, {
    url: pathOf[part],
    access,
    body: { ...eventBody, ...moveBody },
    read: ({ request }, id) => readEventForms(context, request, id),
    typed: (body, { request }, { event }) => ({
      ...withPart(part, filledEventFrom(event, request), filledEventIn(body, request.tenant, event)),
      ...filledIn(reasonField, body),
    }),
    check: ({ asked: { request }, shown: { event }, filled }) => {
      const { values, prices, problems } = readEvent(filled, request.tenant, request.language)
      const said = checkForm(reasonField, filled, eventTexts[request.language].cancel, request)
      return {
        values: {
          settings: withTimesLeft(settingsNamed(values, settingsAsked(part, request.tenant)), event, filled, request),
          prices,
          ...said.values,
        },
        problems: [...problems.filter(({ field }) => isOfPart(part, field)), ...said.problems],
      }
    },
    // What was so before and is left as it is was meant.
    ask: async ({ asked: { request }, shown: { event, choices }, filled, values: { settings }, body }) => {
      const move = await findMove(context, request, event, filled)
      const isAnswered = move === null || (body.move !== undefined && body.moved === askedAbout(filled))
      if (body.anyhow === filled.starts && isAnswered) return []
      return [
        ...(move === null ? [] : askAboutMove(move, choices, request)),
        ...(isMoved(event, settings) ? await whatToAsk(context, request, { ...event, ...settings }) : []),
      ]
    },
    save: async ({
      asked: { request },
      shown: { event },
      filled,
      values: { settings, prices, reason },
      body: { seen, ...body },
    }) => {
      const { tenant, actor } = request
      // What was put back since is not what the answer is about.
      const move = body.moved === askedAbout(filled) ? body.move : undefined
      if (move === 'postpone') {
        const said = { ...event, ...settings, artists: [] }
        const { startsAt, endsAt, doorsOpenAt, doorsCloseAt } = timesLike(event, said, tenant.timeZone)
        const wanted = { ...settings, startsAt, endsAt, doorsOpenAt, doorsCloseAt, reason, seen }
        return at(paths.notice, { uuid: (await postponeOnce(context, request, event.id, wanted)).id })
      }
      await changeEvent(context, tenant, actor, event.id, settings, {
        seen,
        within: (tx, present) => addPrices(context, tx, tenant, actor, present, prices),
      })
      return move === 'message' ? at(paths.eventMessage, { uuid: event.id }) : null
    },
    goesOn: (_, path) => path,
    explain: explainRefusal,
    changes: ({ asked: { request }, shown, filled }) => {
      const there = filledEventFrom(shown.event, request)
      return explainChanges(there, withPart(part, there, filled), shown.choices, request.language)
    },
    show: async (asked, shown, form) => {
      const { filled, isAsked, problems } = form
      const asks = isAsked || problems.some(({ field }) => field === 'reason')
      const move = asks && filled ? await findMove(context, asked.request, shown.event, filled) : null
      return showEventForm(context, asked, part, shown, {
        ...form,
        move: move && filled && { request: asked.request, move, filled, problems },
      })
    },
  })
}

/** @throws AppError not_found */
export async function readEventForms(context: Context, { tenant }: FastifyRequest, id: string) {
  return context.database.asTenant(tenant.id, async (tx) => ({
    event: await getEvent(tx, id),
    choices: await listProgrammeChoices(tx),
    notices: await listNotices(tx, id),
    usualVat: await findUsualVat(tx, 'ticket'),
  }))
}

const timeFields = [
  ['startsAt', 'starts'],
  ['endsAt', 'ends'],
  ['doorsOpenAt', 'doors_open'],
  ['doorsCloseAt', 'doors_close'],
] as const

/** Keeps times that are left as the form showed them: where clocks go back, its minutes are those of two moments. */
function withTimesLeft(
  settings: Partial<EventSettings>,
  event: Event,
  filled: FilledEvent,
  request: FastifyRequest,
): Partial<EventSettings> {
  const there = filledEventFrom(event, request)
  const left = timeFields.filter(([time, field]) => time in settings && filled[field] === there[field])
  const artists = settings.artists?.map((artist, index) => {
    const typed = filled.artists[index]
    const same = there.artists.findIndex(({ id, at }) => id === typed?.id && at === typed.at)
    return event.artists[same] ?? artist
  })
  return {
    ...settings,
    ...(artists && { artists }),
    ...settingsNamed(
      event,
      left.map(([time]) => time),
    ),
  }
}

/** Whether the event would take place at another time or in another place. */
function isMoved(event: Event, values: Partial<EventSettings>): boolean {
  const there = { ...event, ...values }
  return (
    there.startsAt.getTime() !== event.startsAt.getTime() ||
    there.endsAt?.getTime() !== event.endsAt?.getTime() ||
    there.locationId !== event.locationId ||
    there.stageId !== event.stageId
  )
}

/** Names of fields that stand below the form of a page, in forms of their own. */
const otherForms: ReadonlySet<string> = new Set(['img', 'times', ...dateFields])

/** Shows one form of an event, and what else belongs to its matter. */
export function showEventForm(context: Context, asked: Asked, part: EventPart, shown: Shown, form: Form): string {
  const { tenant, language } = asked.request
  const { event, choices, notices, usualVat } = shown
  const desk = deskTexts[language]
  const action = at(pathOf[part], { uuid: event.id })
  const isOfOther = ({ field }: Form['problems'][number]) => otherForms.has(field ?? '')
  const prices = filledPricesFrom(usualVat, { price_key: newId() }, asked.request)
  const ofOthers = form.problems.filter(isOfOther)
  const problems = form.problems.filter((problem) => !isOfOther(problem))
  return showEventTab(
    asked,
    { event, tab: part, done: form.done },
    <>
      <Problems problems={ofOthers} title={desk.refused} />
      {part === 'prices' ? (
        <EventPrices
          products={choices.products.filter(({ id }) => event.productIds.includes(id))}
          tenant={tenant}
          now={context.now()}
        />
      ) : null}
      <EventForm
        {...{ part, action, choices, problems, tenant }}
        filled={form.filled ?? { ...filledEventFrom(event, asked.request), prices }}
        hidden={
          <>
            <Seen version={versionOf(settingsNamed(settingsOf(event), settingsAsked(part, tenant)))} seen={form.seen} />
            {form.isAsked ? <Meant starts={form.filled?.starts ?? ''} /> : null}
          </>
        }
        question={form.move ? <MoveQuestion {...form.move} /> : null}
        buttons={form.move ? null : <SaveButton asItIs={form.filled !== null && problems.length > 0 ? action : null} />}
      />
      {part === 'description' ? (
        <ImageForm
          action={`${action}image/`}
          imageKey={event.imageKey}
          focus={{ action: `${action}focus/`, chosen: event.imageFocus }}
          problems={ofOthers}
          words={desk.image}
        />
      ) : null}
      {part === 'schedule' ? (
        <>
          <Copies event={event} problems={ofOthers} planned={form.planned ?? null} />
          <ScheduleChanges event={event} notices={notices} />
        </>
      ) : null}
      {part === 'doors' ? (
        <p class="actions">
          <QuietLink to={doorListPath(event.id)}>{eventTexts[language].doorList}</QuietLink>
          <QuietLink to={at(paths.eventFormerKeys, { uuid: event.id })}>{formerKeyTexts[language].link}</QuietLink>
        </p>
      ) : null}
    </>,
  )
}
