import { theServer } from '../features/account/actor.ts'
import { bindApiKey } from '../features/team/bind-api-key.ts'
import { addressOrRange, keyOperand, listOf } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { optional } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the key',
  options: {
    '--address <address...>': optional(
      'where it may be used from: addresses, or ranges such as 10.0.0.0/8; without it: from anywhere',
      listOf(addressOrRange),
    ),
  },
  operand: keyOperand,
  async run(context, tenant, { options, operand: prefix }) {
    const addresses = options.address ?? []
    await bindApiKey(context, tenant, theServer, { prefix }, addresses)
    return {
      json: { prefix, addresses: [...addresses] },
      text:
        addresses.length === 0
          ? `The key ${prefix} may be used from anywhere.`
          : `The key ${prefix} may be used from ${addresses.join(', ')} alone.`,
    }
  },
})
