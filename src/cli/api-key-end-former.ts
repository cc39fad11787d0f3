import { theServer } from '../features/account/actor.ts'
import { endFormerSecret } from '../features/team/roll-api-key.ts'
import { keyOperand } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation of the key',
  operand: keyOperand,
  async run(context, tenant, { operand: prefix }) {
    await endFormerSecret(context, tenant, theServer, { prefix })
    return { json: { prefix, former_ended: true }, text: `Of the key ${prefix} the present secret alone is good.` }
  },
})
