import { theServer } from '../features/account/actor.ts'
import { verifyDomain } from '../features/tenant/verify-domain.ts'
import { ownDomain } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'
import { operand } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation that is to answer there',
  operand: operand('<domain>', 'the domain that was added', ownDomain),
  async run(context, tenant, { operand: domain }) {
    if (!(await verifyDomain(context, tenant, theServer, domain)))
      throw new CommandRefusedError(
        'The DNS record is not to be seen yet. "guichet domain add" prints it; name servers may take an hour.',
      )
    return {
      json: { domain, verified: true, base_url: context.urls.base(domain) },
      text: `${tenant.organisation} answers at ${context.urls.base(domain)}`,
    }
  },
})
