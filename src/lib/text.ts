/** Letters that Unicode takes for no accented ones, and what is typed for them on a keyboard that has none of them. */
export const foldedLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  þ: 'th',
}

const otherLetters = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'g')

/**
 * Folds a text as people type it in a search, without accents or capitals: `Cœur d’Été` becomes `coeur dete`, `Yılmaz` becomes `yilmaz`.
 * What the database folds, it folds in the same way (`db/folded.ts`); words that were kept folded take a migration when this changes (ADR 0309).
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(otherLetters, (letter) => foldedLetters[letter] ?? letter)
    .replace(/['’]/g, '')
}

const notInWords = /[^\p{L}\p{N}]+/gu

/** Words as people search them: `Anne-Laure d’Été` is `anne`, `laure`, `dete`. */
export function foldedWords(text: string): readonly string[] {
  return foldText(text).split(notInWords).filter(Boolean)
}

/** Fewer would find half of everybody. */
export const fewestLetters = 3

/** Letters and digits that could find somebody. */
export function isSearchable(text: string): boolean {
  return foldedWords(text).join('').length >= fewestLetters
}

/** Folds accents and case and keeps `a-z0-9-`: a domain label of at most 63 characters (RFC 1035), or '' when nothing is left. */
export function slugify(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
}

/** The form under which a person is known: trimmed, NFC, lower case. Two spellings of one address are one person. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/**
 * Deliberately simple (RFC 5321 allows far more): something, an @, and a dotted or local domain, 254 characters at most.
 * None that nobody sees: they would make one address many people.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    !/\p{C}/u.test(text) &&
    /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)*$/u.test(text)
  )
}

/**
 * The form under which a seat is taken and printed: NFC, upper case, without characters that nobody sees, one space
 * between words. Two spellings of one seat are one seat.
 */
export function normalizeSeat(seat: string): string {
  return seat.toUpperCase().normalize('NFC').replace(/\p{C}/gu, '').trim().replace(/\s+/g, ' ')
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuidPattern.test(text)
}

/** Reads an id, in lower case; null: it is none. For texts that no schema has read, such as a field in which a page takes anything. */
export function readUuid(text: unknown): string | null {
  return isUuid(text) ? text.toLowerCase() : null
}

/**
 * Marks that turn the direction of what follows (Unicode UAX 9), with which a name could rewrite the line it stands in, their
 * deprecated neighbours, and the byte order mark. Writing that runs from right to left needs none of them.
 */
const turningMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F\uFEFF]+/gu

/**
 * Matches what draws nothing of its own: blanks, what Unicode says to ignore where it cannot be shown, format characters, marks
 * without a letter, and the two symbols that are empty by their nature. Between letters all of it is left: emoji, Persian
 * and the languages of India are written with it.
 */
const nothingSeen = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800\u{1D159}]*$/u

/** Tells whether nothing of the text can be seen. */
export function isBlank(text: string): boolean {
  return nothingSeen.test(text)
}

/** One line for people, as it is kept: nothing turns it around or ends it early, and one that is blank is ''. */
export function cleanLine(text: string): string {
  return trimmed(text.replace(turningMarks, '').replace(/[\u2028\u2029]+/g, ' '))
}

/** As `cleanLine`, for a text of several lines. */
export function cleanLines(text: string): string {
  return trimmed(text.replace(turningMarks, '').replace(/[\u2028\u2029]/g, '\n'))
}

/** One clean line, with a space for each run of control characters, such as tabs and line breaks. */
export function withoutInvisible(text: string): string {
  return cleanLine(text.replace(turningMarks, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))
}

/** As `withoutInvisible`, for several lines; control characters that word processors use for line breaks become line breaks. */
export function linesWithoutInvisible(text: string): string {
  return cleanLines(text.replace(/[\v\f\x85]/g, '\n').replace(/[^\P{Cc}\t\n\r]+/gu, ' '))
}

/**
 * For a terminal, which obeys control characters and turns lines around: each is written as JSON writes it, all but the
 * tab and the end of a line. JSON stays JSON, since what it has of them is in its texts.
 */
export function withEscapes(text: string): string {
  return text.replace(
    /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u206F\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim()
}
