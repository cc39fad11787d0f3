import { theServer } from '../features/account/actor.ts'
import { walletNames, wallets } from '../features/wallet/wallet.ts'
import { clearWalletKeys } from '../features/wallet/wallet-keys.ts'
import { tenantCommand } from './command.ts'
import { oneOf, optional } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation whose keys are deleted',
  options: { '--wallet <name>': optional('of that one alone', oneOf(wallets)) },
  async run(context, tenant, { options }) {
    const cleared = options.wallet === undefined ? wallets : [options.wallet]
    await clearWalletKeys(context, tenant, theServer, cleared)
    return {
      json: { cleared },
      text: `Tickets of ${tenant.organisation} can be added to ${cleared.map((wallet) => walletNames[wallet]).join(' and ')} no more. Passes that are on phones still open the door.`,
    }
  },
})
