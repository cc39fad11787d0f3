import { theServer } from '../features/account/actor.ts'
import { addDomain } from '../features/tenant/add-domain.ts'
import { ownDomain } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operand } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation that is to answer there',
  operand: operand('<domain>', 'such as tickets.example.org', ownDomain),
  async run(context, tenant, { operand: name }) {
    const { domain, recordName, recordText } = await addDomain(context, tenant, theServer, name)
    return {
      json: { domain, record_name: recordName, record_type: 'TXT', record_text: recordText },
      text: `Set this DNS record, then run "guichet domain verify --tenant ${tenant.slug} ${domain}":\n${recordName}. TXT "${recordText}"`,
    }
  },
})
