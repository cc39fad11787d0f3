import { theServer } from '../features/account/actor.ts'
import { cancelEvent } from '../features/event-notice/cancel-event.ts'
import { presentNotice } from '../api/event-notices.ts'
import { text, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { flag, operand, optional } from './options.ts'
import { unmailedNote } from './unmailed-note.ts'

export const command = tenantCommand({
  whose: 'the organisation of the event',
  options: {
    '--reason <text>': optional('for those who booked and the page of the event', text(1000, { multiline: true })),
    '--pay-back-let-in': flag('also cancel and refund tickets that were scanned'),
  },
  operand: operand('<uuid>', 'the event', uuid),
  remark: 'A second time it says how far the refunds and mails have come.',
  async run(context, tenant, { options, operand: eventId }) {
    const notice = await cancelEvent(context, tenant, theServer, eventId, {
      reason: options.reason ?? null,
      includesLetIn: options.payBackLetIn ?? false,
    })
    return {
      json: await presentNotice(context, notice),
      text: `The event is cancelled: ${notice.done} of ${notice.total} bookings are cancelled, refunded and told.${unmailedNote(context.config, tenant)}`,
    }
  },
})
