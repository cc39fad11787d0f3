import { theServer } from '../features/account/actor.ts'
import { addDomain } from '../features/tenant/add-domain.ts'
import { ownDomain, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const domainAdd = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation that is to answer there'))
      .argument('<domain>', 'such as tickets.example.org', ownDomain),
  async run(context, { options, operands: [name = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    const { domain, recordName, recordText } = await addDomain(context, tenant, theServer, name)
    return {
      json: { domain, record_name: recordName, record_type: 'TXT', record_text: recordText },
      text: `Set this DNS record, then run "guichet domain verify --tenant ${tenant.slug} ${domain}":\n${recordName}. TXT "${recordText}"`,
    }
  },
})
