import { theServer } from '../features/account/actor.ts'
import { reissuePairingToken } from '../features/device/reissue-pairing-token.ts'
import { uuid } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { operand } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation of the device',
  operand: operand('<uuid>', 'the device', uuid),
  async run(context, tenant, { operand: deviceId }) {
    const offer = await reissuePairingToken(context, tenant, theServer, deviceId)
    return {
      json: { device_uuid: offer.deviceId, token: offer.token, pairing_url: offer.pairingUrl },
      text: `${offer.pairingUrl}\nThe phone that was paired before is shut out.`,
    }
  },
})
