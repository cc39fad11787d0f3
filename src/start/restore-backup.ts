import { join } from 'node:path'
import type { Config } from '../config.ts'
import { BackupError } from '../db/backup/backup-error.ts'
import { readRows, requireUnused } from '../db/backup/rows.ts'
import { migrationsUnknownTo } from '../db/migrator.ts'
import { dataKeyOf } from '../features/tenant/data-key.ts'
import {
  type Manifest,
  openBackup,
  openerFor,
  requireWhole,
  restoreImages,
  rowsOf,
} from '../integrations/backups/backups.ts'
import type { PrivateKeys } from '../integrations/backups/encryption.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { type Opening, openDatabaseServer, prepareDatabase } from './open-service.ts'
import { findSecretKey } from './secret-key.ts'

/**
 * Puts a backup into an empty database, made here where there is none, and brings it to this build. What can be known to
 * be wrong is said before anything is made.
 *
 * @param keys what opens an encrypted one; null: nothing
 * @throws BackupError (no backup, of a newer build, another secret, encrypted to another key, not whole, a database that is not empty, or further than it was)
 */
export async function restoreBackup(
  config: Config,
  directory: string,
  keys: PrivateKeys | null,
  opening: Opening,
): Promise<Manifest> {
  const manifest = await openBackup(directory)
  const unknown = await migrationsUnknownTo(manifest.migrations)
  if (unknown.length > 0)
    throw new BackupError(
      `This backup was made by a newer version, with ${unknown.join(', ')}. Install that version to restore it.`,
    )
  await requireSecret(config, manifest)
  const opener = openerFor(manifest, keys)
  await requireWhole(directory, manifest, opener)
  const database = await openDatabaseServer(config, 'command', opening)
  try {
    if (config.databaseUrl === null && database.isShared)
      throw new BackupError('The service runs on this DATA_DIR. Name an empty one.')
    await requireUnused(database.adminAddress)
    // First to where it was, so that what migrations do to rows is done to these.
    const names = manifest.migrations.map(({ name }) => name)
    await prepareDatabase(database, opening.stopping, names)
    await readRows(database.address, rowsOf(directory, opener), names, () =>
      restoreImages(directory, join(config.dataDir, 'media'), opener),
    )
    await prepareDatabase(database, opening.stopping)
    return manifest
  } finally {
    await database.stop()
  }
}

/** @throws BackupError when there is no secret here, or it does not open what the backup holds */
async function requireSecret(config: Config, { seal }: Manifest): Promise<void> {
  const secret = await findSecretKey(config)
  if (secret === null)
    throw new BackupError(
      `The secret of the backup is missing. Set SECRET_KEY, or put the file secret-key into ${config.dataDir}.`,
    )
  const sealed = {
    secretFingerprint: seal.fingerprint,
    dataKeySealed: Buffer.from(seal.dataKey, 'base64'),
    nextSecretFingerprint: seal.nextFingerprint,
    nextDataKeySealed: seal.nextDataKey === null ? null : Buffer.from(seal.nextDataKey, 'base64'),
  }
  if (dataKeyOf(sealed, createSecretBox(secret)) === null)
    throw new BackupError(
      'The secret here is not the one that the backup was made under, and would open none of its keys. Bring back that one.',
    )
}
