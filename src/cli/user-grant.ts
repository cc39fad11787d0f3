import { grantRights } from '../features/account/grant-rights.ts'
import { email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = {
  readonly email: string
  readonly superUser?: boolean
  readonly createTenants?: boolean
  readonly adminOf?: string
}

export const command = serviceCommand<Options>({
  define: (command) =>
    command
      .requiredOption('--email <address>', 'the person; an unknown one is made', email)
      .option('--super-user', 'may administer the server in Root')
      .option('--create-tenants', 'may create organisations with a key of Meta that has place:write')
      .option('--admin-of <slug>', 'administers this organisation'),
  async run(context, { options }) {
    const tenant = options.adminOf === undefined ? null : await findTenant(context, options.adminOf)
    const account = await grantRights(context, {
      email: options.email,
      superUser: options.superUser ?? false,
      createTenants: options.createTenants ?? false,
      administratorOf: tenant?.id ?? null,
    })
    const rights = [
      ...(account.isSuperUser ? ['administers the server'] : []),
      ...(account.canCreateTenants ? ['may create organisations'] : []),
      ...(tenant ? [`administers ${tenant.organisation}`] : []),
    ]
    return {
      json: {
        email: account.email,
        super_user: account.isSuperUser,
        create_tenants: account.canCreateTenants,
        admin_of: tenant?.slug ?? null,
      },
      text: `${account.email} ${rights.join(', ') || 'is known'}.`,
    }
  },
})
