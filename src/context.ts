import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { type ChangeFeed, changeChannel, changeNotification, openChangeFeed } from './db/change-feed.ts'
import { type DatabaseAddress, openDatabase } from './db/database.ts'
import { openPipelines } from './db/pipeline.ts'
import type { Deps, TenantUrls } from './features/deps.ts'
import { createDeviceKeys, type DeviceKeys } from './features/device/device-keys.ts'
import { createLookupFills, type LookupFills } from './features/door/fill-lookups.ts'
import { createTicketMarks, type TicketMarks } from './features/door/ticket-marks.ts'
import { type Bookings, createBookings } from './features/reservation/book-in-batches.ts'
import { openDataKey } from './features/tenant/data-key.ts'
import { createDirectory, type Directory } from './features/tenant/directory.ts'
import { createSigningKeys, type SigningKeys } from './features/tenant/signing-keys.ts'
import { createScanQueue, type ScanQueue } from './features/ticket/scan-queue.ts'
import { type Backups, createBackups } from './integrations/backups/backups.ts'
import { createTxtResolver } from './integrations/dns/txt-resolver.ts'
import { createDocuments } from './integrations/documents/documents.ts'
import { createGuardedFetch } from './integrations/fetch/guarded-fetch.ts'
import { createMailer } from './integrations/mail/mailer.ts'
import { createImageIntake, type ImageIntake } from './integrations/media/image-intake.ts'
import { createMediaStore, type MediaStore } from './integrations/media/media-store.ts'
import { createStripeProvider } from './integrations/payment/stripe.ts'
import { createPasses } from './integrations/wallet/passes.ts'
import { enqueue, jobStatement } from './jobs/queue.ts'
import { createSecretBox, type SecretBox } from './lib/secret-box.ts'

/** Everything the doors (HTTP, jobs, command line) hand to use cases, wired once. */
export type Context = Deps & {
  readonly config: Config
  readonly directory: Directory
  readonly changes: ChangeFeed
  readonly deviceKeys: DeviceKeys
  readonly signingKeys: SigningKeys
  readonly media: MediaStore
  readonly images: ImageIntake
  readonly backups: Backups
  readonly scans: ScanQueue
  readonly lookups: LookupFills
  readonly marks: TicketMarks
  readonly bookings: Bookings
  /** For connections that are not of the pool: the job runner. */
  readonly databaseAddress: DatabaseAddress
  close(): Promise<void>
}

export type ContextOptions = {
  readonly config: Config
  readonly databaseAddress: DatabaseAddress
  /** What the data key is sealed under. */
  readonly secretKey: string
  readonly now?: () => Date
}

/** @throws SecretKeyError when the database was made with another secret */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, databaseAddress } = options
  const database = openDatabase(databaseAddress, { connections: 10 })
  const now = options.now ?? (() => new Date())
  const secrets = await openSecrets({ database, now }, options.secretKey)
  const pipelines = openPipelines(databaseAddress, { connections: 4, name: 'guichet pipeline' })
  const changes = await openChangeFeed(databaseAddress)
  const directory = createDirectory({ database }, config.domain, changes.isLive)
  changes.on('directory', () => directory.clear())
  const deviceKeys = createDeviceKeys({ database, now }, changes.isLive)
  changes.on('device', (tenantId) => deviceKeys.clear(tenantId))
  const signingKeys = createSigningKeys({ database, secrets, now }, changes.isLive)
  changes.on('signing_key', (tenantId) => signingKeys.clear(tenantId))
  const urls = tenantUrls(config)
  const media = createMediaStore({ directory: join(config.dataDir, 'media') })
  return {
    config,
    database,
    pipelines,
    databaseAddress,
    changes,
    get life() {
      return changes.life
    },
    directory,
    deviceKeys,
    signingKeys,
    scans: createScanQueue({ database, now, pipelines }),
    lookups: createLookupFills({ database, secrets }),
    marks: createTicketMarks(),
    bookings: createBookings({ database, pipelines, now, jobStatement, urls }),
    media,
    images: createImageIntake({ fetch: createGuardedFetch({ allow: config.fetchAllow }), store: media }),
    backups: createBackups({
      directory: join(config.dataDir, 'backups'),
      mediaDirectory: join(config.dataDir, 'media'),
      databaseAddress,
    }),
    now,
    secrets,
    enqueue,
    jobStatement,
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      domain: config.domain,
      outboxDirectory: join(config.dataDir, 'outbox'),
    }),
    payments: createStripeProvider({ apiUrl: config.stripeApiUrl }),
    async notifyChange(tx, topic, tenantId) {
      await sql`select pg_notify(${changeChannel}, ${changeNotification(topic, tenantId)})`.execute(tx)
    },
    documents: createDocuments(),
    passes: createPasses({ media }),
    dns: createTxtResolver(config.dnsServers.length === 0 ? {} : { servers: config.dnsServers }),
    urls,
    defaults: { timeZone: config.timeZone, metaLabel: config.metaLabel },
    async close() {
      await changes.close()
      await pipelines.close()
      await database.close()
    },
  }
}

/** @throws SecretKeyError */
async function openSecrets(deps: Pick<Deps, 'database' | 'now'>, secretKey: string): Promise<SecretBox> {
  try {
    return createSecretBox(await openDataKey(deps, createSecretBox(secretKey)))
  } catch (error) {
    await deps.database.close()
    throw error
  }
}

/** Every tenant is reached with the scheme and port of PUBLIC_URL. */
export function tenantUrls(config: Pick<Config, 'publicUrl' | 'domain'>): TenantUrls {
  const { protocol, port } = new URL(config.publicUrl)
  const suffix = port === '' ? '' : `:${port}`
  return {
    domain: config.domain,
    base(label) {
      if (label === null) return config.publicUrl
      const host = label.includes('.') ? label : `${label}.${config.domain}`
      return `${protocol}//${host}${suffix}`
    },
  }
}
