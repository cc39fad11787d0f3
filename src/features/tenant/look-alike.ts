import { foldedWords, slugify } from '../../lib/text.ts'
import { reservedLabels } from './tenant.ts'

/**
 * For each of our letters those of other alphabets that are drawn like it (Unicode UTS 39), small capitals and signs; NFKD knows the
 * forms of our own. Capitals are listed only if their small letters are drawn like others.
 */
const drawings: Readonly<Record<string, string>> = {
  a: 'аαɑ@Αᴀ',
  b: 'вΒʙ',
  c: 'сᴄ',
  d: 'ԁᴅ',
  e: 'еεΕᴇ',
  g: 'ɡɢ',
  h: 'һнհΗʜ',
  i: 'іιıΙɪ',
  j: 'јᴊ',
  k: 'кκΚᴋ',
  l: 'ӏ!|ʟ',
  m: 'мΜᴍ',
  n: 'ոΝɴ',
  o: 'оοօΟᴏ',
  p: 'рρƿþΡᴘ',
  r: 'ʀ',
  s: 'ѕ$ꜱ',
  t: 'тτΤᴛ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ԝωᴡ',
  x: 'хχΧ',
  y: 'уΥʏ',
  z: 'Ζᴢ',
}

const drawnAlike: ReadonlyMap<string, string> = new Map(
  Object.entries(drawings).flatMap(([ours, others]) => [...others].map((letter) => [letter, ours])),
)

/** Digits and letters that are mistaken for another one. */
const seenAs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

/** How a label or a name looks at a glance; two that look the same are one for somebody who reads a mail in a hurry. */
export function lookOf(text: string): string {
  return atAGlance(partsOf(text).join(''))
}

function partsOf(text: string): readonly string[] {
  const latin = [...text.normalize('NFKD')].map(
    (letter) => drawnAlike.get(letter) ?? drawnAlike.get(letter.toLowerCase()) ?? letter,
  )
  return slugify(latin.join('')).split('-')
}

/** Replaces what looks like other letters, in letters that touch: a hyphen between `r` and `n` hides nothing. */
function atAGlance(letters: string): string {
  return letters
    .replace(/[01i34578]/g, (letter) => seenAs[letter] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Words that strangers may not use unless RESERVED_WORDS says otherwise; with a star also within a longer word. */
export const usualReservedWords: readonly string[] = [
  'paypal*',
  'stripe',
  'mastercard*',
  'visa',
  'amex',
  'klarna*',
  'sumup*',
  'paylib*',
  'sepa',
  'bank',
  'banque',
  'payment',
  'paiement',
  'login',
  'signin',
  'sign-in',
  'verify',
  'webmail*',
]

const reservedLooks: ReadonlySet<string> = new Set([...reservedLabels].map(lookOf))

/** Whether a label or a name contains one of those words, however it is written. */
export function saysReserved(text: string, words: readonly string[]): boolean {
  const parts = partsOf(text).map(atAGlance)
  const whole = lookOf(text)
  return words.some((word) => {
    const look = lookOf(word)
    return word.endsWith('*') ? whole.includes(look) : whole === look || parts.includes(look)
  })
}

/**
 * As `saysReserved`, for the name of an organisation, in which the words without a star are words like others. Nobody writes a word
 * in letters of two alphabets, except to hide another word in it by letters that are not listed here.
 */
export function namesAnother(name: string, words: readonly string[]): boolean {
  const starred = words.filter((word) => word.endsWith('*'))
  return saysReserved(name, starred) || (starred.length > 0 && foldedWords(name).some(mixesAlphabets))
}

/** Scripts of East Asia are beside Latin letters in many names, and look like none of them. */
const likeNoLatin = '\\p{Script=Common}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const foreignLetter = new RegExp(`(?=\\p{L})[^\\p{Script=Latin}${likeNoLatin}]`, 'u')

function mixesAlphabets(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && foreignLetter.test(word)
}

/** Whether a label looks like one of the server's own: one that is reserved for it, or a part of DOMAIN. */
export function looksLikeServer(label: string, domain: string): boolean {
  const look = lookOf(label)
  return reservedLooks.has(look) || domain.split('.').some((part) => lookOf(part) === look)
}
