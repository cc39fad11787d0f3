import { theServer } from '../features/account/actor.ts'
import { undoScan } from '../features/ticket/undo-scan.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operand } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the ticket',
  operand: operand('<uuid>', 'the ticket', uuid),
  async run(context, tenant, { operand: ticketId }) {
    await undoScan(context, tenant, theServer, { ticketId, scanId: null, reason: null })
    return { json: { uuid: ticketId, undone: true }, text: 'The scan is undone: the ticket can be scanned again.' }
  },
})
