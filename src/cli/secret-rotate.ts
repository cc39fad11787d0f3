import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { resealPaymentKeys } from '../features/payment/payment-keys.ts'
import { rotateSecret, type SecretChange } from '../features/tenant/rotate-secret.ts'
import { resealWalletKeys } from '../features/wallet/wallet-keys.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { openDatabaseServer } from '../start/open-service.ts'
import { keepNextSecretKey, readNextSecretKey, readSecretKey } from '../start/secret-key.ts'
import { defineCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'

/** Without a context: its change feed would count as a process that uses the secret. */
export const secretRotate = defineCommand({
  define: (command) =>
    command.addHelpText(
      'after',
      '\nThe secret in DATA_DIR is replaced by a new one. Where SECRET_KEY is set, the new one is read from NEW_SECRET_KEY.\nStop the service first: its processes hold the secret that is replaced. When it is interrupted, run it again.',
    ),
  async run({ config, log }) {
    const change = await secretsOf(config)
    const server = await openDatabaseServer(config, 'command', { log })
    const database = openDatabase(server.address, { connections: 1 })
    try {
      const fingerprint = await rotateSecret({ database }, change, [resealPaymentKeys, resealWalletKeys])
      return {
        json: { rotated: true, fingerprint },
        text:
          config.secretKey === null
            ? `The secret in ${config.dataDir} is a new one. Back it up again.`
            : 'Everything is sealed with NEW_SECRET_KEY: set SECRET_KEY to it before you start the service.',
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
  return { current, next: async () => createSecretBox(next), keep: async () => undefined }
}
