import { theServer } from '../features/account/actor.ts'
import { revokeApiKey } from '../features/team/revoke-api-key.ts'
import { keyPrefix } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation of the key',
  define: (command) => command.argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, tenant, { operands: [prefix = ''] }) {
    await revokeApiKey(context, tenant, theServer, { prefix })
    return { json: { prefix, revoked: true }, text: `The key ${prefix} is refused from now on.` }
  },
})
