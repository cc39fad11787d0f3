import { InvalidArgumentError, Option } from 'commander'
import { normalizeTag } from '../features/card/card.ts'
import { isEmail, isUuid, normalizeEmail } from '../lib/text.ts'

/** Parsers of option values; what they refuse is wrong usage, exit 2. */

/** One line of text, trimmed, of at most `max` characters: the limits that the interface has for the same field. */
export function text(max: number, options: { readonly multiline?: boolean } = {}): (value: string) => string {
  const controls = options.multiline ? /[^\P{Cc}\t\n\r]/u : /\p{Cc}/u
  return (value) => {
    const trimmed = value.trim()
    if (trimmed === '') throw new InvalidArgumentError('It is empty.')
    if (trimmed.length > max) throw new InvalidArgumentError(`It is longer than ${max} characters.`)
    if (controls.test(trimmed)) throw new InvalidArgumentError('It has characters that are not allowed.')
    return trimmed
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

export function cardTag(value: string): string {
  const tag = normalizeTag(value)
  if (tag === null) throw new InvalidArgumentError('It is not 8 hexadecimal digits.')
  return tag
}

export function webAddress(value: string): string {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('It is not an http or https address.')
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

/** `--permission a --permission b`, or several operands: each value goes through `parse` and joins the list. */
export function listOf<T>(
  parse: (value: string) => T,
): (value: string, before: readonly T[] | undefined) => readonly T[] {
  return (value, before = []) => [...before, parse(value)]
}

export function tenantOption(explanation: string): Option {
  return new Option('--tenant <slug>', explanation).makeOptionMandatory()
}
