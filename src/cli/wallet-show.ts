import { describeWalletKeys } from '../features/wallet/wallet-keys.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation',
  async run(context, tenant) {
    const { apple, google } = await describeWalletKeys(context, tenant)
    const end = apple?.expiresAt.toISOString()
    return {
      json: {
        apple: apple && { pass_type: apple.passType, team: apple.team, expires_at: end },
        google: google && { issuer: google.issuerId, service_account: google.clientEmail },
      },
      text: [
        apple
          ? `Apple Wallet: ${apple.passType} of team ${apple.team}, until ${end}${
              apple.expiresAt <= context.now() ? ', which is over: nobody can add a ticket any more' : ''
            }.`
          : 'Apple Wallet: no keys.',
        google ? `Google Wallet: issuer ${google.issuerId}, ${google.clientEmail}.` : 'Google Wallet: no keys.',
      ].join('\n'),
    }
  },
})
