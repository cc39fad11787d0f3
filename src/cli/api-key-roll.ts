import { theServer } from '../features/account/actor.ts'
import { mostOverlapHours, rollApiKey, usualOverlapHours } from '../features/team/roll-api-key.ts'
import { formatDateTime } from '../lib/time.ts'
import { keyOperand, wholeNumber } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { usually } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the key',
  options: {
    '--overlap-hours <number>': usually(
      usualOverlapHours,
      `how long the secret before stays good, up to ${mostOverlapHours}`,
      wholeNumber(0, mostOverlapHours),
    ),
  },
  operand: keyOperand,
  async run(context, tenant, { options: { overlapHours }, operand: prefix }) {
    const { text, formerUntil } = await rollApiKey(context, tenant, theServer, { prefix }, { overlapHours })
    const until = formatDateTime(formerUntil)
    return {
      json: { api_key: text, former_until: until },
      text: `${text}\nThis is the only time it is shown. The secret before is refused from ${until} on.`,
    }
  },
})
