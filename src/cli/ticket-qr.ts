import { signTickets } from '../features/ticket/sign-tickets.ts'
import { listOf, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'

type Options = { readonly event?: string }

export const command = tenantCommand<Options>({
  whose: 'the organisation of the tickets',
  define: (command) =>
    command
      .option('--event <uuid>', 'only tickets of this event', uuid)
      .argument('[uuid...]', 'only these tickets', listOf(uuid)),
  async run(context, tenant, { options, operands }) {
    const signed = await signTickets(context, tenant, {
      ...(options.event === undefined ? {} : { eventId: options.event }),
      ids: operands,
    })
    return {
      json: { tickets: signed.map(({ id, qrCodeData }) => ({ uuid: id, qrcode_data: qrCodeData })) },
      text: signed.map(({ id, qrCodeData }) => `${id}  ${qrCodeData}`).join('\n') || 'There are no tickets.',
    }
  },
})
