import { ReadableStream as WebStream } from 'node:stream/web'
import type { Identity } from 'age-encryption'
import { BackupError } from '../../db/backup/backup-error.ts'
import type { Through } from '../../db/backup/rows.ts'

/** The ending of an encrypted file's name; `age -d` opens such a file as well. */
export const encryptedSuffix = '.age'

/** How a file of a backup is opened; null: not here. */
export type Opener = (file: string) => Through | null

/** The private keys of a file, as `age-keygen` writes it. */
export type PrivateKeys = { readonly opener: Opener; readonly publicKeys: readonly string[] }

/** Loaded when the first backup is encrypted or opened: its curves take longer than any other part of a command. */
const loadAge = () => import('age-encryption')

/** What the package knows by the name that browsers have for it. */
const streamOf = (bytes: AsyncIterable<Uint8Array>) => WebStream.from(bytes) as ReadableStream<Uint8Array>

/**
 * Encrypts files to public keys. What was encrypted here can be opened here, to be read back: the key of each file is kept in
 * memory as long as this is, and nowhere else.
 */
export function createEncryption(publicKeys: readonly string[]): {
  readonly encrypt: (file: string) => Through
  readonly opener: Opener
} {
  const fileKeys = new Map<string, Uint8Array>()
  return {
    encrypt: (file) =>
      async function* (bytes) {
        const { Encrypter } = await loadAge()
        const encrypter = new Encrypter()
        for (const key of publicKeys) encrypter.addRecipient(key)
        encrypter.addRecipient({
          wrapFileKey(fileKey) {
            fileKeys.set(file, fileKey)
            return []
          },
        })
        yield* await encrypter.encrypt(streamOf(bytes))
      },
    opener(file) {
      const fileKey = fileKeys.get(file)
      return fileKey === undefined ? null : openedBy([{ unwrapFileKey: () => fileKey }], file)
    },
  }
}

/** @throws BackupError when there is no private key in the text, or something else */
export async function readPrivateKeys(text: string): Promise<PrivateKeys> {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const { identityToRecipient } = await loadAge()
  try {
    if (keys.length === 0) throw new Error('no key')
    const publicKeys = await Promise.all(keys.map(identityToRecipient))
    return { opener: (file) => openedBy(keys, file), publicKeys }
  } catch {
    // What was said may hold the key.
    throw new BackupError(
      'There is no private key of age in that file: it has lines that begin with AGE-SECRET-KEY-. One with a passphrase is opened by age -d first.',
    )
  }
}

/** @throws BackupError while it is read, with the name of the file, when it is not what was encrypted */
function openedBy(identities: readonly (string | Identity)[], file: string): Through {
  return async function* (bytes) {
    const { Decrypter } = await loadAge()
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    try {
      yield* await decrypter.decrypt(streamOf(bytes))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
      throw new BackupError(`The backup is not as it was made: ${file} cannot be opened, it was cut or changed.`)
    }
  }
}
