import { type RawBuilder, sql } from 'kysely'

/** Comes after every other, by code point. */
const lastCharacter = '\u{10FFFF}'

/**
 * Whether a text that is compared by code point begins so. By comparing, which is all that row-level security lets an index be
 * asked: no pattern, no list.
 */
export function begins(text: RawBuilder<unknown>, start: string): RawBuilder<unknown> {
  return sql`(${text} >= ${start} and ${text} < ${`${start}${lastCharacter}`})`
}
