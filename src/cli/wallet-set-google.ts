import { theServer } from '../features/account/actor.ts'
import { setGoogleKeys } from '../features/wallet/wallet-keys.ts'
import { issuerId } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { required } from './options.ts'
import { readBytes } from './read-file.ts'

export const command = tenantCommand({
  whose: 'the organisation whose tickets they are',
  options: {
    '--issuer <number>': required('of the issuer account in the Google Pay & Wallet console', issuerId),
    '--service-account <file>': required('the JSON key of a service account that the issuer authorised'),
  },
  remark: 'The key replaces the one of before, and is never shown again.',
  async run(context, tenant, { options }) {
    const given = { issuerId: options.issuer, file: await readBytes(options.serviceAccount) }
    const keys = await setGoogleKeys(context, tenant, theServer, given)
    return {
      json: { wallet: 'google', issuer: keys.issuerId, service_account: keys.clientEmail },
      text: `Tickets of ${tenant.organisation} can be added to Google Wallet, by ${keys.clientEmail}.`,
    }
  },
})
