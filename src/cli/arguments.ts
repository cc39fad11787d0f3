import { InvalidArgumentError, Option } from 'commander'
import { normalizeTag } from '../features/card/card.ts'
import { normalizeOwnDomain } from '../features/tenant/own-domain.ts'
import { isDomainLabel } from '../features/tenant/tenant.ts'
import { isIssuerId, isPassType, isTeam } from '../features/wallet/wallet.ts'
import { isColor } from '../lib/color.ts'
import { type Language, languages } from '../lib/language.ts'
import { isCurrency } from '../lib/money.ts'
import { isSpoken } from '../lib/spoken.ts'
import { cleanLine, cleanLines, isEmail, isUuid, normalizeEmail, slugify } from '../lib/text.ts'
import { isTimeZone } from '../lib/time.ts'

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

export function email(value: string): string {
  const normalized = normalizeEmail(value)
  if (!isEmail(normalized)) throw new InvalidArgumentError('It is not an e-mail address.')
  return normalized
}

export function uuid(value: string): string {
  if (!isUuid(value)) throw new InvalidArgumentError('It is not a UUID.')
  return value.toLowerCase()
}

export function spokenLanguages(value: string): readonly Language[] | 'all' {
  if (value === 'all') return value
  const named = value.split(',').map((tag) => tag.trim())
  if (!named.every(isSpoken)) throw new InvalidArgumentError(`It is none of ${languages.join(', ')}.`)
  return named
}

export function cardTag(value: string): string {
  const tag = normalizeTag(value)
  if (tag === null) throw new InvalidArgumentError('It is not 8 hexadecimal digits.')
  return tag
}

/** The name of an organisation in its address; folded to letters, digits and hyphens where it is used. */
export function slug(value: string): string {
  if (slugify(value) === '') throw new InvalidArgumentError('It has no letter or digit.')
  return text(63)(value)
}

export function domainLabel(value: string): string {
  const label = value.trim().toLowerCase()
  if (!isDomainLabel(label))
    throw new InvalidArgumentError('It is not a label of 1 to 63 letters, digits and hyphens, no hyphen at either end.')
  return label
}

/** Whether it lies under DOMAIN is for the use case to say. */
export function ownDomain(value: string): string {
  const domain = normalizeOwnDomain(value, '')
  if (domain === null) throw new InvalidArgumentError('It is not a domain name such as tickets.example.org.')
  return domain
}

/** Reads the prefix of an API key, or the whole key. */
export function keyPrefix(value: string): string {
  const prefix = /^([A-Za-z0-9]{8})(\.|$)/.exec(value)?.[1]
  if (prefix === undefined)
    throw new InvalidArgumentError('It is neither a key nor the eight characters before its dot.')
  return prefix
}

export function timeZone(value: string): string {
  if (!isTimeZone(value)) throw new InvalidArgumentError('It is not a time zone such as Europe/Paris.')
  return value
}

/** ISO 4217. */
export function currency(value: string): string {
  const code = value.toUpperCase()
  if (!isCurrency(code)) throw new InvalidArgumentError('It is not the code of a currency such as EUR.')
  return code
}

export function color(value: string): string {
  const color = value.toLowerCase()
  if (!isColor(color)) throw new InvalidArgumentError('It is not a colour such as #2b3fd6.')
  return color
}

export function webAddress(value: string): string {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('It is not an http or https address.')
  return value
}

/** Of Apple Wallet. */
export function passType(value: string): string {
  if (!isPassType(value))
    throw new InvalidArgumentError('It is not a pass type identifier such as pass.org.example.tickets.')
  return value
}

/** Of a developer account at Apple. */
export function team(value: string): string {
  if (!isTeam(value)) throw new InvalidArgumentError('It is not a team identifier of ten capital letters and digits.')
  return value
}

/** Of Google Wallet. */
export function issuerId(value: string): string {
  if (!isIssuerId(value)) throw new InvalidArgumentError('It is not the number of an issuer account.')
  return value
}

export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d{1,9}$/.test(value) || number < least || number > most)
      throw new InvalidArgumentError(`It is not a whole number from ${least} to ${most}.`)
    return number
  }
}

/** Of `--permission <permission...>`, or of several operands: each value goes through `parse` and joins the list. */
export function listOf<T>(
  parse: (value: string) => T,
): (value: string, before: readonly T[] | undefined) => readonly T[] {
  return (value, before = []) => [...before, parse(value)]
}

export function tenantOption(explanation: string): Option {
  return new Option('--tenant <slug>', explanation).makeOptionMandatory()
}
