import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { foldText, isUuid, normalizeEmail } from '../../lib/text.ts'

/** Comes after every other, by code point. */
const lastCharacter = '\u{10FFFF}'

/** Fewer would find half of everybody. */
const fewestLetters = 3

/** What is found is sorted as a whole up to so many. */
const mostSorted = 2000

const nameColumns = ['name_1', 'name_2', 'name_3', 'name_4', 'name_5']
const notInWords = /[^\p{L}\p{N}]+/gu

/** Ways in which a row of that table is what somebody looks for, each with an index. */
type Ways = {
  readonly reservation: readonly RawBuilder<unknown>[]
  readonly ticket: readonly RawBuilder<unknown>[]
}

/** Letters and digits that could find somebody. */
export function isSearchable(text: string): boolean {
  return foldText(text).replace(notInWords, '').length >= fewestLetters
}

/** Conditions on `reservation`. */
export type Found =
  | { readonly kind: 'few'; readonly among: RawBuilder<boolean> }
  | {
      readonly kind: 'many'
      /** Fast for one after the other, slow for all of them. */
      readonly one: RawBuilder<boolean>
      readonly among: RawBuilder<boolean>
    }

/**
 * Reservations that somebody looks for: by the number of a booking or a ticket or the beginning of it, by the beginning of an
 * address of who booked or was given a ticket, or by the beginnings of words of a holder's name, in any order. Of many, whoever wants
 * the latest should look at one after the other first.
 *
 * @param text as it was typed, searchable
 */
export async function lookFor(tx: TenantTx, text: string): Promise<Found> {
  const ways = waysTo(text)
  const { rows } = await idsBy(tx, ways, sql`limit ${mostSorted + 1}`).execute(tx)
  if (rows.length <= mostSorted)
    return { kind: 'few', among: sql<boolean>`reservation.id = any(${rows.map(({ id }) => id)}::uuid[])` }
  // `offset 0` keeps PostgreSQL from reading every ticket first, to know whose they are.
  const one = sql<boolean>`(${sql.join(ways.reservation, sql` or `)} or exists (select from ticket
    where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.reservation_id = reservation.id
      and (${sql.join(ways.ticket, sql` or `)}) offset 0))`
  return { kind: 'many', one, among: sql<boolean>`reservation.id in (${idsBy(tx, ways, sql``)})` }
}

function waysTo(text: string): Ways {
  const number = text.replaceAll(/[\s-]/g, '').toLowerCase()
  const email = normalizeEmail(text)
  const words = foldText(text).split(notInWords).filter(Boolean)
  const byNumber = (table: string) =>
    isUuid(text.trim())
      ? [sql`${sql.ref(`${table}.id`)} = ${text.trim()}::uuid`]
      : isReference(number)
        ? [begins(`${table}.reference`, number)]
        : []
  return {
    reservation: [
      ...byNumber('reservation'),
      sql`(reservation.booker_email <> '' and ${begins('reservation.booker_email', email)})`,
    ],
    ticket: [
      ...byNumber('ticket'),
      begins('ticket.holder_email', email),
      sql`(${sql.join(words.map(byWord), sql` and `)})`,
    ],
  }
}

/** One way after the other, each by its index: all in one condition would look at every row for each of them. */
function idsBy(tx: TenantTx, ways: Ways, limit: RawBuilder<unknown>): RawBuilder<{ readonly id: string }> {
  const looks = [
    ...ways.reservation.map((way) => ({ table: 'reservation', id: 'id', way })),
    ...ways.ticket.map((way) => ({ table: 'ticket', id: 'reservation_id', way })),
  ].map(
    ({ table, id, way }) => sql`(select ${sql.ref(id)} as id from ${sql.table(table)}
      where tenant_id = ${tx.tenantId}::uuid and ${way} ${limit})`,
  )
  return sql`${sql.join(looks, sql` union all `)}`
}

function isReference(number: string): boolean {
  return new RegExp(`^[0-9a-f]{${fewestLetters},10}$`).test(number)
}

function byWord(word: string): RawBuilder<unknown> {
  return sql`(${sql.join(
    nameColumns.map((name) => begins(`ticket.${name}`, word)),
    sql` or `,
  )})`
}

/** By comparing, which is all that row-level security lets an index be asked: no pattern, no list. */
function begins(column: string, start: string): RawBuilder<unknown> {
  const name = sql.ref(column)
  return sql`(${name} >= ${start} and ${name} < ${`${start}${lastCharacter}`})`
}
