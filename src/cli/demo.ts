import { join } from 'node:path'
import qrcode from 'qrcode'
import type { Config } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import type { DatabaseHandle } from '../start/open-service.ts'
import { readSecretKey } from '../start/secret-key.ts'
import { type Announcement, serve } from '../start/serve.ts'
import { type CommandResult, defineCommand } from './command.ts'
import { type Declared, flag, optional } from './options.ts'
import { type Demonstration, fillDemonstration, listHosts, refuseRealInstallation } from './demo/fill.ts'
import { findLanAddress } from './demo/lan-address.ts'
import { readLanCertificate } from './demo/lan-certificate.ts'

/** Without an address: true. */
const lanOption: Declared<string | true | undefined> = optional('over HTTPS, also for phones of the same network')

export const command = defineCommand({
  options: {
    '--force': flag('also where there are organisations that are not of the demonstration'),
    '--lan [address]': lanOption,
  },
  async run({ config: given, options, log, print, stopping }) {
    // Somebody who looks around has no passkey for it, and over the certificate of --lan browsers make none.
    const configured: Config = { ...given, secondFactor: 'optional' }
    const lan = options.lan === undefined ? null : await openToNetwork(configured, options.lan)
    const config = lan?.config ?? configured
    const stop = stopping()
    await serve(config, {
      stopping: stop,
      prepare: async ({ context }) => (options.force ? undefined : refuseRealInstallation(context)),
      async announce(announcement, { database }) {
        log('Setting up the demonstration …')
        const context = await openQuickContext(config, database)
        const demonstration = await fillDemonstration(context, stop, lan?.address ?? null).finally(() =>
          context.close(),
        )
        print(
          result(config, announcement, demonstration, lan && { ...lan, drawn: await draw(demonstration.pairingUrl) }),
        )
      },
    })
    return null
  },
})

/** White on the black of most terminals; phones read it on white ones, too. */
function draw(text: string): Promise<string> {
  const color = { dark: '#ffffff', light: '#000000' }
  return qrcode.toString(text, { type: 'utf8', errorCorrectionLevel: 'L', color })
}

type Lan = { readonly config: Config; readonly address: string; readonly authorityFile: string }
/** With the code that a phone opens. */
type DrawnLan = Lan & { readonly drawn: string }

/** Opens the demonstration to everybody in the network, over TLS: a phone gives its camera to nothing else (ADR 0187). */
async function openToNetwork(config: Config, given: string | true): Promise<Lan> {
  const address = findLanAddress(given)
  const { keys, authorityFile } = await readLanCertificate(
    config.dataDir,
    { address, names: listHosts(config) },
    new Date(),
  )
  const publicUrl = config.publicUrl.replace(/^http:/, 'https:')
  return { config: { ...config, host: '0.0.0.0', publicUrl, tls: keys }, address, authorityFile }
}

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

function result(
  { smtpUrl, dataDir }: Config,
  { url, notices }: Announcement,
  demonstration: Demonstration,
  lan: DrawnLan | null,
): CommandResult {
  /** Null: they are sent. */
  const outbox = smtpUrl === null ? join(dataDir, 'outbox') : null
  const { metaUrl, tenants, rootSignInUrl, pairingUrl, supervisorUrl, sheet, worthALook, codes } = demonstration
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
      supervisor_pairing_url: supervisorUrl,
      sheet,
      worth_a_look: worthALook,
      codes,
      outbox,
      notices,
      ...(lan === null ? {} : { lan: { address: lan.address, authority: lan.authorityFile } }),
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
      line('Pair a supervisor’s phone', supervisorUrl),
      '',
      line('QR codes to scan', sheet),
      ...worthALook.map(({ what, url: address }) => line(what, address)),
      ...codes.map(({ code, organisation }) => line(`Code of ${organisation}`, code)),
      ...(outbox === null ? [] : [line('E-mails: none leaves, they lie in', outbox)]),
      ...(lan === null ? [] : forPhones(lan)),
      ...(notices.length > 0 ? ['', ...notices] : []),
    ].join('\n'),
  }
}

function forPhones({ address, authorityFile, drawn }: DrawnLan): readonly string[] {
  return [
    '',
    `A phone of the same network opens this, once, and becomes a scanner of the venue at ${address}:`,
    '',
    drawn.trimEnd(),
    '',
    'It warns of a certificate it does not know; go on to the page. To scan without network as well, let the phone trust',
    `${authorityFile}, which was made for this machine alone, and open the page again.`,
  ]
}

function line(label: string, address: string): string {
  return `  ${label.padEnd(34)} ${address}`
}
