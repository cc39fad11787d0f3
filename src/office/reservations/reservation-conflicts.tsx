import type { Conflict } from '../../features/ticket/inside.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { conflictTexts } from '../../messages/office/conflict.ts'
import { cardsPerPage, Pager } from '../../pages/pager.tsx'
import type { OfficeParts } from './office-query.ts'
import { conflictColumns } from '../overview/overview-conflicts.tsx'
import { type RefusedTicket, UndoScanForm } from './reservation-tickets.tsx'
import { DataTable } from '../kit/table.tsx'

type ReservationConflictsProps = {
  readonly reservationId: string
  readonly parts: OfficeParts
  /** One more than the part holds, where there are more. */
  readonly conflicts: readonly Conflict[]
  readonly refused: RefusedTicket
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** Who came in on this booking by a device without network, and would not have: each can be undone, by whoever saw that nobody did. */
export function ReservationConflicts({ reservationId, parts, conflicts, refused, ...when }: ReservationConflictsProps) {
  const page = parts.conflicts
  if (conflicts.length === 0 && page === 1) return null
  const words = conflictTexts[when.language]
  return (
    <>
      <h2 id="conflicts">{words.title}</h2>
      <p class="muted">{words.leadHere}</p>
      <DataTable
        label={words.title}
        rows={conflicts.slice(0, cardsPerPage)}
        keyOf={({ scanId }) => scanId}
        columns={[
          {
            name: words.ticket,
            show: ({ ticketId, scanId }) => <code id={`conflict-${scanId}`}>{shortReference(ticketId)}</code>,
          },
          ...conflictColumns(when),
          {
            name: words.change,
            show: ({ ticketId, scanId }) => (
              <UndoScanForm
                {...{ reservationId, ticketId, scanId, parts, refused }}
                of={`conflict-${scanId}`}
                language={when.language}
              />
            ),
          },
        ]}
      />
      <Pager
        page={page}
        more={conflicts.length > cardsPerPage}
        name="conflicts"
        at="conflicts"
        words={words.pager}
        language={when.language}
      />
    </>
  )
}
