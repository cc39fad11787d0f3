import { theServer } from '../features/account/actor.ts'
import { changeDevice } from '../features/device/change-device.ts'
import { formatDateTime } from '../lib/time.ts'
import { tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { endDateForm, endDateOrNone, momentOf } from './end-date.ts'
import { findTenant } from './find-tenant.ts'

export const deviceSetEnd = serviceCommand<{ readonly tenant: string; readonly until: string }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation of the device'))
      .requiredOption('--until <date>', `when it ends, or none: ${endDateForm}`, endDateOrNone)
      .argument('<uuid>', 'the device', uuid),
  async run(context, { options, operands: [deviceId = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    const endsAt = momentOf(options.until, tenant.timeZone)
    await changeDevice(context, tenant, theServer, deviceId, { endsAt })
    const end = endsAt === null ? null : formatDateTime(endsAt)
    return {
      json: { device_uuid: deviceId, ends_at: end },
      text: end === null ? 'The device has no end.' : `The key of the device is refused from ${end} on.`,
    }
  },
})
