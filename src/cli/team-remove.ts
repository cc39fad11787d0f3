import { theServer } from '../features/account/actor.ts'
import { removeColleague } from '../features/team/change-role.ts'
import { email } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { required } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation',
  options: { '--email <address>': required('whoever works there no longer', email) },
  async run(context, tenant, { options }) {
    await removeColleague(context, tenant, theServer, { email: options.email })
    return {
      json: { email: options.email, tenant: tenant.slug, removed: true },
      text: `${options.email} works at ${tenant.organisation} no longer.`,
    }
  },
})
