import { theServer } from '../features/account/actor.ts'
import { mostOverlapHours, rollApiKey, usualOverlapHours } from '../features/team/roll-api-key.ts'
import { formatDateTime } from '../lib/time.ts'
import { keyPrefix, wholeNumber } from './arguments.ts'
import { tenantCommand } from './command.ts'

type Options = { readonly overlapHours: number }

export const command = tenantCommand<Options>({
  whose: 'the organisation of the key',
  define: (command) =>
    command
      .option(
        '--overlap-hours <number>',
        `how long the secret before stays good, up to ${mostOverlapHours}`,
        wholeNumber(0, mostOverlapHours),
        usualOverlapHours,
      )
      .argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, tenant, { options: { overlapHours }, operands: [prefix = ''] }) {
    const { text, formerUntil } = await rollApiKey(context, tenant, theServer, { prefix }, { overlapHours })
    const until = formatDateTime(formerUntil)
    return {
      json: { api_key: text, former_until: until },
      text: `${text}\nThis is the only time it is shown. The secret before is refused from ${until} on.`,
    }
  },
})
