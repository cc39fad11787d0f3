import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { SecretBox } from '../../lib/secret-box.ts'

/** Binds an encrypted private key to its tenant: a row copied to another tenant does not open. */
export function signingKeyPurpose(tenantId: string): string {
  return `signing key of ${tenantId}`
}

/** Makes a new Ed25519 pair: 32 bytes of public key, and the private key sealed. */
export function makeSigningKey(
  secrets: SecretBox,
  tenantId: string,
): { readonly publicKey: Buffer; readonly privateKeyEncrypted: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  return { publicKey: rawPublicKey(publicKey), privateKeyEncrypted: secrets.seal(signingKeyPurpose(tenantId), der) }
}

/** @throws Error when it was sealed under another secret */
export function openSigningKey(secrets: SecretBox, tenantId: string, privateKeyEncrypted: Buffer): KeyObject {
  return createPrivateKey({
    key: secrets.open(signingKeyPurpose(tenantId), privateKeyEncrypted),
    format: 'der',
    type: 'pkcs8',
  })
}

/** The length of the fixed head of an Ed25519 SubjectPublicKeyInfo (RFC 8410); the 32 bytes of the key follow. */
const spkiHeadBytes = 12

/** The 32 bytes of an Ed25519 key. */
export function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(spkiHeadBytes)
}
