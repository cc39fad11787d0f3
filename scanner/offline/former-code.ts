import type { FormerKey } from '../wire.ts'

export type FormerCode = {
  /** What is signed of the same ticket in our codes. */
  readonly ownData: string
  /** What opens the holder: its signature is another one each time, so it is what says which ticket it is. */
  readonly secret: Uint8Array<ArrayBuffer>
  /** Whether one of these keys signed it. */
  readonly isSignedBy: (keys: readonly FormerKey[]) => Promise<boolean>
}

/**
 * Reads a code of another server (ADR 0277). This is a file of its own, cached with the others: where nobody moved, no phone runs it.
 *
 * @param data its first part, without padding
 */
export function readFormerCode(data: string, signature: Uint8Array<ArrayBuffer>): FormerCode {
  const ownText = JSON.stringify({ uuid: ticketIn(data) })
  const encoder = new TextEncoder()
  const signed = encoder.encode(data.padEnd(Math.ceil(data.length / 4) * 4, '='))
  return {
    // No letter of such a text is written otherwise in the alphabet for addresses.
    ownData: btoa(ownText).replaceAll('=', ''),
    secret: encoder.encode(ownText),
    async isSignedBy(keys) {
      for (const key of keys) if (await verify(key, signature, signed)) return true
      return false
    },
  }
}

/** Finds the id of the ticket; '' where there is none, which no list has. */
function ticketIn(data: string): string {
  try {
    const { uuid }: { uuid: unknown } = JSON.parse(atob(data.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof uuid === 'string' ? uuid.toLowerCase() : ''
  } catch {
    return ''
  }
}

const hashBytes = 32

/** RSA-PSS with SHA-256 and the longest salt that fits. */
async function verify(
  { n, e }: FormerKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [name, jwk] = ['RSA-PSS', { kty: 'RSA', n, e }]
  const key = await crypto.subtle.importKey('jwk', jwk, { name, hash: 'SHA-256' }, false, ['verify'])
  const { modulusLength } = key.algorithm as RsaHashedKeyAlgorithm
  const saltLength = Math.ceil((modulusLength - 1) / 8) - hashBytes - 2
  return crypto.subtle.verify({ name, saltLength }, key, signature, signed)
}
