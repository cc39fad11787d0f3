import type { Conflict } from '../../features/ticket/inside.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import { conflictTexts } from '../../messages/office/conflict.ts'
import { useReader } from '../../pages/reader.ts'
import { Listed } from '../kit/list-page.tsx'
import { conflictColumns } from '../overview/overview-conflicts.tsx'
import { UndoScanForm, type TicketsShown } from './reservation-tickets.tsx'

/** @param conflicts one more than the part holds, where there are more */
type ConflictsProps = TicketsShown & { readonly conflicts: readonly Conflict[] }

/** Lists people whom a device without network let in on this booking against the rules; staff who saw that nobody entered can undo each. */
export function ReservationConflicts({ conflicts, ...shown }: ConflictsProps) {
  const { language } = useReader()
  const words = conflictTexts[language]
  const page = shown.parts.conflicts
  if (conflicts.length === 0 && page === 1) return null
  return (
    <>
      <h2 id="conflicts">{words.title}</h2>
      <p class="muted">{words.leadHere}</p>
      <Listed
        label={words.title}
        rows={conflicts}
        keyOf={({ scanId }) => scanId}
        columns={[
          {
            name: words.ticket,
            show: ({ ticketId, scanId }) => <code id={`conflict-${scanId}`}>{shortReference(ticketId)}</code>,
          },
          ...conflictColumns(language),
          {
            name: words.change,
            show: ({ ticketId, scanId }) => (
              <UndoScanForm {...shown} {...{ ticketId, scanId }} of={`conflict-${scanId}`} />
            ),
          },
        ]}
        empty={null}
        page={page}
        name="conflicts"
        at="conflicts"
        words={words.pager}
      />
    </>
  )
}
