import { InvalidArgumentError } from 'commander'
import { normalizeTag } from '../features/card/card.ts'
import { normalizeOwnDomain } from '../features/tenant/own-domain.ts'
import { isDomainLabel } from '../features/tenant/tenant.ts'
import { isIssuerId, isPassType, isTeam } from '../features/wallet/wallet.ts'
import { isAddressOrRange } from '../lib/address-range.ts'
import { isColor } from '../lib/color.ts'
import { type Language, languages } from '../lib/language.ts'
import { isCurrency } from '../lib/money.ts'
import { isSpoken } from '../lib/spoken.ts'
import { cleanLine, cleanLines, isEmail, isUuid, normalizeEmail, slugify } from '../lib/text.ts'
import { isTimeZone } from '../lib/time.ts'
import { operand } from './options.ts'

/** Parsers of option values; what they refuse is wrong usage, exit 2. */

/** A text for people of at most `max` characters: read as the interface reads the same field (ADR 0155). */
export function text(max: number, options: { readonly multiline?: boolean } = {}): (value: string) => string {
  const clean = options.multiline ? cleanLines : cleanLine
  const refused = options.multiline ? /[^\P{Cc}\t\n\r]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u
  return (value) => {
    const cleaned = clean(value)
    if (cleaned === '') throw new InvalidArgumentError('Nothing of it can be seen.')
    if (cleaned.length > max) throw new InvalidArgumentError(`It is longer than ${max} characters.`)
    if (refused.test(cleaned)) throw new InvalidArgumentError('It has characters that are not allowed.')
    return cleaned
  }
}

/** Reads a value, which is refused where that gives null. */
function reading<T>(read: (value: string) => T | null, refusal: string): (value: string) => T {
  return (value) => {
    const found = read(value)
    if (found === null) throw new InvalidArgumentError(refusal)
    return found
  }
}

/** A value as it is written usually, when it fits. */
export function fitting(
  fits: (value: string) => boolean,
  refusal: string,
  usual: (value: string) => string = (value) => value,
): (value: string) => string {
  return reading((value) => (fits(usual(value)) ? usual(value) : null), refusal)
}

const lowerCase = (value: string) => value.toLowerCase()

export const email = fitting(isEmail, 'It is not an e-mail address.', normalizeEmail)
export const uuid = fitting(isUuid, 'It is not a UUID.', lowerCase)
const cardTag = reading(normalizeTag, 'It is not 8 hexadecimal digits.')
/** Of commands about a card. */
export const cardOperand = operand('<tag_id>', 'the card, as a reader shows it', cardTag)
export const timeZone = fitting(isTimeZone, 'It is not a time zone such as Europe/Paris.')
/** ISO 4217. */
export const currency = fitting(isCurrency, 'It is not the code of a currency such as EUR.', (value) =>
  value.toUpperCase(),
)
export const color = fitting(isColor, 'It is not a colour such as #2b3fd6.', lowerCase)
export const addressOrRange = fitting(isAddressOrRange, 'It is neither an address nor a range such as 10.0.0.0/8.')
export const webAddress = fitting(
  (value) => /^https?:\/\/\S+$/i.test(value) && URL.canParse(value),
  'It is not an http or https address.',
)
export const domainLabel = fitting(
  isDomainLabel,
  'It is not a label of 1 to 63 letters, digits and hyphens, no hyphen at either end.',
  (value) => value.trim().toLowerCase(),
)
/** A domain of the organisation's own; whether it lies under DOMAIN is for the use case to say. */
export const ownDomain = reading(
  (value) => normalizeOwnDomain(value, ''),
  'It is not a domain name such as tickets.example.org.',
)
/** The prefix of an API key, or of the whole key. */
const keyPrefix = reading(
  (value) => /^([A-Za-z0-9]{8})(\.|$)/.exec(value)?.[1] ?? null,
  'It is neither a key nor the eight characters before its dot.',
)
/** Of commands about an API key. */
export const keyOperand = operand('<key>', 'the key, or the eight characters before its dot', keyPrefix)
/** Apple's identifier of a kind of pass; `team` is that of its maker. */
export const passType = fitting(isPassType, 'It is not a pass type identifier such as pass.org.example.tickets.')
export const team = fitting(isTeam, 'It is not a team identifier of ten capital letters and digits.')
/** The number by which Google knows who makes passes. */
export const issuerId = fitting(isIssuerId, 'It is not the number of an issuer account.')

export function spokenLanguages(value: string): readonly Language[] | 'all' {
  if (value === 'all') return value
  const named = value.split(',').map((tag) => tag.trim())
  if (!named.every(isSpoken)) throw new InvalidArgumentError(`It is none of ${languages.join(', ')}.`)
  return named
}

/** The name of an organisation in its address; folded to letters, digits and hyphens where it is used. */
export function slug(value: string): string {
  if (slugify(value) === '') throw new InvalidArgumentError('It has no letter or digit.')
  return text(63)(value)
}

export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d{1,9}$/.test(value) || number < least || number > most)
      throw new InvalidArgumentError(`It is not a whole number from ${least} to ${most}.`)
    return number
  }
}

/** Parses `--permission <permission...>`, or several operands: each value goes through `parse` and joins the list. */
export function listOf<T>(
  parse: (value: string) => T,
): (value: string, before: readonly T[] | undefined) => readonly T[] {
  return (value, before = []) => [...before, parse(value)]
}
