import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { rotateSecret, type SecretChange } from '../features/tenant/rotate-secret.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { openDatabaseServer } from '../start/open-service.ts'
import { findSecretKey, keepNextSecretKey, readNextSecretKey } from '../start/secret-key.ts'
import { defineCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'

/** Rotates the secret without a context: one opens with a secret, and this has two. */
export const command = defineCommand({
  remark:
    'The secret in DATA_DIR is replaced by a new one. Where SECRET_KEY is set, the new one is read from NEW_SECRET_KEY, and\neither opens; once every process was started with the new one, run this again without NEW_SECRET_KEY to end the\nformer one. The service may run. When it is interrupted, run it again.',
  async run({ config, log }) {
    const change = await secretsOf(config)
    const server = await openDatabaseServer(config, 'command', { log })
    const database = openDatabase(server.address, { connections: 1 })
    try {
      const { fingerprint, ended } = await rotateSecret({ database }, change)
      return { json: { rotated: true, fingerprint, ended }, text: textOf(config, ended) }
    } finally {
      await database.close()
      await server.stop()
    }
  },
})

function textOf({ secretKey, dataDir }: Config, ended: boolean): string {
  if (secretKey === null) return `The secret in ${dataDir} is a new one. Back it up again.`
  if (ended) return 'The former secret has ended.'
  return 'Either secret opens now. Set SECRET_KEY to the new one and start every process again; then run this again without NEW_SECRET_KEY, which ends the former one.'
}

async function secretsOf(config: Config): Promise<SecretChange> {
  const secretKey = await findSecretKey(config)
  const { newSecretKey } = config
  if (secretKey === null) throw new CommandRefusedError('There is no secret to rotate yet.')
  const current = createSecretBox(secretKey)
  if (config.secretKey !== null)
    return { current, next: newSecretKey === null ? null : async () => createSecretBox(newSecretKey), keep: null }
  if (newSecretKey !== null)
    throw new CommandRefusedError(
      'NEW_SECRET_KEY goes with SECRET_KEY, which is not set. Set both, or neither to rotate the secret in DATA_DIR.',
    )
  return {
    current,
    next: async () => createSecretBox(await readNextSecretKey(config)),
    keep: () => keepNextSecretKey(config),
  }
}
