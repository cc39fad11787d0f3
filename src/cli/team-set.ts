import { Option } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { type Role, roles } from '../features/account/role.ts'
import { changeRole } from '../features/team/change-role.ts'
import { email, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly email: string; readonly role: Role }

export const teamSet = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation'))
      .requiredOption('--email <address>', 'the person; an unknown one is made', email)
      .addOption(new Option('--role <role>', 'what the person may do').choices(roles).makeOptionMandatory()),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    await changeRole(context, tenant, theServer, options)
    return {
      json: { email: options.email, role: options.role, tenant: tenant.slug },
      text: `${options.email} works at ${tenant.organisation} now (${options.role}).`,
    }
  },
})
