import { migrateDatabase } from '../start/open-service.ts'
import { onStopSignal } from '../start/stop-signal.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  async run({ config, log }) {
    const applied = await migrateDatabase(config, { log, stopping: onStopSignal() })
    return {
      json: { applied },
      text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
    }
  },
})
