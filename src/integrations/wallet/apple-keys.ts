import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { WalletKeysRefusedError } from './wallet-keys-refused-error.ts'

/** What signs passes for Apple Wallet, all of it PEM. */
export type AppleKeys = {
  /** `pass.org.example.tickets` */
  readonly passType: string
  /** Ten characters. */
  readonly team: string
  readonly certificate: string
  /** PKCS #8, no longer under a passphrase. */
  readonly privateKey: string
  /** Of Apple's authority for developers (WWDR), which issued the certificate. */
  readonly intermediate: string
}

/** The same as an administrator has it: certificates as PEM or DER, the key as PEM. */
export type AppleFiles = Pick<AppleKeys, 'passType' | 'team'> & {
  readonly certificate: Buffer
  readonly key: Buffer
  readonly passphrase: string | null
  readonly intermediate: Buffer
}

/** @throws WalletKeysRefusedError when telephones would refuse what they sign, now */
export function readAppleKeys(files: AppleFiles, now: Date): AppleKeys {
  const { passType, team } = files
  const keys = {
    ...{ passType, team },
    certificate: readCertificate(files.certificate, 'certificate').toString(),
    privateKey: readKey(files.key, files.passphrase).export({ type: 'pkcs8', format: 'pem' }).toString(),
    intermediate: readCertificate(files.intermediate, 'intermediate certificate').toString(),
  }
  checkAppleKeys(keys, now)
  return keys
}

/** @throws WalletKeysRefusedError when telephones would refuse what they sign, now */
export function checkAppleKeys(keys: AppleKeys, now: Date): void {
  const certificate = readCertificate(keys.certificate, 'certificate')
  const intermediate = readCertificate(keys.intermediate, 'intermediate certificate')
  const subject: Readonly<Record<string, unknown>> = { ...certificate.toLegacyObject().subject }
  if (!certificate.checkPrivateKey(createPrivateKey(keys.privateKey)))
    throw new WalletKeysRefusedError(
      'The key does not belong to the certificate. Take the one with which the certificate was asked for.',
    )
  if (subject['UID'] !== keys.passType)
    throw new WalletKeysRefusedError(
      `The certificate is for the pass type ${said(subject['UID'])}, not for ${keys.passType}.`,
    )
  if (subject['OU'] !== keys.team)
    throw new WalletKeysRefusedError(
      `The certificate is for the team ${said(subject['OU'])}, not for ${keys.team}.`,
    )
  if (!certificate.checkIssued(intermediate) || !certificate.verify(intermediate.publicKey))
    throw new WalletKeysRefusedError(
      'The intermediate certificate is not the one that issued the certificate. Take the generation that Apple names as its issuer.',
    )
  for (const [one, name] of [
    [certificate, 'certificate'],
    [intermediate, 'intermediate certificate'],
  ] as const) {
    if (one.validFromDate > now)
      throw new WalletKeysRefusedError(
        `The ${name} is valid from ${one.validFromDate.toISOString()} on only.`,
      )
    if (one.validToDate <= now)
      throw new WalletKeysRefusedError(
        `The ${name} has expired: it was valid until ${one.validToDate.toISOString()}. Make a new one at Apple.`,
      )
  }
}

/** When the first of their certificates expires. */
export function endOfAppleKeys(keys: AppleKeys): Date {
  const ends = [keys.certificate, keys.intermediate].map((pem) => new X509Certificate(pem).validToDate)
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

function readCertificate(file: Buffer | string, name: string): X509Certificate {
  try {
    return new X509Certificate(file)
  } catch {
    throw new WalletKeysRefusedError(`The ${name} cannot be read: it must be a certificate, as PEM or DER.`)
  }
}

function readKey(file: Buffer, passphrase: string | null): KeyObject {
  const key = openKey(file, passphrase)
  if (key.asymmetricKeyType === 'rsa') return key
  throw new WalletKeysRefusedError('The key is not an RSA key; Apple signs passes with no other kind.')
}

function openKey(file: Buffer, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key: file, format: 'pem', ...(passphrase === null ? {} : { passphrase }) })
  } catch {
    // What OpenSSL says of it may hold a part of it.
    throw new WalletKeysRefusedError(
      `The key cannot be opened: it must be a private key as PEM, ${
        passphrase === null
          ? 'and its passphrase, where it has one, be given as WALLET_KEY_PASSPHRASE.'
          : 'and WALLET_KEY_PASSPHRASE its passphrase.'
      }`,
    )
  }
}

/** Names in a certificate may come several times, or not at all. */
function said(name: unknown): string {
  return typeof name === 'string' ? name : 'that it does not name'
}
