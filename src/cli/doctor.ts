import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { connectTo } from '../db/connect.ts'
import { secretsOf } from '../features/tenant/data-key.ts'
import { createSecretBox, type SecretBox } from '../lib/secret-box.ts'
import { type DatabaseHandle, openDatabaseServer } from '../start/open-service.ts'
import { findSecretKey } from '../start/secret-key.ts'
import { type CommandInput, defineCommand } from './command.ts'
import { CheckFailed, CheckSkipped, type Finding, runCheck } from './doctor/check.ts'
import {
  checkClock,
  checkDatabaseVersion,
  checkInstallation,
  checkJobs,
  checkMigrations,
  checkRoleIsBound,
  checkRoleOwnsNothing,
  checkSecret,
  findSetting,
  listRootKeyIds,
} from './doctor/database-checks.ts'
import {
  checkDataDirectory,
  checkFreeSpace,
  checkNode,
  checkOrphanedClusters,
  checkPort,
} from './doctor/machine-checks.ts'
import { checkMailServer, checkMailsWaiting } from './doctor/mail-checks.ts'
import { checkWallets } from './doctor/wallet-checks.ts'

/** Checks the installation and changes nothing: it reports what is still missing, and does not make it. */
export const command = defineCommand({
  async run(input) {
    const findings = await examine(input)
    const ok = findings.every((finding) => finding.status !== 'failed')
    return { json: { ok, checks: findings }, text: findings.map(line).join('\n'), refused: !ok }
  },
})

const signs = { ok: 'ok     ', notice: 'notice ', failed: 'FAILED ', skipped: 'skipped' } as const satisfies Record<
  Finding['status'],
  string
>

function line(finding: Finding): string {
  return `${signs[finding.status]}  ${finding.name}: ${finding.message}`
}

async function examine(input: CommandInput<unknown, unknown>): Promise<readonly Finding[]> {
  const node = await runCheck('node', checkNode)
  const configuration = await runCheck('configuration', async () => `DOMAIN is ${input.config.domain}`)
  if (configuration.status === 'failed') return [node, configuration]
  const { config } = input
  return [
    node,
    configuration,
    await runCheck('data directory', () => checkDataDirectory(config)),
    await runCheck('free space', () => checkFreeSpace(config)),
    await runCheck('mail', () => checkMailServer(config)),
    // Only root's embedded databases lie outside DATA_DIR.
    ...(config.databaseUrl === null && process.getuid?.() === 0
      ? [await runCheck('orphaned databases', () => checkOrphanedClusters(config))]
      : []),
    ...(await examineDatabase(config, input.log)),
  ]
}

async function examineDatabase(config: Config, log: (message: string) => void): Promise<readonly Finding[]> {
  let handle: DatabaseHandle | undefined
  let client: pg.Client | undefined
  const port = (keyIds: readonly string[] | null) => runCheck('port', () => checkPort(config, keyIds))
  const reached = await runCheck('database', async () => {
    if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
      throw new CheckSkipped(`There is none in ${config.dataDir} yet; the first start makes it.`)
    handle = await openDatabaseServer(config, 'command', { log })
    client = await connectTo(handle.address, 'guichet doctor').catch((error: Error) => {
      throw new CheckFailed(`The database does not answer (${error.message}). Start it, or correct DATABASE_URL.`)
    })
    return checkDatabaseVersion(client)
  })
  try {
    // Without a database of its own, or with one that nobody else runs, any service that answers at the port is another.
    if (client === undefined) return [reached, await port(reached.status === 'skipped' ? [] : null)]
    return [
      reached,
      await port(handle?.isShared ? await listRootKeyIds(client) : []),
      ...(await examineThrough(client, config, handle?.place ?? '')),
    ]
  } finally {
    await client?.end()
    await handle?.stop()
  }
}

async function examineThrough(client: pg.Client, config: Config, place: string): Promise<readonly Finding[]> {
  const migrations = await runCheck('migrations', () => checkMigrations(client))
  const server = [
    migrations,
    await runCheck('row-level security', () => checkRoleIsBound(client)),
    await runCheck('ownership', () => checkRoleOwnsNothing(client)),
    await runCheck('clock', () => checkClock(client)),
  ]
  if (migrations.status === 'failed') return server
  return [
    ...server,
    await runCheck('secret', async () => checkSecret(client, await findSecret(config), place)),
    await runCheck('installation', () => checkInstallation(client)),
    await runCheck('jobs', () => checkJobs(client)),
    await runCheck('mails waiting', () => checkMailsWaiting(client)),
    await runCheck('wallets', async () => checkWallets(client, await findSecrets(client, config), new Date())),
  ]
}

async function findSecret(config: Config): Promise<SecretBox | null> {
  const secretKey = await findSecretKey(config)
  return secretKey === null ? null : createSecretBox(secretKey)
}

/** Finds the box that opens the keys of organisations; null without the right secret. */
async function findSecrets(client: pg.Client, config: Config): Promise<SecretBox | null> {
  const [setting, secret] = [await findSetting(client), await findSecret(config)]
  return setting && secret && secretsOf(setting, secret)
}
