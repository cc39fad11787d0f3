import { equalBytes, randomCharacters, sha256 } from '../../lib/hash.ts'

export const longestKeyName = 200

/** `<8 characters>.<40 characters>` (ADR 0041): the first part finds the row, the second proves the right. */
export type KeyText = { readonly prefix: string; readonly secret: string }

export type NewKey = KeyText & { readonly text: string; readonly secretHash: Buffer }

/** @param prefix of a key that gets another secret */
export function makeKey(prefix = randomCharacters(8)): NewKey {
  const secret = randomCharacters(40)
  return { text: `${prefix}.${secret}`, prefix, secret, secretHash: hashSecret(secret) }
}

/** Parses the text of a key; null when it cannot be one. */
export function parseKey(text: string): KeyText | null {
  const match = /^([A-Za-z0-9]{8})\.([A-Za-z0-9]{40})$/.exec(text)
  return match?.[1] && match[2] ? { prefix: match[1], secret: match[2] } : null
}

/** The secret has 230 random bits, so a fast hash is enough: there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return sha256(secret)
}

export function secretMatches(secret: string, hash: Buffer): boolean {
  return equalBytes(hashSecret(secret), hash)
}

/** The credentials of `Authorization: Api-Key <key>`; the scheme in any case, any white space after it. Null when absent or of another scheme. */
export function keyFromHeader(header: string | undefined): string | null {
  const match = /^\s*api-key\s+(\S+)\s*$/i.exec(header ?? '')
  return match?.[1] ?? null
}
