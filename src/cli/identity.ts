import { stat } from 'node:fs/promises'
import { type PrivateKeys, readPrivateKeys } from '../integrations/backups/encryption.ts'
import { optional, type ValuesOf } from './options.ts'
import { readBytes } from './read-file.ts'

export const identityOption = {
  '--identity <file>': optional('the private key of an encrypted backup, as age-keygen writes it'),
}

/** @throws CommandRefusedError, BackupError when there is no private key in that file */
export async function readIdentity(
  { identity }: ValuesOf<typeof identityOption>,
  log: (message: string) => void,
): Promise<PrivateKeys | null> {
  if (identity === undefined) return null
  const keys = await readPrivateKeys((await readBytes(identity)).toString('utf8'))
  const { mode } = await stat(identity)
  if (mode & 0o077) log(`Other accounts of this machine may read "${identity}": chmod 600 keeps it to yours.`)
  return keys
}
