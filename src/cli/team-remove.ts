import { theServer } from '../features/account/actor.ts'
import { removeColleague } from '../features/team/change-role.ts'
import { email, tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly email: string }

export const teamRemove = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation'))
      .requiredOption('--email <address>', 'whoever works there no longer', email),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    await removeColleague(context, tenant, theServer, { email: options.email })
    return {
      json: { email: options.email, tenant: tenant.slug, removed: true },
      text: `${options.email} works at ${tenant.organisation} no longer.`,
    }
  },
})
