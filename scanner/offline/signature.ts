import { bytesOfBase64 } from './base64.ts'
import type { TicketCode } from './ticket-code.ts'

/** An Ed25519 key of the organisation, in base64url (`x`), as the snapshot has it. */
export type PublicKey = { readonly kid: string; readonly x: string }

/** Whether the organisation made this code, checked by the browser, or by a bundled library where the browser is too old for Ed25519. */
export async function isGenuine({ data, signature }: TicketCode, keys: readonly PublicKey[]): Promise<boolean> {
  const signed = new TextEncoder().encode(data)
  for (const { x } of keys) {
    const key = bytesOfBase64(x)
    if (key !== null && (await verify(key, signature, signed))) return true
  }
  return false
}

async function verify(
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => null)
  if (imported !== null) return crypto.subtle.verify('Ed25519', imported, signature, signed)
  // The library is a file of its own, cached with the others: newer phones never run it.
  const { verifyAsync } = await import('@noble/ed25519')
  // RFC 8032 to the letter, as the service and the browsers have it.
  return verifyAsync(signature, signed, key, { zip215: false }).catch(() => false)
}
