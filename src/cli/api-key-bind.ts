import { InvalidArgumentError } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { bindApiKey } from '../features/team/bind-api-key.ts'
import { isAddressOrRange } from '../lib/address-range.ts'
import { keyPrefix, listOf, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly address?: readonly string[] }

export const apiKeyBind = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation of the key'))
      .option(
        '--address <address...>',
        'where it may be used from: addresses, or ranges such as 10.0.0.0/8; without it: from anywhere',
        listOf(addressOrRange),
      )
      .argument('<key>', 'the key, or the eight characters before its dot', keyPrefix),
  async run(context, { options, operands: [prefix = ''] }) {
    const tenant = await findTenant(context, options.tenant)
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

export function addressOrRange(value: string): string {
  if (!isAddressOrRange(value))
    throw new InvalidArgumentError('It is neither an address nor a range such as 10.0.0.0/8.')
  return value
}
