import { theServer } from '../features/account/actor.ts'
import { changeDevice } from '../features/device/change-device.ts'
import { formatDateTime } from '../lib/time.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { endDateForm, endDateOrNone, momentOf } from './end-date.ts'
import { operand, required } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the device',
  options: { '--until <date>': required(`when it ends, or none: ${endDateForm}`, endDateOrNone) },
  operand: operand('<uuid>', 'the device', uuid),
  async run(context, tenant, { options, operand: deviceId }) {
    const endsAt = momentOf(options.until, tenant.timeZone)
    await changeDevice(context, tenant, theServer, deviceId, { endsAt })
    const end = endsAt === null ? null : formatDateTime(endsAt)
    return {
      json: { device_uuid: deviceId, ends_at: end },
      text: end === null ? 'The device has no end.' : `The key of the device is refused from ${end} on.`,
    }
  },
})
