import { theServer } from '../features/account/actor.ts'
import { createDevice } from '../features/device/create-device.ts'
import { formatDateTime } from '../lib/time.ts'
import { listOf, text, uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { endDate, endDateForm, momentOf } from './end-date.ts'
import { flag, optional, required, usually } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation that the device scans for',
  options: {
    '--name <text>': required('what people at the door call it', text(200)),
    '--until <date>': usually('none', `when its key ends: ${endDateForm}`, endDate),
    '--gate <text>': usually('', 'where it stands', text(200)),
    '--supervisor': flag('may also search and undo scans'),
    '--event <uuid...>': optional('scans these events only', listOf(uuid)),
  },
  async run(context, tenant, { options }) {
    const endsAt = momentOf(options.until, tenant.timeZone)
    const offer = await createDevice(context, tenant, theServer, {
      name: options.name,
      endsAt,
      gate: options.gate,
      role: options.supervisor ? 'supervisor' : 'steward',
      eventIds: options.event ?? null,
    })
    const end = endsAt === null ? null : formatDateTime(endsAt)
    return {
      json: {
        device_uuid: offer.deviceId,
        token: offer.token,
        pairing_url: offer.pairingUrl,
        ...(end === null ? {} : { ends_at: end }),
      },
      text: [
        offer.pairingUrl,
        `The first phone that opens it becomes ${options.name}; it is valid for three days.`,
        ...(end === null ? [] : [`The key of that phone is refused from ${end} on.`]),
      ].join('\n'),
    }
  },
})
