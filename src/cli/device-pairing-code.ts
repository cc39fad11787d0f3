import { theServer } from '../features/account/actor.ts'
import { reissuePairingToken } from '../features/device/reissue-pairing-token.ts'
import { tenantOption, uuid } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const devicePairingCode = serviceCommand<{ readonly tenant: string }>({
  define: (command) =>
    command.addOption(tenantOption('the organisation of the device')).argument('<uuid>', 'the device', uuid),
  async run(context, { options, operands: [deviceId = ''] }) {
    const tenant = await findTenant(context, options.tenant)
    const offer = await reissuePairingToken(context, tenant, theServer, deviceId)
    return {
      json: { device_uuid: offer.deviceId, token: offer.token, pairing_url: offer.pairingUrl },
      text: `${offer.pairingUrl}\nThe phone that was paired before is shut out.`,
    }
  },
})
