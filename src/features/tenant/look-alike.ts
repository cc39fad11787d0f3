import { slugify } from '../../lib/text.ts'
import { reservedLabels } from './tenant.ts'

/** Letters of other alphabets that are drawn like ours (Unicode UTS 39); what is a form of ours, NFKD knows. */
const drawnAlike: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', н: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm' },
  ...{ о: 'o', р: 'p', ѕ: 's', т: 't', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w' },
  ...{ ı: 'i', ɑ: 'a', ɡ: 'g' },
}

/** Digits and letters that one of the two sees for the other. */
const seenAs: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '3': 'e', '5': 's', '8': 'b' }

/** How a label or a name looks at a glance; two that look the same are one for whoever reads a mail in a hurry. */
export function lookOf(text: string): string {
  return partsOf(text).join('')
}

function partsOf(text: string): readonly string[] {
  const latin = [...text.normalize('NFKD').toLowerCase()].map((letter) => drawnAlike[letter] ?? letter)
  return slugify(latin.join(''))
    .split('-')
    .map((part) =>
      part
        .replace(/[01i358]/g, (letter) => seenAs[letter] ?? letter)
        .replaceAll('rn', 'm')
        .replaceAll('vv', 'w'),
    )
}

/** Kept from strangers unless RESERVED_WORDS says otherwise; with a star also within a longer word. */
export const usualReservedWords: readonly string[] = [
  ...['paypal*', 'stripe', 'mastercard*', 'visa', 'amex', 'klarna*', 'sumup*', 'paylib*', 'sepa'],
  ...['bank', 'banque', 'payment', 'paiement', 'login', 'signin', 'sign-in', 'verify', 'webmail*'],
]

const reservedLooks: ReadonlySet<string> = new Set([...reservedLabels].map(lookOf))

/** Whether a label or a name says one of those words, however it is written. */
export function saysReserved(text: string, words: readonly string[]): boolean {
  const parts = partsOf(text)
  const whole = parts.join('')
  return words.some((word) => {
    const look = lookOf(word)
    return word.endsWith('*') ? whole.includes(look) : whole === look || parts.includes(look)
  })
}

/** Whether a label looks like one of the server's own: one that is kept for it, or a part of DOMAIN. */
export function looksLikeServer(label: string, domain: string): boolean {
  const look = lookOf(label)
  return reservedLooks.has(look) || domain.split('.').some((part) => lookOf(part) === look)
}
