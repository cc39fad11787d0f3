import { type RawBuilder, sql } from 'kysely'
import type { WordToFind } from '../lib/name-words.ts'

/** Comes after every other, by code point. */
const lastCharacter = '\u{10FFFF}'

/**
 * Whether a text that is compared by code point begins so. By comparing, which is all that row-level security lets an index be
 * asked: no pattern, no list.
 */
export function begins(text: RawBuilder<unknown>, start: string): RawBuilder<unknown> {
  return sql`(${text} >= ${start} and ${text} < ${`${start}${lastCharacter}`})`
}

/** Tests whether a word of a name is the one that is looked for, or begins with it. */
export function isWord(text: RawBuilder<unknown>, { word, isWhole }: WordToFind): RawBuilder<unknown> {
  return isWhole ? sql`${text} = ${word}` : begins(text, word)
}

/** A column as no index has it: the index of another column is taken, which finds the few rows in question, and never this one's. */
export function unindexed(column: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} || '')`
}
