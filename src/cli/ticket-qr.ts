import { signTickets } from '../features/ticket/sign-tickets.ts'
import { listOf, tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly event?: string }

export const ticketQr = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation of the tickets'))
      .option('--event <uuid>', 'only tickets of this event', uuid)
      .argument('[uuid...]', 'only these tickets', listOf(uuid)),
  async run(context, { options, operands }) {
    const tenant = await findTenant(context, options.tenant)
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
