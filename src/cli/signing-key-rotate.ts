import { rotateSigningKey } from '../features/tenant/rotate-signing-key.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation whose tickets are signed',
  async run(context, tenant) {
    const keyId = await rotateSigningKey(context, tenant)
    return {
      json: { key_id: keyId },
      text: 'Tickets are signed with a new key from now on. Tickets sold before stay good until their event has ended.',
    }
  },
})
