import type { Config } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import type { DatabaseHandle } from '../start/open-service.ts'
import { readSecretKey } from '../start/secret-key.ts'
import { type Announcement, serve } from '../start/serve.ts'
import { type CommandResult, defineCommand } from './command.ts'
import { type Demonstration, fillDemonstration, refuseRealInstallation } from './demo/fill.ts'

export const demoCommand = defineCommand<{ readonly force?: boolean }>({
  define: (command) =>
    command.option('--force', 'also where there are organisations that are not of the demonstration'),
  async run({ config, options, log, print }) {
    await serve(config, {
      prepare: async ({ context }) => (options.force ? undefined : refuseRealInstallation(context)),
      async announce(announcement, { database }, stopping) {
        log('Setting up the demonstration …')
        const context = await openQuickContext(config, database)
        const demonstration = await fillDemonstration(context, stopping).finally(() => context.close())
        print(result(announcement, demonstration))
      },
    })
    return null
  },
})

/**
 * A context whose commits do not wait for the disk, unlike everybody else's: what a power failure takes of the
 * demonstration, its next start makes again.
 */
async function openQuickContext(config: Config, database: DatabaseHandle): Promise<Context> {
  return createContext({
    config,
    databaseAddress: { ...database.address, options: '-c synchronous_commit=off' },
    secretKey: await readSecretKey(config),
  })
}

function result({ url, notices }: Announcement, demonstration: Demonstration): CommandResult {
  const { metaUrl, tenants, rootSignInUrl, pairingUrl, sheet, worthALook, codes } = demonstration
  return {
    json: {
      url,
      meta_url: metaUrl,
      tenants: tenants.map(({ tenant, url: base, signInUrl }) => ({
        slug: tenant.slug,
        category: tenant.category,
        url: base,
        sign_in_url: signInUrl,
      })),
      root_sign_in_url: rootSignInUrl,
      pairing_url: pairingUrl,
      sheet,
      worth_a_look: worthALook,
      codes,
      notices,
    },
    text: [
      `Guichet answers at ${url}, with the demonstration of today.`,
      '',
      line('Agenda of everybody', metaUrl),
      ...tenants.map(({ tenant, url: base }) => line(`${tenant.organisation} (${tenant.category})`, base)),
      '',
      'Once only, for an hour; start again for new ones:',
      line('Administer the server', rootSignInUrl),
      ...tenants.map(({ tenant, signInUrl }) => line(`Administer ${tenant.organisation}`, signInUrl)),
      line('Pair a phone', pairingUrl),
      '',
      line('QR codes to scan', sheet),
      ...worthALook.map(({ what, url: address }) => line(what, address)),
      ...codes.map(({ code, organisation }) => line(`Code of ${organisation}`, code)),
      ...(notices.length > 0 ? ['', ...notices] : []),
    ].join('\n'),
  }
}

function line(label: string, address: string): string {
  return `  ${label.padEnd(34)} ${address}`
}
