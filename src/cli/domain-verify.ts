import { theServer } from '../features/account/actor.ts'
import { verifyDomain } from '../features/tenant/verify-domain.ts'
import { ownDomain, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'
import { findTenant } from './find-tenant.ts'

export const domainVerify = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation that is to answer there'))
      .argument('<domain>', 'the domain that was added', ownDomain),
  async run(context, { options, operands: [domain = ''] }) {
    const tenant = await findTenant(context, options.tenant)
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
