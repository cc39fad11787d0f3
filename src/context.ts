import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { type ChangeFeed, changeChannel, changeNotification, openChangeFeed } from './db/change-feed.ts'
import { afterCommit, openDatabase } from './db/database.ts'
import type { DatabaseAddress } from './db/pool.ts'
import { openPipelines } from './db/pipeline.ts'
import type { BasicDeps, Deps, TenantUrls } from './features/deps.ts'
import { createDeviceKeys, type DeviceKeys } from './features/device/device-keys.ts'
import { createLookupFills, type LookupFills } from './features/door/fill-lookups.ts'
import { createSnapshots, type Snapshots } from './features/door/make-snapshot.ts'
import { createTicketMarks } from './features/door/ticket-marks.ts'
import { openPayments } from './features/payment/payment.queries.ts'
import { type Bookings, createBookings } from './features/reservation/book-in-batches.ts'
import { createDirectory, type Directory } from './features/tenant/directory.ts'
import { openServerSecrets, type ServerSecrets } from './features/tenant/server-secrets.ts'
import { createSigningKeys, type SigningKeys } from './features/tenant/signing-keys.ts'
import { reserveStorage } from './features/tenant/reserve-storage.ts'
import { answerBytes } from './features/webhook/webhook.ts'
import { createScanQueue, type ScanPipelines, type ScanQueue } from './features/ticket/scan-queue.ts'
import { type Backups, createBackups } from './integrations/backups/backups.ts'
import { createCalendars } from './integrations/calendars/calendars.ts'
import { createTxtResolver } from './integrations/dns/txt-resolver.ts'
import { createDocuments } from './integrations/documents/documents.ts'
import { createGuardedFeedFetch, createGuardedFetch, createGuardedRequest } from './integrations/fetch/guarded-fetch.ts'
import { createMailer } from './integrations/mail/mailer.ts'
import { createImageIntake, type ImageIntake } from './integrations/media/image-intake.ts'
import { createMediaStore, type MediaStore } from './integrations/media/media-store.ts'
import { createMailPictures } from './integrations/media/mail-pictures.ts'
import { createPictureCuts, type PictureCuts } from './integrations/media/picture-cuts.ts'
import { createPictures, type Pictures } from './integrations/media/pictures.ts'
import { createOpenId } from './integrations/openid/openid.ts'
import { createStripeProvider } from './integrations/payment/stripe.ts'
import { createWebhookCaller } from './integrations/webhook/webhook-caller.ts'
import { createPasses } from './integrations/wallet/passes.ts'
import { createWorkshop } from './integrations/workshop/workshop.ts'
import { mailSlots } from './jobs/lanes.ts'
import { enqueue, jobStatement } from './jobs/queue.ts'
import { createSecretBox } from './lib/secret-box.ts'

/** Everything the doors (HTTP, jobs, command line) hand to use cases, wired once. */
export type Context = Deps & {
  readonly config: Config
  readonly directory: Directory
  readonly changes: ChangeFeed
  readonly deviceKeys: DeviceKeys
  readonly signingKeys: SigningKeys
  readonly media: MediaStore
  readonly cuts: PictureCuts
  readonly pictures: Pictures
  readonly images: ImageIntake
  readonly backups: Backups
  readonly scans: ScanQueue
  readonly lookups: LookupFills
  readonly snapshots: Snapshots
  readonly bookings: Bookings
  /** Takes up the data key as it is now, without waiting for news of it. */
  readonly reloadSecrets: () => Promise<void>
  /** The address for connections outside the pool: those of the job runner. */
  readonly databaseAddress: DatabaseAddress
  close(): Promise<void>
}

export type ContextOptions = {
  readonly config: Config
  readonly databaseAddress: DatabaseAddress
  /** The secret under which the data key is sealed. */
  readonly secretKey: string
  readonly now?: () => Date
}

/** @throws SecretKeyError when the database was made with another secret */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, databaseAddress } = options
  const database = openDatabase(databaseAddress, { connections: 10, inShares: config.rateLimit })
  const now = options.now ?? (() => new Date())
  const serverSecrets = await openSecrets({ database, now }, options.secretKey)
  const secrets = serverSecrets.box
  const pipelines = openPipelines(databaseAddress, { connections: 4, name: 'guichet pipeline' })
  const scanPipelines = openScanPipelines(databaseAddress)
  const changes = await openChangeFeed(databaseAddress)
  changes.on('data_key', () => void serverSecrets.reload())
  const urls = tenantUrls(config)
  const outside = openOutside(options, { database, now })
  return {
    ...outside.parts,
    ...openMemories({ database, now, secrets }, config, changes),
    config,
    database,
    pipelines,
    databaseAddress,
    changes,
    get life() {
      return changes.life
    },
    scans: createScanQueue({ database, now, pipelines: scanPipelines }),
    lookups: createLookupFills({ database, secrets }),
    bookings: createBookings({ database, pipelines, now, jobStatement, urls, secrets }),
    now,
    secrets,
    reloadSecrets: serverSecrets.reload,
    enqueue,
    jobStatement,
    countsMails: config.rateLimit,
    openPayments,
    async notifyChange(tx, topic, tenantId) {
      await sql`select pg_notify(${changeChannel}, ${changeNotification(topic, tenantId)})`.execute(tx)
      afterCommit(tx, () => changes.tell(topic, tenantId))
    },
    urls,
    reservedWords: config.reservedWords,
    secondFactor: config.secondFactor,
    defaults: { timeZone: config.timeZone, metaLabel: config.metaLabel },
    async close() {
      await outside.close()
      await changes.close()
      await pipelines.close()
      await scanPipelines.batches.close()
      await scanPipelines.waits.close()
      await database.close()
    },
  }
}

