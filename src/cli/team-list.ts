import { listColleagues } from '../features/team/team.queries.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation',
  async run(context, tenant) {
    const team = await context.database.asTenant(tenant.id, listColleagues)
    const shown = team.map(({ email, role, createdAt }) => ({ email, role, since: createdAt.toISOString() }))
    return { json: { team: shown }, text: shown.map(({ email, role }) => `${role.padEnd(12)} ${email}`).join('\n') }
  },
})
