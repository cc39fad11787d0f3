import { theServer } from '../features/account/actor.ts'
import { roles } from '../features/account/role.ts'
import { changeRole } from '../features/team/change-role.ts'
import { email } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { oneOf, required } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation',
  options: {
    '--email <address>': required('the person; an unknown one is made', email),
    '--role <role>': required('what the person may do', oneOf(roles)),
  },
  async run(context, tenant, { options }) {
    await changeRole(context, tenant, theServer, options)
    return {
      json: { email: options.email, role: options.role, tenant: tenant.slug },
      text: `${options.email} works at ${tenant.organisation} now (${options.role}).`,
    }
  },
})
