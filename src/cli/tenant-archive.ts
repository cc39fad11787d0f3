import { theServer } from '../features/account/actor.ts'
import { archiveTenant } from '../features/tenant/archive-tenant.ts'
import { tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const tenantArchive = serviceCommand<{ readonly tenant: string }>({
  define: (command) => command.addOption(tenantOption('the organisation that ends')),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    await archiveTenant(context, tenant, theServer)
    return {
      json: { uuid: tenant.id, slug: tenant.slug, archived: true },
      text: `Nobody answers for ${tenant.organisation} any more. Its data is kept.`,
    }
  },
})
