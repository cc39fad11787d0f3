import { grantRights } from '../features/account/grant-rights.ts'
import { email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'
import { flag, optional, required } from './options.ts'

export const command = serviceCommand({
  options: {
    '--email <address>': required('the person; an unknown one is made', email),
    '--super-user': flag('may administer the server in Root'),
    '--create-tenants': flag('may create organisations with a key of Meta that has place:write'),
    '--admin-of <slug>': optional('administers this organisation'),
  },
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
