import { randomUUID } from 'node:crypto'
import { sha256 } from './hash.ts'
import { fewestLetters } from './text.ts'

/** Replaces an event's id where a stock or a personal maximum counts for a price as a whole. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

let lastMs = 0
let sequence = 0
const lastSequence = 0xfff

/**
 * A new identifier. Version 7 (RFC 9562): rows made together lie together in the index, and order by id is order of
 * making. Within a process ids only grow: the twelve bits after the milliseconds count (its section 6.2, method 1). The
 * rest is Node's own random uuid, which draws on a pool of random bytes; asking for them each time costs ten times as much.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    sequence = 0
  } else if (sequence < lastSequence) sequence++
  else {
    // More than 4096 in a millisecond, or a clock that was set back: the count goes on ahead of the clock.
    lastMs++
    sequence = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const count = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`
}

export function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id)
}

/** How a ticket, booking or membership is named on the phone: the last ten digits of its id, "8E2B1-03F0D". No key to anything. */
export function shortReference(id: string): string {
  const digits = id.replaceAll('-', '').slice(-10).toUpperCase()
  return `${digits.slice(0, 5)}-${digits.slice(5)}`
}

/** Such a number, or its beginning, as somebody types it and as it is compared; null: it is none, or too little of one. */
export function referenceStart(text: string): string | null {
  const start = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return new RegExp(`^[0-9a-f]{${fewestLetters},10}$`).test(start) ? start : null
}

/** Whether somebody typed the number of that ticket or booking, or its id; or only the beginning of the number. */
export function isReferenceOf(text: string, id: string, typed: 'whole' | 'beginning' = 'whole'): boolean {
  const [start, number] = [referenceStart(text), referenceStart(shortReference(id)) ?? '']
  if (text.trim().toLowerCase() === id || start === number) return true
  return typed === 'beginning' && start !== null && number.startsWith(start)
}

/** No id that was made at that moment or later is lower (RFC 9562, version 7). */
export function lowestIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/**
 * The identifier of what a form makes, which a second press of its button makes no more: the same key in the same
 * organisation has the same one. The time in it is the key's, so that it lies where a new one would.
 *
 * @param key in lower case: a `newId` that the form was shown with
 * @param number which it is of several that one press makes
 */
export function repeatableId(tenantId: string, key: string, number = 0): string {
  const digits = sha256(`${tenantId} ${key} ${number}`).toString('hex')
  const variant = ((Number.parseInt(digits.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
  return `${key.slice(0, 13)}-7${digits.slice(1, 4)}-${variant}${digits.slice(4, 7)}-${digits.slice(7, 19)}`
}

/** A key of `repeatableId` out of what a program sends with its repeats; what it makes does not order by time. */
export function repeatableKey(text: string): string {
  const digits = sha256(text).toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
