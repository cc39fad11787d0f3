import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Context } from '../../context.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { type Concerned, countConcerned } from '../../features/event-notice/concerned.queries.ts'
import { listNotices } from '../../features/event-notice/event-notice.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { When } from '../../pages/format.tsx'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { showRoom } from '../kit/frame.tsx'
import { reachesVisitors } from '../../pages/mail-server.ts'
import { QuietLink, Submit } from '../../pages/parts.tsx'
import type { Asked } from '../../http/route.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'

/** Reads what is told to everybody who booked an event, and whom it concerns. @throws AppError not_found */
export async function readConcerned(context: Context, { tenant }: FastifyRequest, id: string) {
  return context.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, id)
    return { event, notices: await listNotices(tx, id), concerned: await countConcerned(tx, id) }
  })
}

type NoticeForm = Omit<ThingFormProps, 'buttons'> & {
  readonly title: (name: string) => string
  readonly lead: string
  readonly effects: readonly string[]
  readonly fields: ComponentChildren
  readonly button: string
  readonly look: 'main' | 'danger'
  /** The text of the link back to the event. */
  readonly keep: string
  /** Set if the page says what is wrong, and not the browser. */
  readonly noValidate?: true
}

/** Shows what will happen to everybody who booked, before it happens. */
export function showNoticeForm(asked: Asked, event: Event, given: NoticeForm): string {
  const { title, lead, effects, fields, button, look, keep, ...form } = given
  const { language } = asked.request
  const eventPath = at(paths.event, { uuid: event.id })
  return showRoom(
    asked,
    {
      title: title(event.name),
      area: 'events',
      back: [eventPath, <Written key="event">{event.name}</Written>],
      heading: <WrittenWithin sentence={title}>{event.name}</WrittenWithin>,
    },
    <p class="muted">
      <When at={event.startsAt} />
    </p>,
    <p class="prose">{lead}</p>,
    <h2>{eventTexts[language].effects.title}</h2>,
    <ul class="bullets">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>,
    <ThingForm
      {...form}
      buttons={
        <>
          <Submit look={look}>{button}</Submit>
          <QuietLink to={eventPath}>{keep}</QuietLink>
        </>
      }
    >
      {fields}
    </ThingForm>,
  )
}

/** Says who gets a mail: everybody, or how many do, and why others get none; and that nobody does, where no mail leaves. */
export function whoIsMailed(
  { reservations, unreached, erased }: Concerned,
  everybody: string,
  request: FastifyRequest,
): readonly string[] {
  const words = unreachedTexts[request.language]
  const unsent = reachesVisitors(request) ? [] : [words.unsent]
  if (unreached + erased === 0) return unsent.length > 0 ? unsent : [everybody]
  return [
    words.reached({ bookings: reservations - unreached - erased }),
    ...unsent,
    ...notMailed({ unreached, erased }, request.language),
  ]
}

/** Says which of the bookers get no mail, and why. */
export function notMailed(
  { unreached, erased }: Pick<Concerned, 'unreached' | 'erased'>,
  language: Language,
): readonly string[] {
  const words = unreachedTexts[language]
  return [
    ...(unreached === 0 ? [] : [words.without({ bookings: unreached })]),
    ...(erased === 0 ? [] : [words.erased({ bookings: erased })]),
  ]
}
