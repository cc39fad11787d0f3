import { theServer } from '../features/account/actor.ts'
import { setMetaLabel } from '../features/tenant/set-meta-label.ts'
import { domainLabel } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { operand } from './options.ts'

export const command = serviceCommand({
  operand: operand('<label>', 'the new label under DOMAIN', domainLabel),
  async run(context, { operand: label }) {
    const meta = await setMetaLabel(context, theServer, label)
    const baseUrl = context.urls.base(meta.host)
    return {
      json: { label: meta.host, base_url: baseUrl },
      text: `Meta answers at ${baseUrl}; its old address leads there.`,
    }
  },
})
