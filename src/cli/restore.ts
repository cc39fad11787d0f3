import { resolve } from 'node:path'
import { restoreBackup } from '../start/restore-backup.ts'
import { defineCommand } from './command.ts'
import { identityOption, readIdentity } from './identity.ts'
import { operand } from './options.ts'

/** Restores a backup without a service: there is none yet. */
export const command = defineCommand({
  options: identityOption,
  operand: operand('<directory>', 'a backup, as "guichet backup" made it'),
  remark:
    'Into an empty DATA_DIR, or the empty database of DATABASE_URL, with the secret that the backup was made under:\nset SECRET_KEY, or put the file secret-key into DATA_DIR first. Everybody signs in anew.',
  async run({ config, options, operand: directory, log }) {
    const keys = await readIdentity(options, log)
    const restored = await restoreBackup(config, resolve(directory), keys, { log })
    return {
      json: { made_at: restored.madeAt, organisations: restored.tenants, rows: restored.rows },
      text: `Restored as of ${restored.madeAt}: ${restored.tenants} organisations, ${restored.rows} rows. Start the service.`,
    }
  },
})
