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
 * has them one after another before what has them apart. Each address once, and of many the first.
 */
export function search(index: SearchIndex, asked: string): SearchResults {
  const words = foldedWords(asked).slice(0, mostWords)
  if (words.length === 0) return { count: 0, results: [] }
  const found = index
    .map(({ entry, names, text }) => ({ entry, rank: rankOf(names, text, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => Number(one.rank) - Number(other.rank))
  const places = [...Map.groupBy(found, ({ entry }) => entry.address).values()].flatMap(([first]) => first ?? [])
  return { count: places.length, results: places.slice(0, mostResults).map(({ entry }) => resultOf(entry, words)) }
}

/** The lower, the better; null: it lacks a word. */
function rankOf(names: readonly string[], text: string, words: readonly string[]): number | null {
  const hasAll = (where: string) => words.every((word) => where.includes(` ${word}`))
  if (!hasAll(text)) return null
  const phrase = ` ${words.join(' ')}`
  const kinds: readonly ((name: string) => boolean)[] = [
    (name) => name === `${phrase} `,
    (name) => name.startsWith(phrase),
    (name) => name.includes(phrase),
    hasAll,
  ]
  const rank = kinds.findIndex((isSo) => names.some(isSo))
  return rank >= 0 ? rank : text.includes(phrase) ? kinds.length : kinds.length + 1
}

/** Folded, each word between blanks. */
function inWords(text: string): string {
  return ` ${foldedWords(text).join(' ')} `
}

function resultOf({ kind, name, where, text, address }: SearchEntry, words: readonly string[]): SearchResult {
  return { kind, name, address, excerpt: excerptOf(text, words), ...(where === undefined ? {} : { where }) }
}

/** The part of a text that has most of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  const said = text.split(/\s+/)
  const met = said.map((part) => foldedWords(part).flatMap((one) => words.find((word) => one.startsWith(word)) ?? []))
  const counts = met.map((_, index) => new Set(met.slice(index, index + wordsShown - wordsBefore).flat()).size)
  const first = counts.indexOf(Math.max(...counts))
  const from =
    first + wordsShown > said.length ? Math.max(0, said.length - wordsShown) : Math.max(0, first - wordsBefore)
  const cut = said.slice(from, from + wordsShown).join(' ')
  return `${from > 0 ? '… ' : ''}${cut}${from + wordsShown < said.length ? ' …' : ''}`
}
