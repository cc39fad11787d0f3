import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { foldText, isUuid, normalizeEmail } from '../../lib/text.ts'

/** Comes after every other, by code point. */
const lastCharacter = '\u{10FFFF}'

/** Fewer would find half of everybody. */
const fewestLetters = 3

const nameColumns = ['name_1', 'name_2', 'name_3', 'name_4', 'name_5']
const notInWords = /[^\p{L}\p{N}]+/gu

/** Letters and digits that could find somebody. */
export function isSearchable(text: string): boolean {
  return foldText(text).replace(notInWords, '').length >= fewestLetters
}

/**
 * Whether `reservation` is what somebody looks for: by the number of a booking or a ticket or the beginning of it, by the
 * beginning of an address of who booked or was given a ticket, or by the beginnings of words of a holder's name, in any order.
 *
 * @param text as it was typed, searchable
 */
export function foundBy(tx: TenantTx, text: string): RawBuilder<boolean> {
  const here = sql`tenant_id = ${tx.tenantId}::uuid`
  const number = text.replaceAll(/[\s-]/g, '').toLowerCase()
  const email = normalizeEmail(text)
  const words = foldText(text).split(notInWords).filter(Boolean)
  // One way after the other, each by its index: all in one condition would look at every row for each of them.
  const ways = [
    ...(isUuid(text.trim()) ? byId(here, text.trim()) : isReference(number) ? byReference(here, number) : []),
    sql`select id from reservation where ${here} and booker_email <> '' and ${begins('booker_email', email)}`,
    sql`select reservation_id from ticket where ${here} and holder_email is not null and ${begins('holder_email', email)}`,
    sql`select reservation_id from ticket where ${here} and ${sql.join(words.map(byWord), sql` and `)}`,
  ]
  return sql<boolean>`reservation.id in (${sql.join(ways, sql` union `)})`
}

function isReference(number: string): boolean {
  return new RegExp(`^[0-9a-f]{${fewestLetters},10}$`).test(number)
}

function byReference(here: RawBuilder<unknown>, number: string) {
  return [
    sql`select id from reservation where ${here} and ${begins('reference', number)}`,
    sql`select reservation_id from ticket where ${here} and ${begins('reference', number)}`,
  ]
}

function byId(here: RawBuilder<unknown>, id: string) {
  return [
    sql`select id from reservation where ${here} and id = ${id}::uuid`,
    sql`select reservation_id from ticket where ${here} and id = ${id}::uuid`,
  ]
}

function byWord(word: string): RawBuilder<unknown> {
  const ways = nameColumns.map((name) => sql`(${sql.ref(name)} <> '' and ${begins(name, word)})`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** By comparing, which is all that row-level security lets an index be asked: no pattern, no list. */
function begins(column: string, start: string): RawBuilder<unknown> {
  const name = sql.ref(column)
  return sql`(${name} >= ${start} and ${name} < ${`${start}${lastCharacter}`})`
}
