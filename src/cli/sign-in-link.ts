import { createSignInLink } from '../features/tenant/create-sign-in-link.ts'
import { email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly email: string; readonly tenant?: string }

export const command = serviceCommand<Options>({
  define: (command) =>
    command
      .requiredOption('--email <address>', 'who signs in', email)
      .option('--tenant <slug>', 'where; by default Root for a super-user, else where the person administers'),
  async run(context, { options }) {
    const tenant = options.tenant === undefined ? null : await findTenant(context, options.tenant)
    const url = await createSignInLink(context, { email: options.email, tenant })
    return { json: { url }, text: `${url}\nIt works once, for an hour.` }
  },
})
