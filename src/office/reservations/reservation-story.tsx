import type { AuditEntry } from '../../features/audit/audit.queries.ts'
import type { Story } from '../../features/payment/reservation-story.queries.ts'
import type { Happening, StoryLine } from '../../features/payment/reservation-story.ts'
import type { ScanConflict } from '../../features/ticket/scan.ts'
import { thingText } from '../../features/ticket/thing.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import { ticketTexts } from '../../messages/documents/ticket.ts'
import { amountText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { conflictTexts } from '../../messages/office/conflict.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { Pager } from '../../pages/pager.tsx'
import { useReader } from '../../pages/reader.ts'
import { actorName } from '../kit/actor-name.ts'
import { mailState } from '../kit/mail-state.ts'
import { StoryLine as Line } from '../kit/story-line.tsx'

/** Lines on one page; the story of a booking of a thousand has thousands. */
const linesPerPage = 100

/** Everything that happened to a reservation, the oldest first, with who did it. @param page the first is the latest */
export function ReservationStory({ story, page }: { readonly story: Story; readonly page: number }) {
  const { language } = useReader()
  const end = Math.max(story.lines.length - (page - 1) * linesPerPage, 0)
  const lines = story.lines.slice(Math.max(end - linesPerPage, 0), end)
  return (
    <>
      <ol class="rows">
        {lines.map((line) => {
          const text = line.kind === 'noted' ? auditTexts[language].actions[line.entry.action] : said(line, language)
          return (
            <Line at={line.at} by={whoDid(line, story, language)} said={text} entry={line.entry}>
              {line.kind === 'noted' ? <Change line={line} /> : null}
            </Line>
          )
        })}
      </ol>
      <Pager
        page={page}
        more={end > linesPerPage}
        name="story"
        at="story"
        words={reservationTexts[language].storyPager}
      />
    </>
  )
}

/** Says from what to what: the seat of a ticket, or how a booking was paid. */
function Change({ line: { entry } }: { readonly line: Extract<StoryLine, { kind: 'noted' }> }) {
  const { language } = useReader()
  const [before, after] = [nameIn(entry.before, language), nameIn(entry.after, language)]
  return before === null || after === null ? null : (
    <span class="tight muted small">
      {before} → {after}
    </span>
  )
}

function nameIn(values: AuditEntry['before'], language: Language): string | null {
  if (values === null || typeof values !== 'object' || Array.isArray(values)) return null
  const { seat, method } = values
  if (seat !== undefined) return seat === freeSeating ? ticketTexts[language].freeSeating : String(seat)
  const methods: Readonly<Record<string, string>> = reservationTexts[language].told.methods
  return typeof method === 'string' ? (methods[method] ?? null) : null
}

function whoDid({ by, entry }: StoryLine, { names }: Story, language: Language): string | null {
  const words = reservationTexts[language]
  if (entry?.actorKind === 'anonymous') return words.byBooker
  if (entry) return words.by({ name: actorName(entry, names, language) })
  return by === null ? null : words.by({ name: by })
}

function said(line: Happening & Pick<StoryLine, 'entry'>, language: Language): string {
  const words = reservationTexts[language].told
  const amount = (money: { readonly amountMinor: number; readonly currency: string }) =>
    amountText(money.amountMinor, money.currency, language)
  switch (line.kind) {
    case 'booked':
      return line.entry ? words.sold : words.booked
    case 'cancelled':
      return words.cancelled[line.because]
    case 'tickets_cancelled':
      return words.ticketsCancelled({ count: line.count })
    case 'ticket_given': {
      const ticket = shortReference(line.ticketId)
      return line.to === null ? words.ticketGiven({ ticket }) : words.ticketGivenTo({ ticket, email: line.to })
    }
    case 'mail':
      return words.mail({ subject: line.subject, recipient: line.recipient, status: mailState(line, language) })
    case 'payment':
      return words.payment[line.status]({ amount: amount(line), method: words.methods[line.method] })
    case 'refund':
      return words.refund[line.state]({ amount: amount(line) })
    case 'dispute':
      return words.dispute[line.state]({ amount: amount(line) })
    case 'handover':
      return (line.isUndo ? words.notHandedOver : words.handedOver)({ amount: amount(line) })
    case 'hand_out': {
      const things = thingText(Math.abs(line.quantity), line.thing)
      return (line.quantity > 0 ? words.handedOut : words.cameBack)({ things })
    }
    case 'scan':
      return line.conflict === null
        ? words.scan[line.byName && line.result === 'admitted' ? 'admitted_by_name' : line.result]({
            ticket: shortReference(line.ticketId),
          })
        : entryToLookInto(line.ticketId, line.conflict, language)
  }
}

function entryToLookInto(ticketId: string, conflict: ScanConflict, language: Language): string {
  const { told, whys } = conflictTexts[language]
  const why: Readonly<Record<ScanConflict, string>> = whys
  return told({ ticket: shortReference(ticketId), why: why[conflict] })
}
