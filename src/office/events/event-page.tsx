import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { settingsOf } from '../../features/event/event-settings.ts'
import { readFirstSteps } from '../../features/event/first-steps.queries.ts'
import { listProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import { listNotices } from '../../features/event-notice/event-notice.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { versionOf } from '../../lib/version.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { formerKeyTexts } from '../../messages/office/former-key.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { Done } from '../../pages/form/done.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import type { FormState } from '../kit/edit-page.ts'
import { ImageForm } from '../kit/image-form.tsx'
import { PageBody, SaveButton, saidOf } from '../kit/parts.tsx'
import { NextStep } from '../overview/start.tsx'
import { Copies, dateFields, type PlannedDates } from './copies-form.tsx'
import { EventForm, Meant } from './event-form.tsx'
import { EventPrices, pricesId } from './event-prices.tsx'
import { Ends, Publication, ScheduleChanges } from './event-sections.tsx'
import { EventState } from './events.tsx'
import { type FilledEvent, filledEventFrom } from './filled-event.ts'
import type { Asked } from '../../http/route.ts'

export type Shown = Awaited<ReturnType<typeof readEventPage>>
export type Form = FormState<FilledEvent> & {
  /** The dates that would be made. */
  readonly planned?: PlannedDates
}

/** Names of fields that are not in the form of the event. */
const otherForms: ReadonlySet<string> = new Set(['img', 'times', 'ends-title', 'publication', ...dateFields])

/** @throws AppError not_found */
export async function readEventPage(context: Context, { tenant, actor }: FastifyRequest, id: string) {
  return context.database.asTenant(tenant.id, async (tx) => {
    const event = await getEvent(tx, id)
    // Null for those who do not set up the organisation.
    const steps = hasStaffPermission(actor, tenant, 'settings') ? await readFirstSteps(tx) : null
    return { event, choices: await listProgrammeChoices(tx), notices: await listNotices(tx, id), steps }
  })
}

/** Everything about one event, form by form. */
export function showEventPage(context: Context, asked: Asked, shown: Shown, form: Form): string {
  const { tenant, language } = asked.request
  const { event, choices, notices, steps } = shown
  const [words, desk] = [eventTexts[language], deskTexts[language]]
  const action = at(paths.event, { uuid: event.id })
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  const ofOtherForms = form.problems.filter(({ field }) => otherForms.has(field ?? ''))
  return showAdminPage(
    asked,
    { title: event.name, area: 'events' },
    <PageBody back={[paths.events, words.back]} heading={<Written>{event.name}</Written>}>
      <p class="muted">
        <When at={event.startsAt} />
        <EventState event={event} />
      </p>
      <Done>{doneWords(form.done ?? '', language)}</Done>
      {event.archived ? <p class="notice">{eventEndsTexts[language].isArchived}</p> : null}
      <Problems problems={ofOtherForms} title={desk.refused} />
      {steps === null ? null : <NextStep done={steps} pricePath={`#${pricesId}`} />}
      <WaysOn event={event} />
      <Publication event={event} isAsked={form.isAsked === true && form.filled === null} />
      <WholeForm {...{ asked, event, choices, form, action }} />
      <EventPrices
        products={choices.products.filter(({ id }) => event.productIds.includes(id))}
        tenant={tenant}
        now={when.now}
      />
      <ImageForm action={`${action}image/`} imageKey={event.imageKey} problems={ofOtherForms} words={desk.image} />
      <Copies event={event} problems={ofOtherForms} planned={form.planned ?? null} />
      <ScheduleChanges event={event} notices={notices} />
      <Ends event={event} />
    </PageBody>,
  )
}

type WholeFormProps = Pick<Shown, 'event' | 'choices'> & {
  readonly asked: Asked
  readonly form: Form
  readonly action: string
}

function WholeForm({ asked, event, choices, form, action }: WholeFormProps) {
  const { tenant } = asked.request
  const problems = form.problems.filter(({ field }) => !otherForms.has(field ?? ''))
  return (
    <EventForm
      {...{ action, choices, problems, tenant }}
      filled={form.filled ?? filledEventFrom(event, asked.request)}
      hidden={
        <>
          <Seen version={versionOf(settingsOf(event))} seen={form.seen} />
          {form.isAsked ? <Meant starts={form.filled?.starts ?? ''} /> : null}
        </>
      }
      buttons={<SaveButton asItIs={form.filled !== null && problems.length > 0 ? action : null} />}
    />
  )
}

/** Shows what else belongs to an event. */
function WaysOn({ event: { id, slug, published } }: Pick<Shown, 'event'>) {
  const { language } = useReader()
  const words = eventTexts[language]
  const ways = [
    ...(published ? [[at(visitorPaths.event, { slug }), words.publicPage] as const] : []),
    [at(paths.newEvent, {}, { like: id }), eventEndsTexts[language].like],
    [at(paths.eventMessage, { uuid: id }), words.message.link],
    [at(paths.eventGuests, { uuid: id }), guestTexts[language].link],
    [at(paths.waitingList, { uuid: id }), waitingTexts[language].link],
    [doorListPath(id), words.doorList],
    [at(paths.exportOf, { list: 'tickets' }, { event: id }), words.exportTickets],
    [at(paths.eventFormerKeys, { uuid: id }), formerKeyTexts[language].link],
    [at(paths.audit, {}, { of: id }), deskTexts[language].log],
  ] as const
  return (
    <div class="actions">
      {ways.map(([href, name]) => (
        <a key={href} class="button quiet" href={href}>
          {name}
        </a>
      ))}
    </div>
  )
}

function doneWords(done: string, language: Language): string | null {
  const { copied, made } = eventTexts[language]
  const [, copies] = /^copied-(\d{1,2})$/.exec(done) ?? []
  if (copies !== undefined) return copied({ count: Number(copies) })
  return saidOf(done, { saved: deskTexts[language].saved, made })
}
