import { migrateDatabase } from '../start/open-service.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({
  async run({ config, log, stopping }) {
    const applied = await migrateDatabase(config, { log, stopping: stopping() })
    return {
      json: { applied },
      text: applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`,
    }
  },
})
