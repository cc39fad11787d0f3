import { bytesOfBase64 } from './base64.ts'
import type { TicketCode } from './ticket-code.ts'

/** The holder of a ticket, as the snapshot has it under the signature of its code (ADR 0182). */
export type Holder = {
  readonly f: string
  readonly l: string
  readonly s?: string
  /** The beginnings of the companions' lookups. */
  readonly g: readonly string[]
}

const purpose = new TextEncoder().encode('guichet holder')
const nonceBytes = 12

/** Opens a sealed holder; null: it does not open with this code. */
export async function openHolder(code: TicketCode, sealed: string): Promise<Holder | null> {
  const bytes = bytesOfBase64(sealed)
  if (bytes === null) return null
  const secret = await crypto.subtle.importKey('raw', code.former?.secret ?? code.signature, 'HKDF', false, [
    'deriveKey',
  ])
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: purpose },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, bytes.subarray(nonceBytes))
    return JSON.parse(new TextDecoder().decode(text)) as Holder
  } catch {
    return null
  }
}
