import { theServer } from '../features/account/actor.ts'
import { archiveTenant } from '../features/tenant/archive-tenant.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation that ends',
  async run(context, tenant) {
    await archiveTenant(context, tenant, theServer)
    return {
      json: { uuid: tenant.id, slug: tenant.slug, archived: true },
      text: `Nobody answers for ${tenant.organisation} any more. Its data is kept.`,
    }
  },
})
