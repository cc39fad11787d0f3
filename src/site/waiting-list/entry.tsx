import type { Context } from '../../context.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import { confirmEntry } from '../../features/waiting-list/confirm-entry.ts'
import type { WaitingEntryView } from '../../features/waiting-list/entry-view.queries.ts'
import { leaveWaitingList } from '../../features/waiting-list/leave-waiting-list.ts'
import { openEntry } from '../../features/waiting-list/open-entry.ts'
import { waitingPath } from '../../features/waiting-list/waiting-proof.ts'
import type { Asked } from '../../http/route.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import type { Language } from '../../lib/language.ts'
import { at, below, visitorPaths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { waitingListTexts } from '../../messages/site/waiting-list.ts'
import { When } from '../../pages/format.tsx'
import { reachesVisitors } from '../../pages/mail-server.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Back, Facts, Go } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'

const pages = pageSection({ url: visitorPaths.waitingEntry, params: ProvenParams })

/**
 * The link in the mails of a waiting list. Opening it changes nothing, since mail scanners follow links; its button confirms
 * what was asked for, and later on leaves the list.
 */
export const registerWaitingEntryPage = pages.register

pages.get('', {
  handler: async (asked) => {
    const { context, tenant, params, language, reply } = asked
    const entry = await openEntry(context, tenant, { id: params.uuid, proof: params.proof })
    if (entry) return showEntry(context, asked, entry)
    reply.code(410)
    const { title, text } = saidOf('gone', { places: 1, mailed: reachesVisitors(asked.request) }, language)
    return showNarrow(asked, { title, lead: text }, <Back to={visitorPaths.home}>{eventTexts[language].back}</Back>)
  },
})

for (const [path, change] of [
  [visitorPaths.waitingEntryConfirmation, confirmEntry],
  [visitorPaths.waitingEntry, leaveWaitingList],
] as const)
  pages.post(path, {
    handler: async ({ context, tenant, params, reply }) => {
      await change(context, tenant, { id: params.uuid, proof: params.proof })
      return reply.redirect(waitingPath(context, tenant.id, params.uuid), 303)
    },
  })

type Standing = WaitingEntryView['status'] | 'lapsed' | 'closed' | 'unsold' | 'paused' | 'gone'

/**
 * Says in which state a person's waiting is: `lapsed`, nobody took what was held for them; `closed`, there is no more waiting; `unsold`,
 * there is none for this; `paused`, it is not on sale now, and they keep their place (ADR 0083).
 */
function standingOf(entry: WaitingEntryView, now: Date): Standing {
  const { status, reservationStatus } = entry
  if (status === 'offered' || status === 'taken') {
    if (reservationStatus === 'cancelled') return 'lapsed'
    return reservationStatus !== null && canExpire(reservationStatus) ? status : 'taken'
  }
  const isOver = entry.startsAt <= now || entry.cancelledAt !== null
  if (status === 'left') return status
  if (isOver) return 'closed'
  if (entry.isUnsold) return 'unsold'
  return entry.isOffSale && status === 'waiting' ? 'paused' : status
}

/** Words the name of a standing, and what it means. */
function saidOf(
  standing: Standing,
  given: { readonly places: number; readonly mailed: boolean },
  language: Language,
): { readonly title: string; readonly text: string } {
  const { title, text } = waitingListTexts[language].standing[standing]
  const said = (sentence: typeof title | typeof text) => (typeof sentence === 'string' ? sentence : sentence(given))
  return { title: said(title), text: said(text) }
}

function showEntry(context: Context, asked: Asked, entry: WaitingEntryView): string {
  const { language } = asked.request
  const words = waitingListTexts[language]
  const standing = standingOf(entry, context.now())
  const { title, text } = saidOf(standing, { places: entry.places, mailed: reachesVisitors(asked.request) }, language)
  return showNarrow(
    asked,
    { title, lead: text },
    <>
      {entry.isListClosed && (standing === 'waiting' || standing === 'unconfirmed') ? (
        <p>{words.closedFor[standing]}</p>
      ) : null}
      <Facts
        facts={[
          [<Written key="event">{entry.eventName}</Written>, <When key="at" at={entry.startsAt} />],
          [words.price, <Written key="price">{entry.priceName}</Written>],
          [words.places, entry.places],
        ]}
      />
      <NextStep context={context} entry={entry} standing={standing} />
      {entry.eventPublished ? (
        <Back to={at(visitorPaths.event, { slug: entry.eventSlug })}>{words.toEvent}</Back>
      ) : null}
    </>,
  )
}

type NextStepProps = { readonly context: Context; readonly entry: WaitingEntryView; readonly standing: Standing }

/** Shows what there is to do, if anything. */
function NextStep({ context, entry, standing }: NextStepProps) {
  const words = useTexts(waitingListTexts)
  const { tenantId, id, reservationId } = entry
  if (standing === 'unconfirmed')
    return (
      <ActionButton
        look="main"
        action={
          waitingPath(context, tenantId, id) +
          below(visitorPaths.waitingEntry, visitorPaths.waitingEntryConfirmation, {})
        }
      >
        {words.confirm}
      </ActionButton>
    )
  if (standing === 'waiting' || standing === 'paused') return <ActionButton>{words.leave}</ActionButton>
  if (reservationId === null || (standing !== 'offered' && standing !== 'taken')) return null
  return (
    <Go to={bookingPath(context, tenantId, reservationId)} class="button">
      {words.toBooking}
    </Go>
  )
}
