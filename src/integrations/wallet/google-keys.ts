import { createPrivateKey } from 'node:crypto'
import { isEmail } from '../../lib/text.ts'
import { WalletKeysRefusedError } from './wallet-keys-refused-error.ts'

/** What signs the links that save a pass to Google Wallet. */
export type GoogleKeys = {
  /** Digits. */
  readonly issuerId: string
  /** The address of the service account. */
  readonly clientEmail: string
  /** PEM */
  readonly privateKey: string
}

/**
 * @param file the key of a service account as Google hands it out, JSON
 * @throws WalletKeysRefusedError when it is not one
 */
export function readGoogleKeys(issuerId: string, file: Buffer): GoogleKeys {
  const account = parse(file)
  const { client_email: clientEmail, private_key: privateKey } = account
  if (account['type'] !== 'service_account' || typeof clientEmail !== 'string' || !isEmail(clientEmail))
    throw new WalletKeysRefusedError({ kind: 'account_of_nobody' })
  if (typeof privateKey !== 'string') throw new WalletKeysRefusedError({ kind: 'account_without_key' })
  const keys = { issuerId, clientEmail, privateKey }
  checkGoogleKeys(keys)
  return keys
}

/** @throws WalletKeysRefusedError when nothing can be signed with them */
export function checkGoogleKeys({ privateKey }: GoogleKeys): void {
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return
  } catch {
    // Said below, without what OpenSSL says of it: that may hold a part of it.
  }
  throw new WalletKeysRefusedError({ kind: 'account_key_unreadable' })
}

function parse(file: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(file.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>
  } catch {
    // Said below: what the parser says quotes the file.
  }
  throw new WalletKeysRefusedError({ kind: 'account_not_json' })
}
