import { theServer } from '../features/account/actor.ts'
import { deleteSandbox } from '../features/tenant/delete-sandbox.ts'
import { tenantCommand } from './command.ts'
import { required } from './options.ts'

export const command = tenantCommand({
  whose: 'the sandbox that is deleted',
  options: { '--name <organisation>': required('its name, as it is written: nothing brings it back') },
  async run(context, tenant, { options: { name } }) {
    await deleteSandbox(context, tenant, theServer, name)
    return {
      json: { uuid: tenant.id, slug: tenant.slug, deleted: true },
      text: `Nothing is left of ${tenant.organisation}.`,
    }
  },
})
