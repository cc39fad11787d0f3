import { createDevice } from '../features/device/create-device.ts'
import { tenantOption, text } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly name: string }

export const deviceCreate = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation that the device scans for'))
      .requiredOption('--name <text>', 'what people at the door call it', text(200)),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    const offer = await createDevice(context, tenant, { name: options.name })
    return {
      json: { device_uuid: offer.deviceId, token: offer.token, pairing_url: offer.pairingUrl },
      text: `${offer.pairingUrl}\nThe first phone that opens it becomes ${options.name}; it is valid for three days.`,
    }
  },
})
