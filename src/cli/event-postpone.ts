import { InvalidArgumentError } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { postponeEvent } from '../features/event-notice/postpone-event.ts'
import { presentNotice } from '../api/event-notices.ts'
import { parseDateTime } from '../lib/time.ts'
import { text, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operand, optional, required } from './options.ts'
import { unmailedNote } from './unmailed-note.ts'

export const command = tenantCommand({
  whose: 'the organisation of the event',
  options: {
    '--to <time>': required('when it starts now; without an offset by its own clocks', dateTime),
    '--reason <text>': optional('for those who booked and the page of the event', text(1000, { multiline: true })),
  },
  operand: operand('<uuid>', 'the event', uuid),
  async run(context, tenant, { options, operand: eventId }) {
    const startsAt = parseDateTime(options.to, tenant.timeZone)
    if (!startsAt) throw new Error('a date passed validation and cannot be read')
    const reason = options.reason ?? null
    const notice = await postponeEvent(context, tenant, theServer, eventId, { startsAt, reason })
    return {
      json: await presentNotice(context, notice),
      text: `The event has a new date. ${notice.total} bookings stay good and are told.${unmailedNote(context.config, tenant)}`,
    }
  },
})

function dateTime(value: string): string {
  if (!parseDateTime(value, 'UTC')) throw new InvalidArgumentError('It is not a time like 2026-05-01T20:30.')
  return value
}
