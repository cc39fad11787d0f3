import { Option } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { type Wallet, walletNames, wallets } from '../features/wallet/wallet.ts'
import { clearWalletKeys } from '../features/wallet/wallet-keys.ts'
import { tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const walletClear = serviceCommand<{ readonly tenant: string; readonly wallet?: Wallet }>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation whose keys are deleted'))
      .addOption(new Option('--wallet <name>', 'of that one alone').choices(wallets)),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    const cleared = options.wallet === undefined ? wallets : [options.wallet]
    await clearWalletKeys(context, tenant, theServer, cleared)
    return {
      json: { cleared },
      text: `Tickets of ${tenant.organisation} can be added to ${cleared.map((wallet) => walletNames[wallet]).join(' and ')} no more. Passes that are on phones still open the door.`,
    }
  },
})
