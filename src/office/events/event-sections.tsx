import type { Event } from '../../features/event/event.queries.ts'
import type { EventNotice } from '../../features/event-notice/event-notice.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { ArchiveButton, Deletion } from '../kit/parts.tsx'
import { ActionButton, QuietLink, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

type EventProps = { readonly event: Event }

/** Says whether visitors see the event, with the button that changes that. @param isAsked whether it was asked once if that is meant */
export function Publication({ event, isAsked }: EventProps & { readonly isAsked: boolean }) {
  const words = useTexts(eventTexts).publication
  const { published } = event
  if (event.cancelledAt !== null || event.archived) return null
  return (
    <Section id="publication" title={words.title}>
      <p>{published ? words.isPublished : words.isNot}</p>
      <ActionButton
        action={at(paths.eventPublication, { uuid: event.id })}
        sends={{ published: String(!published), ...(isAsked ? { anyhow: 'true' } : {}) }}
        look={published ? 'quiet' : 'main'}
      >
        {published ? words.unpublish : words.publish}
      </ActionButton>
    </Section>
  )
}

/** The ways to postpone or to cancel the event. */
export function ScheduleChanges({ event, notices }: EventProps & { readonly notices: readonly EventNotice[] }) {
  const words = useTexts(eventTexts).scheduleChange
  const notice = notices.at(-1)
  return (
    <Section id="schedule-change" title={words.title}>
      {notice === undefined ? null : (
        <p>
          <a href={at(paths.notice, { uuid: notice.id })}>{words.told}</a>
        </p>
      )}
      {event.cancelledAt === null ? (
        <>
          <p class="prose">{words.help}</p>
          <div class="actions">
            <QuietLink to={at(paths.eventPostponement, { uuid: event.id })}>{words.postpone}</QuietLink>
            <QuietLink to={at(paths.eventCancellation, { uuid: event.id })}>{words.cancel}</QuietLink>
          </div>
        </>
      ) : notice === undefined ? (
        <p class="prose">{words.elsewhere}</p>
      ) : null}
    </Section>
  )
}

/** Archives or restores the event, and deletes one that was archived and on which nothing hangs. */
export function Ends({ event: { id, archived }, isInUse }: EventProps & { readonly isInUse: boolean }) {
  const words = useTexts(eventEndsTexts)
  return (
    <Section id="ends-title" title={words.title} lead={archived ? words.restoreHelp : words.archiveHelp}>
      <ArchiveButton action={at(paths.eventArchive, { uuid: id })} {...{ archived, words }} />
      {archived && !isInUse ? (
        <Deletion
          action={at(paths.eventDeletion, { uuid: id })}
          title={words.delete}
          help={words.deleteHelp}
          button={words.deleteButton}
        />
      ) : null}
    </Section>
  )
}
