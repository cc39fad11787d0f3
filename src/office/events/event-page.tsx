import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { settingsOf } from '../../features/event/event-settings.ts'
import { type FirstSteps, readFirstSteps } from '../../features/event/first-steps.queries.ts'
import { listProgrammeChoices, type ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { type EventNotice, listNotices } from '../../features/event-notice/event-notice.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { versionOf } from '../../lib/version.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { Done } from '../../pages/form/done.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { Written } from '../../pages/written.tsx'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { guestsPath } from '../guests/guests.tsx'
import type { FormState } from '../kit/edit-page.ts'
import { ImageForm } from '../kit/image-form.tsx'
import { NextStep } from '../overview/start.tsx'
import { waitingListPath } from '../waiting-lists/waiting-list-path.ts'
import { Copies, dateFields, type PlannedDates } from './copies-form.tsx'
import { EventForm, Meant } from './event-form.tsx'
import { EventPrices, pricesId } from './event-prices.tsx'
import { Ends, Publication, Turns } from './event-sections.tsx'
import { EventState } from './events.tsx'
import { type FilledEvent, filledEventFrom } from './filled-event.ts'
import type { Asked } from '../../http/route.ts'

export type Shown = {
  readonly event: Event
  readonly choices: ProgrammeChoices
  readonly notices: readonly EventNotice[]
  /** Null for those who do not set up the organisation. */
  readonly steps: FirstSteps | null
}
export type Form = FormState<FilledEvent> & {
  /** The dates that would be made. */
  readonly planned?: PlannedDates
}

/** Those of fields that do not stand in the form of the event. */
const otherForms: ReadonlySet<string> = new Set(['img', 'times', 'ends-title', 'publication', ...dateFields])

/** @throws AppError not_found */
export async function readEventPage(context: Context, { tenant, actor }: FastifyRequest, id: string): Promise<Shown> {
  return context.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, id)
    const steps = hasStaffPermission(actor, tenant, 'settings') ? await readFirstSteps(tx) : null
    return { event, choices: await listProgrammeChoices(tx), notices: await listNotices(tx, id), steps }
  })
}

/** Everything about one event, form by form. */
export function showEventPage(context: Context, { request, reply }: Asked, shown: Shown, form: Form): string {
  const { tenant, language } = request
  const { event, choices, notices, steps } = shown
  const words = eventTexts[language]
  const desk = deskTexts[language]
  const action = at(paths.event, { uuid: event.id })
  const ofOtherForms = form.problems.filter(({ field }) => otherForms.has(field ?? ''))
  const problems = form.problems.filter((problem) => !ofOtherForms.includes(problem))
  const done = doneWords(form.done ?? '', language)
  return showAdminPage(
    { request, reply },
    { title: event.name, area: 'events' },
    <div class="stack">
      <p>
        <a href={paths.events}>{words.back}</a>
      </p>
      <h1>
        <Written>{event.name}</Written>
      </h1>
      <p class="muted">
        <When at={event.startsAt} timeZone={tenant.timeZone} now={context.now()} language={language} />
        <EventState event={event} language={language} />
      </p>
      <Done>{done}</Done>
      {event.archived ? <p class="notice">{eventEndsTexts[language].isArchived}</p> : null}
      <Problems problems={ofOtherForms} title={desk.refused} />
      {steps === null ? null : <NextStep done={steps} pricePath={`#${pricesId}`} language={language} />}
      <div class="actions">
        {event.published ? (
          <a class="button quiet" href={`/events/${event.slug}/`}>
            {words.publicPage}
          </a>
        ) : null}
        <a class="button quiet" href={at(paths.newEvent, {}, { like: event.id })}>
          {eventEndsTexts[language].like}
        </a>
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
        <a class="button quiet" href={at(paths.exportOf, { list: 'tickets' }, { event: event.id })}>
          {words.exportTickets}
        </a>
        <a class="button quiet" href={at(paths.audit, {}, { of: event.id })}>
          {desk.log}
        </a>
      </div>
      <Publication event={event} isAsked={form.isAsked === true && form.filled === null} language={language} />
      <EventForm
        action={action}
        filled={form.filled ?? filledEventFrom(event, tenant.timeZone)}
        choices={choices}
        problems={problems}
        tenant={tenant}
        language={language}
        hidden={
          <>
            <Seen asked={{ request, reply }} version={versionOf(settingsOf(event))} />
            {form.isAsked ? <Meant starts={form.filled?.starts ?? ''} /> : null}
          </>
        }
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
      <ImageForm action={`${action}image/`} imageKey={event.imageKey} problems={ofOtherForms} words={desk.image} />
      <Copies
        event={event}
        problems={ofOtherForms}
        planned={form.planned ?? null}
        now={context.now()}
        timeZone={tenant.timeZone}
        language={language}
      />
      <Turns event={event} notices={notices} language={language} />
      <Ends event={event} language={language} />
    </div>,
  )
}

function doneWords(done: string, language: Language): string | null {
  const words = eventTexts[language]
  const [, copies] = /^copied-(\d{1,2})$/.exec(done) ?? []
  if (copies !== undefined) return words.copied({ count: Number(copies) })
  return done === 'saved' ? deskTexts[language].saved : done === 'made' ? words.made : null
}
