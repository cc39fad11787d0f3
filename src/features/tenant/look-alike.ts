import { foldedWords, slugify } from '../../lib/text.ts'
import { reservedLabels } from './tenant.ts'

/**
 * By letters of ours, those of other alphabets that are drawn like them (Unicode UTS 39), small capitals and signs; what is a form of ours,
 * NFKD knows. Of capitals those alone whose small letters are drawn like others.
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

/** Digits and letters that one of the two sees for the other. */
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

/** How a label or a name looks at a glance; two that look the same are one for whoever reads a mail in a hurry. */
export function lookOf(text: string): string {
  return atAGlance(partsOf(text).join(''))
}

function partsOf(text: string): readonly string[] {
  const latin = [...text.normalize('NFKD')].map(
    (letter) => drawnAlike.get(letter) ?? drawnAlike.get(letter.toLowerCase()) ?? letter,
  )
  return slugify(latin.join('')).split('-')
}

/** Of what stands together: a hyphen between `r` and `n` hides nothing. */
function atAGlance(letters: string): string {
  return letters
    .replace(/[01i34578]/g, (letter) => seenAs[letter] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Kept from strangers unless RESERVED_WORDS says otherwise; with a star also within a longer word. */
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

/** Whether a label or a name says one of those words, however it is written. */
export function saysReserved(text: string, words: readonly string[]): boolean {
  const parts = partsOf(text).map(atAGlance)
  const whole = lookOf(text)
  return words.some((word) => {
    const look = lookOf(word)
    return word.endsWith('*') ? whole.includes(look) : whole === look || parts.includes(look)
  })
}

/**
 * The same of the name of an organisation, in which the words without a star are words like others. Nobody writes a word in letters of two
 * alphabets, but who hides another word in it by letters that are not known here.
 */
export function namesAnother(name: string, words: readonly string[]): boolean {
  const starred = words.filter((word) => word.endsWith('*'))
  return saysReserved(name, starred) || (starred.length > 0 && foldedWords(name).some(mixesAlphabets))
}

/** Scripts of East Asia stand beside Latin letters in many a name, and look like none. */
const likeNoLatin = '\\p{Script=Common}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const foreignLetter = new RegExp(`(?=\\p{L})[^\\p{Script=Latin}${likeNoLatin}]`, 'u')

function mixesAlphabets(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && foreignLetter.test(word)
}

/** Whether a label looks like one of the server's own: one that is kept for it, or a part of DOMAIN. */
export function looksLikeServer(label: string, domain: string): boolean {
  const look = lookOf(label)
  return reservedLooks.has(look) || domain.split('.').some((part) => lookOf(part) === look)
}
