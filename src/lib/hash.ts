import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

export function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer')
}

/** Compares in constant time for equal lengths; different lengths are simply different. */
export function equalBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** 32 random bytes as base64url: a one-time secret for a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

const keyAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Random characters that survive being read aloud or typed; no look-alikes. */
export function randomCharacters(length: number, alphabet = keyAlphabet): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes past the last whole multiple of the alphabet are thrown away, so that each character is equally likely.
      if (byte < 256 - (256 % alphabet.length) && text.length < length) {
        text += alphabet[byte % alphabet.length]
      }
    }
  }
  return text
}

/** A one-time code for a keypad: each digit equally likely, leading zeros kept. */
export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}
