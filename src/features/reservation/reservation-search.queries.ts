import { type RawBuilder, sql } from 'kysely'
import { begins, isWord } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { referenceStart } from '../../lib/ids.ts'
import { type WordToFind, wordsToFind } from '../../lib/name-words.ts'
import { isSearchable, isUuid, normalizeEmail } from '../../lib/text.ts'
import { isNamed } from '../ticket/name-words.queries.ts'

/** Up to how many matches are sorted as a whole. */
const mostSorted = 2000

/** Ways in which a row of each table matches, each with an index; words are those of the name on a ticket. */
type Ways = {
  readonly reservation: readonly RawBuilder<unknown>[]
  readonly ticket: readonly RawBuilder<unknown>[]
  readonly words: readonly WordToFind[]
}

/** Conditions on `reservation`. */
export type Found =
  | { readonly kind: 'few'; readonly among: RawBuilder<boolean> }
  | {
      readonly kind: 'many'
      /** Fast for one row after the other, slow for all rows. */
      readonly one: RawBuilder<boolean>
      readonly among: RawBuilder<boolean>
    }

/**
 * Finds reservations by the number of a booking or a ticket or the beginning of it, by the beginning of the address of the booker or
 * of somebody who was given a ticket, or by the beginnings of words of a holder's name, in any order; one or two letters match only
 * whole words of a name. When there are many, a caller who wants the latest should go through them one by one first.
 *
 * @param text as it was typed
 */
export async function lookFor(tx: TenantTx, text: string): Promise<Found> {
  const ways = waysTo(text)
  if (ways.words.length === 0) return { kind: 'few', among: sql<boolean>`false` }
  const { rows } = await idsBy(tx, ways, sql`limit ${mostSorted + 1}`).execute(tx)
  if (rows.length <= mostSorted)
    return { kind: 'few', among: sql<boolean>`reservation.id = any(${rows.map(({ id }) => id)}::uuid[])` }
  // `offset 0` keeps PostgreSQL from reading every ticket first, to know whose they are.
  const hasTicket = sql`exists (select from ticket
    where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.reservation_id = reservation.id
      and (${sql.join([...ways.ticket, sql`(${isNamed(ways.words)})`], sql` or `)}) offset 0)`
  const one = sql<boolean>`(${sql.join([...ways.reservation, hasTicket], sql` or `)})`
  // As a list, which is made once: PostgreSQL takes a beginning for rare, and would look for it again at every other row.
  const among = sql<boolean>`reservation.id = any(array(${idsBy(tx, ways, sql``)})::uuid[])`
  return { kind: 'many', one, among }
}

function waysTo(text: string): Ways {
  const words = wordsToFind(text)
  if (!isSearchable(text)) return { reservation: [], ticket: [], words }
  const number = referenceStart(text)
  const email = normalizeEmail(text)
  const byNumber = (table: string) =>
    isUuid(text.trim())
      ? [sql`${sql.ref(`${table}.id`)} = ${text.trim()}::uuid`]
      : number !== null
        ? [begins(sql.ref(`${table}.reference`), number)]
        : []
  return {
    reservation: [
      ...byNumber('reservation'),
      sql`(reservation.booker_email <> '' and ${begins(sql.ref('reservation.booker_email'), email)})`,
    ],
    ticket: [...byNumber('ticket'), begins(sql.ref('ticket.holder_email'), email)],
    words,
  }
}

/** The ids found in each way, each by its own index: all ways in one condition would check every row for each of them. */
function idsBy(tx: TenantTx, ways: Ways, limit: RawBuilder<unknown>): RawBuilder<{ readonly id: string }> {
  const looks: readonly RawBuilder<unknown>[] = [
    ...ways.reservation.map((way) => ({ table: 'reservation', id: 'id', way })),
    ...ways.ticket.map((way) => ({ table: 'ticket', id: 'reservation_id', way })),
  ].map(
    ({ table, id, way }) => sql`(select ${sql.ref(id)} as id from ${sql.table(table)}
      where tenant_id = ${tx.tenantId}::uuid and ${way} ${limit})`,
  )
  return sql`${sql.join([...looks, idsByName(tx, ways.words, limit)], sql` union all `)}`
}

/**
 * The tickets in the lists of all words, each list by its index: to check each ticket of a common word for the other words takes
 * longer. Then one ticket after the other (`offset 0`): PostgreSQL would rather read all there are.
 */
function idsByName(tx: TenantTx, words: readonly WordToFind[], limit: RawBuilder<unknown>): RawBuilder<unknown> {
  const lists = words.map(
    (word) => sql`select ticket_id from ticket_name_word
      where tenant_id = ${tx.tenantId}::uuid and ${isWord(sql.ref('word'), word)}`,
  )
  return sql`(select found.reservation_id as id from (${sql.join(lists, sql` intersect `)}) named
    cross join lateral (select reservation_id from ticket
      where tenant_id = ${tx.tenantId}::uuid and ticket.id = named.ticket_id offset 0) found ${limit})`
}
