import { theServer } from '../features/account/actor.ts'
import { cancelEvent } from '../features/event-notice/cancel-event.ts'
import { presentNotice } from '../api/event-notices.ts'
import { text, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand<{ readonly reason?: string; readonly payBackLetIn?: true }>({
  whose: 'the organisation of the event',
  define: (command) =>
    command
      .option('--reason <text>', 'for those who booked and the page of the event', text(1000, { multiline: true }))
      .option('--pay-back-let-in', 'also cancel and refund tickets that were scanned')
      .argument('<uuid>', 'the event', uuid)
      .addHelpText('after', '\nA second time it says how far the refunds and mails have come.'),
  async run(context, tenant, { options, operands: [eventId = ''] }) {
    const notice = await cancelEvent(context, tenant, theServer, eventId, {
      reason: options.reason ?? null,
      includesLetIn: options.payBackLetIn ?? false,
    })
    return {
      json: await presentNotice(context, notice),
      text: `The event is cancelled: ${notice.done} of ${notice.total} bookings are cancelled, refunded and told.`,
    }
  },
})