/** Opens the caches of what the database holds, each cleared when the change feed says that it changed. */
function openMemories(deps: BasicDeps<'secrets'>, { domain }: Config, changes: ChangeFeed) {
  const directory = createDirectory(deps, domain, changes.isLive)
  changes.on('directory', () => directory.clear())
  const deviceKeys = createDeviceKeys(deps, changes.isLive)
  changes.on('device', (tenantId) => deviceKeys.clear(tenantId))
  const signingKeys = createSigningKeys(deps, changes.isLive)
  changes.on('signing_key', (tenantId) => signingKeys.clear(tenantId))
  const snapshots = createSnapshots({ database: deps.database, signingKeys, marks: createTicketMarks() })
  return { directory, deviceKeys, signingKeys, snapshots }
}

/** The outside world: the data directory, networks, and the processes that draw and decode. */
function openOutside({ config, databaseAddress }: ContextOptions, deps: BasicDeps) {
  const { drawing, decoding, reading } = createWorkshops()
  const pictures = createPictures(decoding)
  const [mediaDirectory, allow] = [join(config.dataDir, 'media'), config.fetchAllow]
  const media = createMediaStore({ directory: mediaDirectory })
  const request = createGuardedRequest({ allow })
  const cuts = createPictureCuts({ media, pictures })
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    domain: config.domain,
    outboxDirectory: join(config.dataDir, 'outbox'),
    connections: mailSlots,
  })
  const parts = {
    mailer,
    media,
    pictures,
    cuts,
    mailPictures: createMailPictures({ media, pictures, cuts }),
    images: createImageIntake({
      fetch: createGuardedFetch({ allow }),
      store: media,
      pictures,
      reserveStorage: (tenantId, picture) => reserveStorage(deps, tenantId, picture, config.storageQuota),
    }),
    backups: createBackups({
      directory: join(config.dataDir, 'backups'),
      mediaDirectory,
      databaseAddress,
      publicKeys: config.backupKeys,
    }),
    payments: createStripeProvider({ apiUrl: config.stripeApiUrl }),
    openId: createOpenId({ request, allow }),
    webhooks: createWebhookCaller({ request, allow, answerBytes }),
    documents: createDocuments({ media, pictures, cuts, workshop: drawing }),
    fetchFeed: createGuardedFeedFetch({ allow }),
    calendars: createCalendars(reading),
    passes: createPasses({ media, pictures, workshop: drawing }),
    dns: createTxtResolver(config.dnsServers.length === 0 ? {} : { servers: config.dnsServers }),
  }
  async function close(): Promise<void> {
    await drawing.close()
    await decoding.close()
    await reading.close()
    mailer.close()
  }
  return { parts, close }
}

/** Apart from those of bookings, which wait for each other: nobody at a door waits behind a sale. */
function openScanPipelines(address: DatabaseAddress): ScanPipelines {
  return {
    batches: openPipelines(address, { connections: 4, name: 'guichet scans' }),
    waits: openPipelines(address, { connections: 2, name: 'guichet waiting scans', lockMs: 1_500 }),
  }
}

/** Creates a workshop that draws, one that decodes strangers' pictures and one that reads their calendars: what is hostile holds up its like alone. */
function createWorkshops() {
  return {
    drawing: createWorkshop({
      title: 'guichet-documents',
      width: availableParallelism() > 2 ? 2 : 1,
      mostMs: 300_000,
      mostMb: 2048,
    }),
    decoding: createWorkshop({ title: 'guichet-pictures', width: 1, mostMs: 30_000, mostMb: 1024 }),
    reading: createWorkshop({ title: 'guichet-calendars', width: 1, mostMs: 10_000, mostMb: 1024 }),
  }
}

/** @throws SecretKeyError */
async function openSecrets(deps: BasicDeps, secretKey: string): Promise<ServerSecrets> {
  try {
    return await openServerSecrets(deps, createSecretBox(secretKey))
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
