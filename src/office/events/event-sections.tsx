import type { Event } from '../../features/event/event.queries.ts'
import type { EventNotice } from '../../features/event-notice/event-notice.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'

type EventProps = { readonly event: Event; readonly language: Language }

/** Whether visitors see it, and the button that changes that. */
export function Publication({
  event,
  isAsked,
  language,
}: EventProps & {
  /** Whether it was asked once whether that is meant. */
  readonly isAsked: boolean
}) {
  const words = eventTexts[language].publication
  if (event.cancelledAt !== null || event.archived) return null
  return (
    <section class="stack" aria-labelledby="publication">
      <h2 id="publication">{words.title}</h2>
      <p>{event.published ? words.isPublished : words.isNot}</p>
      <form method="post" action={at(paths.eventPublication, { uuid: event.id })}>
        <input type="hidden" name="published" value={String(!event.published)} />
        {isAsked ? <input type="hidden" name="anyhow" value="true" /> : null}
        <button class={event.published ? 'button quiet' : 'button'} type="submit">
          {event.published ? words.unpublish : words.publish}
        </button>
      </form>
    </section>
  )
}

/** What does not go as planned: it is postponed, or cancelled. */
export function Turns({ event, notices, language }: EventProps & { readonly notices: readonly EventNotice[] }) {
  const words = eventTexts[language].scheduleChange
  const notice = notices.at(-1)
  return (
    <section class="stack" aria-labelledby="schedule-change">
      <h2 id="schedule-change">{words.title}</h2>
      {notice === undefined ? null : (
        <p>
          <a href={at(paths.notice, { uuid: notice.id })}>{words.told}</a>
        </p>
      )}
      {event.cancelledAt === null ? (
        <>
          <p class="prose">{words.help}</p>
          <div class="actions">
            <a class="button quiet" href={at(paths.eventPostponement, { uuid: event.id })}>
              {words.postpone}
            </a>
            <a class="button quiet" href={at(paths.eventCancellation, { uuid: event.id })}>
              {words.cancel}
            </a>
          </div>
        </>
      ) : null}
    </section>
  )
}

/** Archived or brought back, and deleted where nothing hangs on it. */
export function Ends({ event, language }: EventProps) {
  const words = eventEndsTexts[language]
  const action = at(paths.event, { uuid: event.id })
  return (
    <section class="stack" aria-labelledby="ends-title">
      <h2 id="ends-title">{words.title}</h2>
      <p class="prose">{event.archived ? words.bringBackHelp : words.archiveHelp}</p>
      <form method="post" action={`${action}archive/`}>
        <input type="hidden" name="archived" value={String(!event.archived)} />
        <button class="button quiet" type="submit">
          {event.archived ? words.bringBack : words.archive}
        </button>
      </form>
      <p class="prose">{words.deleteHelp}</p>
      <form method="post" action={`${action}deletion/`}>
        <button class="button danger" type="submit">
          {words.delete}
        </button>
      </form>
    </section>
  )
}
