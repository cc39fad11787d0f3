import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type AppleCertificate, WalletKeysRefusedError } from './wallet-keys-refused-error.ts'

/** What signs passes for Apple Wallet, all of it PEM. */
export type AppleKeys = {
  /** `pass.org.example.tickets` */
  readonly passType: string
  /** Ten characters. */
  readonly team: string
  readonly certificate: string
  /** PKCS #8, no longer under a passphrase. */
  readonly privateKey: string
  /** The certificate of Apple's authority for developers (WWDR), which issued the other. */
  readonly intermediate: string
}

/** The keys as an administrator has them: certificates as PEM or DER, the key as PEM. */
export type AppleFiles = Pick<AppleKeys, 'passType' | 'team'> & {
  readonly certificate: Buffer
  readonly key: Buffer
  readonly passphrase: string | null
  readonly intermediate: Buffer
}

/** @throws WalletKeysRefusedError when phones would refuse what they sign, now */
export function readAppleKeys(files: AppleFiles, now: Date): AppleKeys {
  const { passType, team } = files
  const keys = {
    passType,
    team,
    certificate: readCertificate(files.certificate, 'certificate').toString(),
    privateKey: readKey(files.key, files.passphrase).export({ type: 'pkcs8', format: 'pem' }).toString(),
    intermediate: readCertificate(files.intermediate, 'intermediate').toString(),
  }
  checkAppleKeys(keys, now)
  return keys
}

/** @throws WalletKeysRefusedError when phones would refuse what they sign, now */
export function checkAppleKeys(keys: AppleKeys, now: Date): void {
  const certificate = readCertificate(keys.certificate, 'certificate')
  const intermediate = readCertificate(keys.intermediate, 'intermediate')
  const subject: Readonly<Record<string, unknown>> = { ...certificate.toLegacyObject().subject }
  if (!certificate.checkPrivateKey(createPrivateKey(keys.privateKey)))
    throw new WalletKeysRefusedError({ kind: 'key_of_another' })
  for (const [kind, name, asked] of [
    ['other_pass_type', subject['UID'], keys.passType],
    ['other_team', subject['OU'], keys.team],
  ] as const)
    if (name !== asked) throw new WalletKeysRefusedError({ kind, named: single(name), asked })
  if (!certificate.checkIssued(intermediate) || !certificate.verify(intermediate.publicKey))
    throw new WalletKeysRefusedError({ kind: 'other_issuer' })
  for (const [{ validFromDate, validToDate }, which] of [
    [certificate, 'certificate'],
    [intermediate, 'intermediate'],
  ] as const) {
    if (validFromDate > now) throw new WalletKeysRefusedError({ kind: 'too_early', which, at: validFromDate })
    if (validToDate <= now) throw new WalletKeysRefusedError({ kind: 'expired', which, at: validToDate })
  }
}

/** When the first of their certificates expires. */
export function endOfAppleKeys(keys: AppleKeys): Date {
  const ends = [keys.certificate, keys.intermediate].map((pem) => new X509Certificate(pem).validToDate)
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

function readCertificate(file: Buffer | string, which: AppleCertificate): X509Certificate {
  try {
    return new X509Certificate(file)
  } catch {
    throw new WalletKeysRefusedError({ kind: 'certificate_unreadable', which })
  }
}

function readKey(file: Buffer, passphrase: string | null): KeyObject {
  const key = openKey(file, passphrase)
  if (key.asymmetricKeyType === 'rsa') return key
  throw new WalletKeysRefusedError({ kind: 'key_not_rsa' })
}

function openKey(file: Buffer, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key: file, format: 'pem', ...(passphrase === null ? {} : { passphrase }) })
  } catch {
    // What OpenSSL says of it may hold a part of it.
    throw new WalletKeysRefusedError({ kind: 'key_closed', hasPassphrase: passphrase !== null })
  }
}

/** Names in a certificate may come several times, or not at all. */
function single(name: unknown): string | null {
  return typeof name === 'string' ? name : null
}
