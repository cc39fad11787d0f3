import { theServer } from '../features/account/actor.ts'
import { mostOverlapHours, rollApiKey, usualOverlapHours } from '../features/team/roll-api-key.ts'
import { formatDateTime } from '../lib/time.ts'
import { keyPrefix, tenantOption, wholeNumber } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly overlapHours: number }

export const apiKeyRoll = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation of the key'))
      .option(
        '--overlap-hours <number>',
        `how long the secret before stays good, up to ${mostOverlapHours}`,
        wholeNumber(0, mostOverlapHours),
        usualOverlapHours,
      )
      .argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, { options: { tenant: slug, overlapHours }, operands: [prefix = ''] }) {
    const tenant = await findTenant(context, slug)
    const { text, formerUntil } = await rollApiKey(context, tenant, theServer, { prefix }, { overlapHours })
    const until = formatDateTime(formerUntil)
    return {
      json: { api_key: text, former_until: until },
      text: `${text}\nThis is the only time it is shown. The secret before is refused from ${until} on.`,
    }
  },
})
