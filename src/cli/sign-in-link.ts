import { createSignInLink } from '../features/tenant/create-sign-in-link.ts'
import { email } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'
import { optional, required } from './options.ts'

export const command = serviceCommand({
  options: {
    '--email <address>': required('who signs in', email),
    '--tenant <slug>': optional('where; by default Root for a super-user, else where the person administers'),
  },
  async run(context, { options }) {
    const tenant = options.tenant === undefined ? null : await findTenant(context, options.tenant)
    const url = await createSignInLink(context, { email: options.email, tenant })
    return { json: { url }, text: `${url}\nIt works once, for an hour.` }
  },
})
