import { createHash, createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject } from 'node:crypto'

/** Whose key it is, by its address, and the key: RSA, as every server of the fediverse takes it. */
export type Signer = { readonly keyId: string; readonly privateKey: KeyObject }

export function signerOf(keyId: string, pkcs8: Buffer): Signer {
  return { keyId, privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) }
}

type Sent = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Null: there is none. */
  readonly body: string | null
  readonly at: Date
}

/**
 * The headers of a request that is signed (draft-cavage-http-signatures-12, RSA-SHA256): with its address, its host, the time and what it
 * says. The host is set by whoever sends it.
 */
export function signedHeaders({ keyId, privateKey }: Signer, { method, url, body, at }: Sent): Record<string, string> {
  const { host, pathname, search } = new URL(url)
  const given = {
    date: at.toUTCString(),
    ...(body === null ? {} : { digest: digestOf(Buffer.from(body)), 'content-type': 'application/activity+json' }),
  }
  const signed: readonly (readonly [string, string])[] = [
    ['(request-target)', `${method.toLowerCase()} ${pathname}${search}`],
    ['host', host],
    ...Object.entries(given),
  ]
  const signature = createSign('sha256')
    .update(signed.map(([name, value]) => `${name}: ${value}`).join('\n'))
    .sign(privateKey, 'base64')
  const names = signed.map(([name]) => name).join(' ')
  return { ...given, signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"` }
}

export type Received = {
  readonly method: string
  /** The path and the query, as they were asked for. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

/** A signature that is over everything it has to be over, and not yet compared with the key. */
export type ReadSignature = {
  readonly keyId: string
  /** @param publicKey in PEM. False as well for what is no RSA key. */
  isBy(publicKey: string): boolean
}

/** How far the clock of whoever signed may be from ours. */
const mostApartMs = 3_600_000
const needed = ['(request-target)', 'host', 'date', 'digest']
const longest = 4_000

/** Reads who says that they have signed a request; null: nobody, not all of it, another body than came, or too long ago. */
export function readSignature(received: Received, now: Date): ReadSignature | null {
  const { signature: header, date, digest } = received.headers
  if (typeof header !== 'string' || header.length > longest) return null
  if (typeof date !== 'string' || !(Math.abs(Date.parse(date) - now.getTime()) <= mostApartMs)) return null
  // The name of the algorithm is in any case (RFC 3230).
  if (typeof digest !== 'string' || digest.replace(/^sha-256=/i, 'SHA-256=') !== digestOf(received.body)) return null
  const fields = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const { keyId, signature, headers = '', algorithm = 'hs2019' } = fields
  const names = headers.toLowerCase().split(' ')
  if (!keyId || !signature || !['rsa-sha256', 'hs2019'].includes(algorithm)) return null
  if (!needed.every((name) => names.includes(name))) return null
  const lines: string[] = []
  for (const name of names) {
    const value =
      name === '(request-target)' ? `${received.method.toLowerCase()} ${received.target}` : received.headers[name]
    if (typeof value !== 'string') return null
    lines.push(`${name}: ${value}`)
  }
  return {
    keyId,
    isBy(publicKey) {
      try {
        const key = createPublicKey(publicKey)
        if (key.asymmetricKeyType !== 'rsa') return false
        return createVerify('sha256').update(lines.join('\n')).verify(key, signature, 'base64')
      } catch {
        return false
      }
    },
  }
}

/** RFC 3230, with SHA-256. */
function digestOf(body: Buffer): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}
