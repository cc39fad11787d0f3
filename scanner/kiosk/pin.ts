import { base64OfBytes, bytesOfBase64 } from '../offline/base64.ts'

/** The lock of a device that scans and does nothing else until somebody gives the PIN. The PIN itself is kept nowhere. */
export type Lock = {
  readonly salt: string
  readonly hash: string
  /** The number of wrong PINs since the last right one, and until when none is checked, in milliseconds since 1970. */
  readonly failures: number
  readonly closedUntil: number
}

/** Changes the kept lock, whichever tab kept it, and returns what is kept then; null: there is no lock. */
export type ChangeLock = (change: (lock: Lock | null) => Lock | null) => Promise<Lock | null>

export const isPin = (text: string): boolean => /^\d{4,8}$/.test(text)

/** The rounds that OWASP asks of PBKDF2 with SHA-256; about half a second on a phone. */
const rounds = 600_000
/** The wrong PINs that cost nothing; then the wait doubles with each, in milliseconds. */
const freeFailures = 2
const [firstWait, longestWait] = [30_000, 15 * 60_000]

export async function lockWith(pin: string): Promise<Lock> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt: base64OfBytes(salt), hash: await hashOf(pin, salt), failures: 0, closedUntil: 0 }
}

export async function isPinOf({ salt, hash }: Lock, pin: string): Promise<boolean> {
  const bytes = bytesOfBase64(salt)
  return bytes !== null && (await hashOf(pin, bytes)) === hash
}

export function afterWrongPin(lock: Lock, now: number): Lock {
  const failures = lock.failures + 1
  const counted = failures - freeFailures
  const wait = counted <= 0 ? 0 : Math.min(firstWait * 2 ** (counted - 1), longestWait)
  return { ...lock, failures, closedUntil: now + wait }
}

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const way = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return base64OfBytes(new Uint8Array(await crypto.subtle.deriveBits(way, key, 256)))
}
