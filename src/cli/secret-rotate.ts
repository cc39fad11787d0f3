import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { rotateSecret, type SecretChange } from '../features/tenant/rotate-secret.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { openDatabaseServer } from '../start/open-service.ts'
import { keepNextSecretKey, readNextSecretKey, readSecretKey } from '../start/secret-key.ts'
import { defineCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'

/** Without a context: one opens with a secret, and this has two. */
export const secretRotate = defineCommand({
  define: (command) =>
    command.addHelpText(
      'after',
      '\nThe secret in DATA_DIR is replaced by a new one. Where SECRET_KEY is set, the new one is read from NEW_SECRET_KEY, and\nthe former one ends with the first start under the new one. The service may run. When it is interrupted, run it again.',
    ),
  async run({ config, log }) {
    const change = await secretsOf(config)
    const server = await openDatabaseServer(config, 'command', { log })
    const database = openDatabase(server.address, { connections: 1 })
    try {
      const fingerprint = await rotateSecret({ database }, change)
      return {
        json: { rotated: true, fingerprint },
        text:
          config.secretKey === null
            ? `The secret in ${config.dataDir} is a new one. Back it up again.`
            : 'The database opens with NEW_SECRET_KEY too: set SECRET_KEY to it and start the service again, which ends the former one.',
      }
    } finally {
      await database.close()
      await server.stop()
    }
  },
})

async function secretsOf(config: Config): Promise<SecretChange> {
  const current = createSecretBox(await readSecretKey(config))
  if (config.secretKey === null)
    return {
      current,
      next: async () => createSecretBox(await readNextSecretKey(config)),
      keep: () => keepNextSecretKey(config),
    }
  const next = config.newSecretKey
  if (next === null)
    throw new CommandRefusedError('SECRET_KEY is set, so the new one must be given as NEW_SECRET_KEY.')
  return { current, next: async () => createSecretBox(next), keep: null }
}
