import { theServer } from '../features/account/actor.ts'
import { archiveDevice } from '../features/device/archive-device.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operand } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the device',
  operand: operand('<uuid>', 'the device', uuid),
  async run(context, tenant, { operand: deviceId }) {
    await archiveDevice(context, tenant, theServer, deviceId)
    return {
      json: { device_uuid: deviceId, archived: true },
      text: 'The device is archived: its key is refused from now on.',
    }
  },
})
