import { normalizeSeat } from '../../lib/text.ts'
import { freeSeating } from '../ticket/ticket.ts'
import type { ImportLine } from './import-file.ts'
import type { ImportKind, ImportProblem, LineOutcome, Mapping } from './import-kind.ts'
import { fold } from './import-targets.ts'
import { readBookingStatus, readTicketStatus } from './import-words.ts'
import { type ImportReader, readImportLine } from './read-import-line.ts'

/** What one line alone may have, and why another is left out that has it too. */
type Claim = { readonly key: string; readonly by: string; readonly field: string; readonly problem: ImportProblem }

/** What the lines of a file that is checked would have taken: each step is undone, and so the next does not see what the one before did. */
export type Claims = Map<string, string>

/** Judges a line that would be taken by what earlier ones would have: numbers of members, and seats. */
export function judgeByClaims(
  claims: Claims,
  { kind, mapping }: { readonly kind: ImportKind; readonly mapping: Mapping },
  line: ImportLine,
  reader: ImportReader,
): LineOutcome {
  const asked = claimsOf(kind, line, mapping, reader)
  const refused = asked.find(({ key, by }) => (claims.get(key) ?? by) !== by)
  if (refused) return { field: refused.field, problem: refused.problem }
  for (const { key, by } of asked) claims.set(key, by)
  return 'taken'
}

function claimsOf(kind: ImportKind, line: ImportLine, mapping: Mapping, reader: ImportReader): readonly Claim[] {
  if (kind === 'members') {
    const read = readImportLine(kind, line, mapping, reader)
    if ('problem' in read || read.values.number === null) return []
    const { email, number } = read.values
    return [
      { key: `person ${email}`, by: String(number), field: 'number', problem: 'number_differs' },
      { key: `number ${number}`, by: email, field: 'number', problem: 'number_taken' },
    ]
  }
  const read = kind === 'tickets' ? readImportLine(kind, line, mapping, reader) : null
  if (read === null || 'problem' in read || read.values.seat === null) return []
  const { id, event, seat, status, reservationStatus } = read.values
  const isCancelled =
    readTicketStatus(status ?? '') === 'cancelled' || readBookingStatus(reservationStatus ?? '') === 'cancelled'
  const name = normalizeSeat(seat)
  if (isCancelled || name === freeSeating) return []
  return [{ key: `seat ${fold(event)} ${name}`, by: id, field: 'seat', problem: 'seat_taken' }]
}
