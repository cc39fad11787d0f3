import { foldedWords } from '../../lib/text.ts'

/** Something that a search of the documentation finds. */
export type SearchEntry = {
  readonly kind: 'operation' | 'field' | 'code' | 'chapter'
  readonly name: string
  /** What it is called. */
  readonly names: readonly string[]
  /** Where it is, in words; absent: its name says all. */
  readonly where?: string
  readonly text: string
  /** The codes of one to three capitals that it names, such as the letters of a status. */
  readonly codes?: readonly string[]
  /** A text in another language that finds it, too. */
  readonly also?: string
  readonly address: string
}

export type SearchIndex = readonly Indexed[]
type Indexed = { readonly entry: SearchEntry; readonly names: readonly string[]; readonly text: string }

export type SearchResult = Pick<SearchEntry, 'kind' | 'name' | 'where' | 'address'> & {
  /** What is said there, around the first of the words. */
  readonly excerpt: string
}

export type SearchResults = { readonly count: number; readonly results: readonly SearchResult[] }

const mostCharacters = 100
const mostWords = 8
const mostResults = 50
const wordsBefore = 8
const wordsShown = 32
/** What a code of the interface looks like: `K`, `FA`. */
const isCode = (text: string) => /^[A-Z]{1,3}$/.test(text)
/** Few letters begin many words. */
const fewLetters = 3

export function searchIndexOf(entries: readonly SearchEntry[]): SearchIndex {
  return entries.map((entry) => {
    const names = entry.names.map(inWords)
    return { entry, names, text: names.join('') + inWords(`${entry.name} ${entry.text} ${entry.also ?? ''}`) }
  })
}

/** What somebody typed, as it is shown again and searched: one of a whole page is a mistake. */
export function askedOf(typed: string): string {
  return typed.trim().slice(0, mostCharacters)
}

/**
 * What has all the words, each by its beginning and without accents or capitals: what is called so before what only says so, and what
 * has them one after another before what has them apart, and whole words before parts. Where codes are asked for, and written as such, what
 * names them all comes first. Each address once, and of many the first.
 */
export function search(index: SearchIndex, asked: string): SearchResults {
  const words = foldedWords(asked).slice(0, mostWords)
  if (words.length === 0) return { count: 0, results: [] }
  const typed = asked.split(/\s+/).slice(0, mostWords)
  const codes = typed.every(isCode) ? typed : []
  const namesCodes = ({ codes: named = [] }: SearchEntry) =>
    codes.length > 0 && codes.every((code) => named.includes(code))
  const found = index
    .map(({ entry, names, text }) => ({ entry, rank: namesCodes(entry) ? -1 : rankOf(names, text, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => Number(one.rank) - Number(other.rank))
  const places = [...Map.groupBy(found, ({ entry }) => entry.address).values()].flatMap(([first]) => first ?? [])
  return {
    count: places.length,
    results: places.slice(0, mostResults).map(({ entry }) => resultOf(entry, words, namesCodes(entry) ? codes : null)),
  }
}

/** The lower, the better; null: it lacks a word. */
function rankOf(names: readonly string[], text: string, words: readonly string[]): number | null {
  const hasAll = (where: string) => words.every((word) => where.includes(` ${word}`))
  if (!hasAll(text)) return null
  const hasWhole = (where: string) => words.every((word) => where.includes(` ${word} `))
  const phrase = ` ${words.join(' ')}`
  const ofName: readonly ((name: string) => boolean)[] = [
    (name) => name === `${phrase} `,
    (name) => name.startsWith(`${phrase} `),
    (name) => name.startsWith(phrase),
    (name) => name.includes(`${phrase} `),
    (name) => name.includes(phrase),
    hasWhole,
    hasAll,
  ]
  const ofText = [text.includes(`${phrase} `), text.includes(phrase), hasWhole(text), true]
  const inName = ofName.findIndex((isSo) => names.some(isSo))
  const rank = inName >= 0 ? inName : ofName.length + ofText.indexOf(true)
  const isPartOfMany = words.every((word) => word.length <= fewLetters) && !hasWhole(text)
  return isPartOfMany ? rank + ofName.length + ofText.length : rank
}

/** Folded, each word between blanks. */
function inWords(text: string): string {
  return ` ${foldedWords(text).join(' ')} `
}

function resultOf(
  { kind, name, where, text, address }: SearchEntry,
  words: readonly string[],
  codes: readonly string[] | null,
): SearchResult {
  return { kind, name, address, excerpt: excerptOf(text, words, codes), ...(where === undefined ? {} : { where }) }
}

/** The part of a text that has most of the words. */
function excerptOf(text: string, words: readonly string[], codes: readonly string[] | null): string {
  const said = text.split(/\s+/)
  const metIn = (part: string) =>
    codes === null
      ? foldedWords(part).flatMap((one) => words.find((word) => one.startsWith(word)) ?? [])
      : part.split(/[^A-Za-z0-9]+/).filter((one) => codes.includes(one))
  const met = said.map(metIn)
  const counts = met.map((_, index) => new Set(met.slice(index, index + wordsShown - wordsBefore).flat()).size)
  const first = counts.indexOf(Math.max(...counts))
  const from =
    first + wordsShown > said.length ? Math.max(0, said.length - wordsShown) : Math.max(0, first - wordsBefore)
  const cut = said.slice(from, from + wordsShown).join(' ')
  return `${from > 0 ? '… ' : ''}${cut}${from + wordsShown < said.length ? ' …' : ''}`
}
