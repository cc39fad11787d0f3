import { Option } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { type Role, roles } from '../features/account/role.ts'
import { changeRole } from '../features/team/change-role.ts'
import { email } from './arguments.ts'
import { tenantCommand } from './command.ts'

type Options = { readonly email: string; readonly role: Role }

export const command = tenantCommand<Options>({
  whose: 'the organisation',
  define: (command) =>
    command
      .requiredOption('--email <address>', 'the person; an unknown one is made', email)
      .addOption(new Option('--role <role>', 'what the person may do').choices(roles).makeOptionMandatory()),
  async run(context, tenant, { options }) {
    await changeRole(context, tenant, theServer, options)
    return {
      json: { email: options.email, role: options.role, tenant: tenant.slug },
      text: `${options.email} works at ${tenant.organisation} now (${options.role}).`,
    }
  },
})
