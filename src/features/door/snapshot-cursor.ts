import { isUuid } from '../../lib/text.ts'

/**
 * How far a device has read an event. `since` and `upto` are transactions of the database: what none before `since` has written
 * is known to the device (ADR 0182).
 */
export type SnapshotCursor = {
  /** The database that numbers the transactions: another one numbers its own. */
  readonly source: string
  /** The oldest transaction that the device may not know of; null: it knows nothing yet. */
  readonly since: string | null
  /** What was under way when this reading began, and is `since` of the next one. */
  readonly upto: string
  /** The last ticket of the page before; null: this reading is over. */
  readonly after: string | null
}

export function formatCursor({ source, since, upto, after }: SnapshotCursor): string {
  return Buffer.from([source, since ?? '', upto, after ?? ''].join(' ')).toString('base64url')
}

/** Parses a cursor; null when the text is none. */
export function parseCursor(text: string): SnapshotCursor | null {
  const [source, since, upto, after, ...more] = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  if (more.length > 0 || !source || !isNumber(upto) || after === undefined || since === undefined) return null
  if ((since !== '' && !isNumber(since)) || (after !== '' && !isUuid(after))) return null
  return { source, since: since === '' ? null : since, upto, after: after === '' ? null : after.toLowerCase() }
}

/** Transactions of PostgreSQL have 64 bits; nobody will see one of more than 18 digits. */
function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,18}$/.test(text)
}
