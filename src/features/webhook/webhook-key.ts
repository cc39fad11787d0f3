import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { SecretBox } from '../../lib/secret-box.ts'
import { rawPublicKey } from '../tenant/signing-key.ts'
import type { SignatureKind } from './webhook.ts'

const secretBytes = 32

/** Binds a sealed secret to its organisation: a row copied to another one does not open. */
export function webhookKeyPurpose(tenantId: string): string {
  return `webhook of ${tenantId}`
}

export type WebhookKey = {
  readonly secretEncrypted: Buffer
  /** 32 bytes; null for `hmac`. */
  readonly publicKey: Buffer | null
}

/**
 * Makes what a webhook's calls are signed with, and the text of it for the receiver: the secret itself, which is not shown again, or the
 * public key (Standard Webhooks 1.0, "Signature scheme").
 */
export function makeWebhookKey(
  secrets: SecretBox,
  tenantId: string,
  kind: SignatureKind,
): WebhookKey & { readonly text: string } {
  const seal = (secret: Buffer) => secrets.seal(webhookKeyPurpose(tenantId), secret)
  if (kind === 'hmac') {
    const secret = randomBytes(secretBytes)
    return { secretEncrypted: seal(secret), publicKey: null, text: secretText(secret) }
  }
  const pair = generateKeyPairSync('ed25519')
  const publicKey = rawPublicKey(pair.publicKey)
  const secretEncrypted = seal(pair.privateKey.export({ format: 'der', type: 'pkcs8' }))
  return { secretEncrypted, publicKey, text: publicKeyText(publicKey) }
}

/** The secret as libraries take it. */
function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** The secret that an organisation and its receiver both know, as it was shown when it was made. */
export function openSecretText(secrets: SecretBox, tenantId: string, secretEncrypted: Buffer): string {
  return secretText(secrets.open(webhookKeyPurpose(tenantId), secretEncrypted))
}

/** The public key as libraries take it. */
export function publicKeyText(publicKey: Buffer): string {
  return `whpk_${publicKey.toString('base64')}`
}

/** Signs one call with one secret. */
export type CallSigner = (signed: string) => string

/** @throws Error when it was sealed under another secret */
export function openWebhookKey(
  secrets: SecretBox,
  tenantId: string,
  kind: SignatureKind,
  secretEncrypted: Buffer,
): CallSigner {
  const secret = secrets.open(webhookKeyPurpose(tenantId), secretEncrypted)
  if (kind === 'hmac') return (signed) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
  const key: KeyObject = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  return (signed) => `v1a,${sign(null, Buffer.from(signed), key).toString('base64')}`
}

/**
 * The headers of a call. Two signatures stand beside one another while a secret is replaced.
 *
 * @param id of what happened, the same at every attempt
 * @param at of this attempt: a receiver refuses what is older than five minutes
 */
export function signedHeaders(
  signers: readonly CallSigner[],
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(at.getTime() / 1_000)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signers.map((sign) => sign(`${id}.${timestamp}.${body}`)).join(' '),
  }
}
