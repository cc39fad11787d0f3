import { listColleagues } from '../features/team/team.queries.ts'
import { tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const teamList = serviceCommand<{ readonly tenant: string }>({
  define: (command) => command.addOption(tenantOption('the organisation')),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    const team = await context.database.asTenant(tenant.id, listColleagues)
    const shown = team.map(({ email, role, createdAt }) => ({ email, role, since: createdAt.toISOString() }))
    return { json: { team: shown }, text: shown.map(({ email, role }) => `${role.padEnd(12)} ${email}`).join('\n') }
  },
})
