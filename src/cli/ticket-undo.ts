import { theServer } from '../features/account/actor.ts'
import { undoScan } from '../features/ticket/undo-scan.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation of the ticket',
  define: (command) => command.argument('<uuid>', 'the ticket', uuid),
  async run(context, tenant, { operands: [ticketId = ''] }) {
    await undoScan(context, tenant, theServer, { ticketId, scanId: null, reason: null })
    return { json: { uuid: ticketId, undone: true }, text: 'The scan is undone: the ticket can be scanned again.' }
  },
})
