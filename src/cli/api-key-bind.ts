import { theServer } from '../features/account/actor.ts'
import { bindApiKey } from '../features/team/bind-api-key.ts'
import { addressOrRange, keyPrefix, listOf } from './arguments.ts'
import { tenantCommand } from './command.ts'

type Options = { readonly address?: readonly string[] }

export const command = tenantCommand<Options>({
  whose: 'the organisation of the key',
  define: (command) =>
    command
      .option(
        '--address <address...>',
        'where it may be used from: addresses, or ranges such as 10.0.0.0/8; without it: from anywhere',
        listOf(addressOrRange),
      )
      .argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, tenant, { options, operands: [prefix = ''] }) {
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
