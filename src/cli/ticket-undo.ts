import { theServer } from '../features/account/actor.ts'
import { undoScan } from '../features/ticket/undo-scan.ts'
import { tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const ticketUndo = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command.addOption(tenantOption('the organisation of the ticket')).argument('<uuid>', 'the ticket', uuid),
  async run(context, { options, operands: [ticketId = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    await undoScan(context, tenant, theServer, { ticketId, scanId: null, reason: null })
    return { json: { uuid: ticketId, undone: true }, text: 'The scan is undone: the ticket can be scanned again.' }
  },
})
