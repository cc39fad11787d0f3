import type { ChangeTopic } from '../db/change-feed.ts'
import type { Database, ServerTx, TenantTx } from '../db/database.ts'
import type { Pipelines, Statement } from '../db/pipeline.ts'
import type { TxtResolver } from '../integrations/dns/txt-resolver.ts'
import type { Calendars } from '../integrations/calendars/calendars.ts'
import type { Documents } from '../integrations/documents/documents.ts'
import type { GuardedFeedFetch } from '../integrations/fetch/guarded-fetch.ts'
import type { Mailer } from '../integrations/mail/mailer.ts'
import type { MailPictures } from '../integrations/media/mail-pictures.ts'
import type { OpenId } from '../integrations/openid/openid.ts'
import type { PaymentProvider } from '../integrations/payment/payment-provider.ts'
import type { WebhookCaller } from '../integrations/webhook/webhook-caller.ts'
import type { Passes } from '../integrations/wallet/passes.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import type { SecondFactor } from './account/passkey.ts'
import type { FederationMove } from './tenant/federation.ts'

/** All send a mail; by name, so that each finds slots of its own or its place in the line. */
export type SendingJob = 'send_sign_in' | 'send_mail' | 'send_receipt' | 'send_bulk_mail'

export type DeliveryJob = 'deliver_tickets' | 'deliver_gift'

/** Work to be done after the transaction that asked for it has committed; one handler per name in src/jobs. */
export type Job =
  | { readonly name: SendingJob; readonly tenantId: string; readonly mailId: string }
  /** Mails of bookings that were decided together: with a job for each of thousands, looking for the next one takes the time. */
  | { readonly name: 'send_mails'; readonly tenantId: string; readonly mailIds: readonly string[] }
  /** Deliveries to bookers, and after them to people who were invited, which may be hundreds at once. */
  | { readonly name: DeliveryJob; readonly tenantId: string; readonly reservationId: string }
  | { readonly name: 'run_import'; readonly tenantId: string; readonly importId: string }
  | { readonly name: 'check_payment'; readonly tenantId: string; readonly paymentId: string }
  | { readonly name: 'check_renewal'; readonly tenantId: string; readonly renewalId: string }
  | { readonly name: 'mail_receipt'; readonly tenantId: string; readonly receiptId: string }
  | { readonly name: 'mail_refund'; readonly tenantId: string; readonly refundId: string }
  | { readonly name: 'send_refund'; readonly tenantId: string; readonly refundId: string }
  | { readonly name: 'check_refunds'; readonly tenantId: string; readonly providerPaymentId: string }
  | { readonly name: 'check_disputes'; readonly tenantId: string; readonly providerPaymentId: string }
  /** Tells of an organisation that waits for approval. */
  | { readonly name: 'tell_of_registration'; readonly tenantId: string }
  /** Tells of reports about the pages of an organisation. */
  | { readonly name: 'tell_of_page_reports'; readonly tenantId: string }
  /** Tells one side of a federation what the other did. */
  | {
      readonly name: 'tell_of_federation'
      readonly tenantId: string
      readonly metaId: string
      readonly memberId: string
      readonly move: FederationMove
    }
  | { readonly name: 'tell_of_event'; readonly tenantId: string; readonly noticeId: string }
  /** Makes a backup besides the daily ones. */
  | { readonly name: 'make_backup_now' }
  /** Sends what is due to the webhooks of an organisation. */
  | { readonly name: 'send_webhooks'; readonly tenantId: string }
  /** Tells those who follow an organisation from other servers what changed. */
  | { readonly name: 'tell_followers'; readonly tenantId: string }
  | { readonly name: 'offer_places'; readonly tenantId: string; readonly eventId: string }
  | { readonly name: 'read_agenda'; readonly tenantId: string; readonly agendaId: string }

/** What features before that of payments have it write of those that wait for money. */
export type OpenPayments = {
  /** Opens one of a reservation whose row is locked, or new. @returns its id */
  readonly insert: (
    tx: TenantTx,
    payment: {
      readonly reservationId: string
      readonly amountMinor: number
      readonly currency: string
      readonly checkAt: Date | null
      readonly createdAt: Date
    },
  ) => Promise<string>
  /** Lets the clock check every one. */
  readonly checkAll: (tx: TenantTx, now: Date) => Promise<void>
}

/** What use cases may be given; each names the part it needs with Pick. The composition root is context.ts. */
export type Deps = {
  readonly database: Database
  readonly now: () => Date
  /** A number by which others know whether this process lives (`isProcessAlive`); another one after its connection was lost. */
  readonly life: number
  readonly secrets: SecretBox
  /** Enqueues inside the caller's transaction: a booking that rolls back sends no mail. `later`: not before; asked for twice it comes once. */
  readonly enqueue: (tx: TenantTx | ServerTx, job: Job, later?: { readonly afterMs: number }) => Promise<void>
  /** As `enqueue`, for a pipelined transaction and many jobs at once. */
  readonly jobStatement: (jobs: readonly Job[]) => Statement
  readonly pipelines: Pipelines
  /** Tells every process that its cache of a topic is stale, when the caller's transaction commits; this one before the caller goes on. */
  readonly notifyChange: (tx: TenantTx | ServerTx, topic: ChangeTopic, tenantId: string | null) => Promise<void>
  readonly mailer: Mailer
  readonly mailPictures: MailPictures
  /** Whether an address, and the messages of an organisation, have a limit (ADR 0238). */
  readonly countsMails: boolean
  readonly documents: Documents
  readonly fetchFeed: GuardedFeedFetch
  readonly calendars: Calendars
  readonly passes: Passes
  readonly payments: PaymentProvider
  readonly openPayments: OpenPayments
  readonly openId: OpenId
  readonly webhooks: WebhookCaller
  readonly dns: TxtResolver
  readonly urls: TenantUrls
  /** RESERVED_WORDS: whom no stranger may be taken for. */
  readonly reservedWords: readonly string[]
  /** SECOND_FACTOR: whether super-users need a passkey. */
  readonly secondFactor: SecondFactor
  readonly defaults: { readonly timeZone: string; readonly metaLabel: string }
}

/** What most use cases take: rows, and what time it is; some take more besides. */
export type BasicDeps<Besides extends keyof Deps = never> = Pick<Deps, 'database' | 'now' | Besides>
/** Dependencies of use cases that leave something to a job, such as a mail. */
export type EnqueueDeps = BasicDeps<'enqueue'>
/** Dependencies of use cases that mail an address which opens something. */
export type TellDeps = BasicDeps<'enqueue' | 'secrets' | 'urls'>

/** Addresses people and machines use, without trailing slash. */
export type TenantUrls = {
  /** DOMAIN: Root answers on it, tenants on labels under it. */
  readonly domain: string
  /** `label` null is the Root host; a name with a dot is an own domain. */
  readonly base: (label: string | null) => string
}
