import { theServer } from '../features/account/actor.ts'
import { addToFederation } from '../features/tenant/add-to-federation.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'
import { required } from './options.ts'

export const command = serviceCommand({
  options: { '--meta <slug>': required('the Meta'), '--member <slug>': required('the organisation that joins it') },
  async run(context, { options }) {
    const meta = await findTenant(context, options.meta)
    const member = await findTenant(context, options.member)
    await addToFederation(context, theServer, meta, member)
    return {
      json: { meta: meta.slug, member: member.slug },
      text: `${member.organisation} is in the federation of ${meta.organisation}.`,
    }
  },
})
