import { type RawBuilder, sql } from 'kysely'
import { foldedLetters } from '../lib/text.ts'

/** The capitals as well, which a database of the language C leaves as they are. */
const letters = Object.entries({ ...capitals(), ...foldedLetters, ẞ: 'ss' })
const single = letters.filter(([, typed]) => typed.length === 1)
const from = single.map(([letter]) => letter).join('')
const to = single.map(([, typed]) => typed).join('')

function capitals(): Readonly<Record<string, string>> {
  const pairs = Object.entries(foldedLetters).map(([letter, typed]) => [letter.toUpperCase(), typed] as const)
  return Object.fromEntries(pairs.filter(([capital]) => capital.length === 1))
}

/**
 * A text as `foldText` folds it, of what the database alone knows. Small letters come after the accents are gone: a database whose
 * language is C knows the capitals of English only.
 */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  const plain = sql`lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g') collate "default")`
  const typed = letters
    .filter(([, written]) => written.length > 1)
    .reduce((within, [letter, written]) => sql`replace(${within}, ${sql.lit(letter)}, ${sql.lit(written)})`, plain)
  return sql<string>`translate(${typed}, ${sql.lit(`${from}'’`)}, ${sql.lit(to)})`
}

/** Whether a text is part of another, without capitals and accents. Both are folded here, where neither could differ from the other. */
export function isPartOf(sought: string, text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`strpos(${folded(text)}, ${folded(sql`${sought}::text`)}) > 0`
}
