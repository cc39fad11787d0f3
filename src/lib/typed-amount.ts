import { languages, locales } from './language.ts'
import { decimalsPattern, minorDigits } from './money.ts'

/** The most characters that an amount is typed with. */
export const longestAmount = 30

/** What is written between thousands and is no decimal sign anywhere: spaces of all widths, and the apostrophe of Switzerland. */
const apart = "[ \\u00a0\\u2009\\u202f'’]"

/**
 * The pattern of an amount as people type it (ADR 0310): `18`, `18,50`, `18.5 €`, `€18`, `1 200,00`, `1.200,00`, `18,-`. Its groups
 * come in pairs, of which one has the whole and the decimals. `1.200` is not among them where the currency has two decimals: it is a
 * thousand to some and a little more than one to others.
 */
export function typedAmountPattern(currency: string): string {
  const digits = minorDigits(currency)
  const decimals = decimalsPattern[digits]
  const ways = [
    `([1-9]\\d{0,2}(?:${apart}\\d{3}){1,2}|\\d{1,9})(?:[.,](${decimals}|[\\-–—]{1,2}))?`,
    `([1-9]\\d{0,2}(?:\\.\\d{3}){1,2}),(${decimals})`,
    `([1-9]\\d{0,2}(?:,\\d{3}){1,2})\\.(${decimals})`,
    `([1-9]\\d{0,2}(?:\\.\\d{3}){${digits === 0 ? 1 : 2},2})`,
    `([1-9]\\d{0,2}(?:,\\d{3}){${digits === 0 ? 1 : 2},2})`,
  ]
  return within(currency, ways.join('|'))
}

/** The pattern of a text that is two amounts at once: `1.200`. Without groups. */
export function ambiguousAmountPattern(currency: string): string {
  return minorDigits(currency) === 2 ? within(currency, '\\d{1,3}[.,]\\d{3}') : '[^\\s\\S]'
}

/** With the sign of the currency before or behind, and spaces around. */
function within(currency: string, amount: string): string {
  const sign = signOf(currency)
  return `\\s*(?:${sign}\\s*)?(?:${amount})(?:\\s*${sign})?\\s*`
}

/** The pattern of the code and the signs of a currency, by its code: Intl is slow to ask. */
const signs = new Map<string, string>()

function signOf(currency: string): string {
  const known = signs.get(currency)
  if (known !== undefined) return known
  const shown = languages.flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency, currencyDisplay })
      return format.formatToParts(0).flatMap(({ type, value }) => (type === 'currency' ? [literally(value)] : []))
    }),
  )
  const code = [...currency].map((letter) => `[${letter}${letter.toLowerCase()}]`).join('')
  const sign = `(?:${[code, ...new Set(shown)].filter((one) => one !== currency).join('|')})`
  signs.set(currency, sign)
  return sign
}

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s/g, '\\s')

/**
 * Reads an amount, in the smallest unit; NaN for a text that does not match. Runs in browsers too, as its text: it uses nothing from
 * outside. @param pattern as `typedAmountPattern` makes it
 */
export function minorUnitsIn(text: string, pattern: string, digits: number): number {
  const [, ...parts] = new RegExp(`^(?:${pattern})$`, 'u').exec(text) ?? []
  const at = parts.findIndex((part) => part !== undefined)
  if (at < 0) return Number.NaN
  const [whole, part] = [parts[at], at < 6 ? parts[at + 1] : ''].map((one) => (one ?? '').replaceAll(/\D/g, ''))
  return Number(whole) * 10 ** digits + Number((part ?? '').padEnd(digits, '0').slice(0, digits))
}

/** Reads an amount as it was typed, in the smallest unit; null for a text that is none, or two. */
export function readTypedAmount(text: string, currency: string): number | null {
  const minor = minorUnitsIn(text, typedAmountPattern(currency), minorDigits(currency))
  return Number.isNaN(minor) ? null : minor
}

/** The two amounts that a text can be read as, in the smallest unit; null: it is not ambiguous. */
export function readingsOf(text: string, currency: string): readonly [whole: number, fraction: number] | null {
  if (!new RegExp(`^(?:${ambiguousAmountPattern(currency)})$`, 'u').test(text)) return null
  const [whole = '', part = ''] = /\d+[.,]\d+/.exec(text)?.[0].split(/[.,]/) ?? []
  return [Number(whole + part) * 100, Number(whole) * 100 + Number(part.slice(0, 2))]
}
