import { theServer } from '../features/account/actor.ts'
import { setAppleKeys } from '../features/wallet/wallet-keys.ts'
import { passType, team } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { required } from './options.ts'
import { readBytes } from './read-file.ts'

/** Files, and a passphrase of the environment: secrets of an argument would be read by every other program on the machine. */
export const command = tenantCommand({
  whose: 'the organisation whose tickets they are',
  options: {
    '--pass-type <identifier>': required('such as pass.org.example.tickets', passType),
    '--team <identifier>': required('ten characters, of the developer account', team),
    '--certificate <file>': required('of the pass type, PEM or DER'),
    '--key <file>': required('with which the certificate was asked for, PEM'),
    '--intermediate <file>': required("Apple's WWDR certificate that issued it, PEM or DER"),
  },
  remark:
    'The passphrase of the key, where it has one, is read from WALLET_KEY_PASSPHRASE. Everything is checked before it is kept,\nreplaces what was set before, and is never shown again.',
  async run(context, tenant, { options, config }) {
    const files = {
      passType: options.passType,
      team: options.team,
      certificate: await readBytes(options.certificate),
      key: await readBytes(options.key),
      passphrase: config.walletKeyPassphrase,
      intermediate: await readBytes(options.intermediate),
    }
    const keys = await setAppleKeys(context, tenant, theServer, files)
    const end = keys.expiresAt.toISOString()
    return {
      json: { wallet: 'apple', pass_type: keys.passType, team: keys.team, expires_at: end },
      text: `Tickets of ${tenant.organisation} can be added to Apple Wallet until ${end}, when a certificate expires: set a new one before.`,
    }
  },
})
