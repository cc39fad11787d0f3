import { theServer } from '../features/account/actor.ts'
import { revokeApiKey } from '../features/team/revoke-api-key.ts'
import { keyOperand } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation of the key',
  operand: keyOperand,
  async run(context, tenant, { operand: prefix }) {
    await revokeApiKey(context, tenant, theServer, { prefix })
    return { json: { prefix, revoked: true }, text: `The key ${prefix} is refused from now on.` }
  },
})
