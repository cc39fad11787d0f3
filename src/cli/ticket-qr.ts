import { signTickets } from '../features/ticket/sign-tickets.ts'
import { listOf, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operands, optional } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the tickets',
  options: { '--event <uuid>': optional('only tickets of this event', uuid) },
  operand: operands('[uuid...]', 'only these tickets', listOf(uuid)),
  async run(context, tenant, { options, operand: ids }) {
    const signed = await signTickets(context, tenant, {
      ...(options.event === undefined ? {} : { eventId: options.event }),
      ids,
    })
    return {
      json: { tickets: signed.map(({ id, qrCodeData }) => ({ uuid: id, qrcode_data: qrCodeData })) },
      text: signed.map(({ id, qrCodeData }) => `${id}  ${qrCodeData}`).join('\n') || 'There are no tickets.',
    }
  },
})
