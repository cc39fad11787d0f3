import { theServer } from '../features/account/actor.ts'
import { archiveDevice } from '../features/device/archive-device.ts'
import { tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const deviceArchive = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command.addOption(tenantOption('the organisation of the device')).argument('<uuid>', 'the device', uuid),
  async run(context, { options, operands: [deviceId = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    await archiveDevice(context, tenant, theServer, deviceId)
    return {
      json: { device_uuid: deviceId, archived: true },
      text: 'The device is archived: its key is refused from now on.',
    }
  },
})
