import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { FieldProblem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { QrCode } from './qr-code.ts'

/** The most keys of an event: each code of it is held against all of them. */
export const mostFormerKeys = 10
/** Room for a private key too, which is refused as such. */
export const longestKeyText = 10_000

const shortestKey = 2048
const longestKey = 4096
const hashBytes = 32
/** With an exponent of one anybody could sign; a huge one takes long to verify. */
const exponents = { least: 3n, most: 2n ** 32n } as const

const form = /^-----BEGIN (RSA )?PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END (RSA )?PUBLIC KEY-----$/

/**
 * Reads a public RSA key in PEM: SubjectPublicKeyInfo, or PKCS #1. A private key is refused by a word of its own, since whoever sent it has
 * to know.
 *
 * @returns SubjectPublicKeyInfo in DER, by which a key is the same however it was written; or what is wrong with the text
 */
export function readFormerKey(text: string): Buffer | FieldProblem {
  if (text.includes('PRIVATE KEY')) return 'private_key'
  const key = parsed(text)
  if (key === null) return 'no_public_key'
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa' || bits < shortestKey || bits > longestKey) return 'rsa_key_size'
  if (exponent < exponents.least || exponent > exponents.most) return 'no_public_key'
  return key.export({ format: 'der', type: 'spki' })
}

/** However its lines were broken on the way. */
function parsed(pem: string): KeyObject | null {
  const [, isPkcs1, base64 = ''] = form.exec(pem.trim()) ?? []
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: isPkcs1 ? 'pkcs1' : 'spki' })
  } catch {
    return null
  }
}

/** SHA-256 of the key, as people compare it: 64 hexadecimal digits. */
export function fingerprintOf(publicKey: Buffer): string {
  return sha256(publicKey).toString('hex')
}

/** The key as PEM. */
export function pemOf(publicKey: Buffer): string {
  return openKey(publicKey).export({ format: 'pem', type: 'spki' }).toString()
}

/** Modulus and exponent in base64url, as JWK has them. */
export function numbersOf(publicKey: Buffer): { readonly n: string; readonly e: string } {
  const { n = '', e = '' } = openKey(publicKey).export({ format: 'jwk' })
  return { n, e }
}

export function keySizeOf(publicKey: Buffer): number {
  return openKey(publicKey).asymmetricKeyDetails?.modulusLength ?? 0
}

/** The signature of our own codes is shorter than that of the shortest RSA key; nothing else has to be known to tell them apart. */
export function isFormerSignature({ length }: Buffer): boolean {
  return length >= shortestKey / 8
}

const verifyAside = promisify(verify) as (
  algorithm: string,
  data: Buffer,
  key: { key: KeyObject; padding: number; saltLength: number },
  signature: Buffer,
) => Promise<boolean>

/**
 * Whether the key signed that code: RSA-PSS with SHA-256, MGF1 of the same, and the longest salt that fits. On another thread, since
 * whoever forges decides how often it is done.
 */
export async function isSignedBy(publicKey: Buffer, { data, signature }: QrCode): Promise<boolean> {
  const key = openKey(publicKey)
  const encodedBytes = Math.ceil(((key.asymmetricKeyDetails?.modulusLength ?? 0) - 1) / 8)
  const saltLength = encodedBytes - hashBytes - 2
  const padded = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return verifyAside('sha256', Buffer.from(withPadding(data)), padded, signature)
}

/** As it was signed: with the padding that `parseQrCode` takes off. */
function withPadding(data: string): string {
  return data.padEnd(Math.ceil(data.length / 4) * 4, '=')
}

function openKey(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
}
