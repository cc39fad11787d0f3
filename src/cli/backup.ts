import { resolve } from 'node:path'
import { namesOf } from '../integrations/backups/backup-key.ts'
import { serviceCommand } from './command.ts'
import { optional } from './options.ts'

export const command = serviceCommand({
  options: { '--to <directory>': optional('where to make it; otherwise backups in DATA_DIR') },
  remark:
    'The service may run and sell meanwhile. The secret (SECRET_KEY, or the file secret-key in DATA_DIR) is not in it:\nkeep that apart, since nobody can restore without.',
  async run({ backups, now, config }, { options }) {
    const made = await backups.make(now(), options.to === undefined ? null : resolve(options.to))
    const encryptedTo = made.encryptedTo ?? []
    const secret = config.secretKey === null ? `${config.dataDir}/secret-key` : 'SECRET_KEY'
    return {
      json: {
        directory: made.directory,
        organisations: made.tenants,
        rows: made.rows,
        images: made.images,
        bytes: made.bytes,
        encrypted_to: encryptedTo,
      },
      text: [
        `${made.directory}: ${made.tenants} organisations, ${made.rows} rows, ${made.images} images.`,
        `Keep ${secret} apart from it: without that secret it cannot be restored.`,
        encryptedTo.length > 0
          ? `It is encrypted to ${namesOf(encryptedTo)}: without the private key nobody opens it, not this server either.`
          : 'Whoever has it reads names and addresses: BACKUP_KEY encrypts the next ones.',
      ].join('\n'),
    }
  },
})
