import { base64OfBytes, bytesOfBase64 } from './base64.ts'
import type { FormerCode } from './former-code.ts'

/** A code as it was read. It is kept in memory alone: anyone who has it has the ticket. */
export type TicketCode = {
  /** The text that was signed. */
  readonly data: string
  readonly signature: Uint8Array<ArrayBuffer>
  /** What there is to know of a code of another server (ADR 0277); null: it is in our form. */
  readonly former: FormerCode | null
  /** The name of the ticket on this device and for the service, which opens nothing (ADR 0182). */
  readonly lookup: string
  /** The hash of the ticket, the same for all its codes, whichever key signed them. */
  readonly ticketHash: string
}

const form = /^([A-Za-z0-9_+/-]+)={0,2}:([A-Za-z0-9_+/-]+)={0,2}$/
const longestText = 1024
/** The fewest bytes of a signature by RSA; one of ours has 64. */
const shortestRsa = 256

/**
 * Reads a code; null: it is no code of a ticket. The service reads codes by the same form (docs/interface/keys-and-devices.md, "The QR code
 * of a ticket").
 */
export async function readTicketCode(text: string): Promise<TicketCode | null> {
  const match = text.length > longestText ? null : form.exec(text.trim())
  const [data, signature] = [inOneAlphabet(match?.[1]), inOneAlphabet(match?.[2])]
  const bytes = bytesOfBase64(signature)
  if (data === '' || signature === '' || bytes === null) return null
  const former = bytes.length < shortestRsa ? null : (await import('./former-code.ts')).readFormerCode(data, bytes)
  const ticketHash = base64OfBytes(await sha256(former?.ownData ?? data))
  // Of another server's code the signature is another one each time, and names nothing.
  const lookup = former ? ticketHash : base64OfBytes(await sha256(`${data}:${base64OfBytes(bytes)}`))
  return { data, signature: bytes, former, lookup, ticketHash }
}

function inOneAlphabet(text = ''): string {
  return text.replaceAll('+', '-').replaceAll('/', '_')
}

async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/**
 * Makes the nonce under which a ticket of a group is noted, so that what the service noted and what this device tells later are one scan
 * (docs/interface/scanning.md, "The door").
 */
export async function nonceOfCompanion(groupNonce: string, lookup: string): Promise<string> {
  const bytes = (await sha256(`${groupNonce.toLowerCase()} ${lookup}`)).slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
