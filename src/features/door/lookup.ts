import { createCipheriv } from 'node:crypto'
import { sha256 } from '../../lib/hash.ts'

/** What names a ticket on a device that must not keep its code: the SHA-256 of the text of the code (ADR 0182). */
export function lookupOf(code: string): Buffer {
  return sha256(code)
}

/** Characters of a lookup that tell the others of a group apart within one event: its first 72 bits, as text. */
const groupNameLength = 12

export function groupNameOf(lookup: Buffer): string {
  return lookup.toString('base64url').slice(0, groupNameLength)
}

/**
 * The nonce of one ticket of a group: its device names that scan by it too when the group's answer was lost. Made from the nonce of the
 * group and the lookup of the ticket, both of which it has. A UUID of version 8 (RFC 9562), of SHA-256.
 */
export function groupNonceOf(nonce: string, lookup: Buffer): string {
  const bytes = sha256(`${nonce} ${lookup.toString('base64url')}`).subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const digits = bytes.toString('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digits.slice(from, to))
    .join('-')
}

/** The holder of a ticket, for a device that has its code. */
export type Holder = {
  readonly firstName: string
  readonly lastName: string
  /** '' without a numbered place. */
  readonly seat: string
  /** The `groupNameOf` of the booking's other tickets for the same event. */
  readonly group: readonly string[]
}

const nonceBytes = 12

/**
 * The holder under AES-256-GCM, with a key derived from the signature of the code (`TicketMark`): it opens with that ticket in hand, and a device that is lost reveals nobody. The nonce comes from key and text, so that what has not changed is
 * the same again and never meets another text under it.
 *
 * @returns base64url of nonce, ciphertext and tag
 */
export function sealHolder(key: Buffer, holder: Holder): string {
  const { firstName, lastName, seat, group } = holder
  const text = Buffer.from(JSON.stringify({ f: firstName, l: lastName, ...(seat === '' ? {} : { s: seat }), g: group }))
  const nonce = sha256(Buffer.concat([key, text])).subarray(0, nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}
