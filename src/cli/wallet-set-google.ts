import { theServer } from '../features/account/actor.ts'
import { setGoogleKeys } from '../features/wallet/wallet-keys.ts'
import { issuerId } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { readBytes } from './read-file.ts'

type Options = { readonly issuer: string; readonly serviceAccount: string }

export const command = tenantCommand<Options>({
  whose: 'the organisation whose tickets they are',
  define: (command) =>
    command
      .requiredOption('--issuer <number>', 'of the issuer account in the Google Pay & Wallet console', issuerId)
      .requiredOption('--service-account <file>', 'the JSON key of a service account that the issuer authorised')
      .addHelpText('after', '\nThe key replaces the one of before, and is never shown again.'),
  async run(context, tenant, { options }) {
    const given = { issuerId: options.issuer, file: await readBytes(options.serviceAccount) }
    const keys = await setGoogleKeys(context, tenant, theServer, given)
    return {
      json: { wallet: 'google', issuer: keys.issuerId, service_account: keys.clientEmail },
      text: `Tickets of ${tenant.organisation} can be added to Google Wallet, by ${keys.clientEmail}.`,
    }
  },
})
