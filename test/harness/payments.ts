import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll } from 'vitest'
import { type BoxOffice, everybodyIsDue, openBoxOffice, untilQuiet, untilTrue } from './box-office.ts'
import type { Answer, SendOptions } from './client.ts'
import type { TestServer } from './server.ts'
import {
  payOnline,
  type StripeKeys,
  type StripeRefund,
  type StripeServer,
  type StripeSession,
  startStripe,
  tell,
} from './stripe-server.ts'
import { serve } from './two-tenants.ts'

type Fields = Record<string, unknown>

export type Booking = {
  readonly uuid: string
  readonly status: string
  readonly tickets: readonly string[]
  readonly paiements: readonly string[]
  readonly checkout_url: string | null
  readonly event: string
  readonly price: string
  /** The path of the address to pay at; '' without one. */
  readonly path: string
}

/** The statuses of a paid booking: P, or what the mail made of it, since there is no mail server. */
export const paidStatuses = ['P', 'PN', 'V']

/** A tenant that is paid online: what its visitors do, and what its staff sees. */
export type PaidOffice = {
  readonly office: BoxOffice
  readonly keys: StripeKeys
  /** Creates an event at 12.50, and books two tickets for it. */
  book(price?: Fields, event?: Fields, body?: Fields): Promise<Booking>
  get(path: string, options?: SendOptions): Promise<Answer>
  /** Opens the address to pay at; returns the session it leads to. */
  open(booking: Pick<Booking, 'path'>): Promise<StripeSession>
  /** Comes back from the page of Stripe. */
  comeBack(booking: Pick<Booking, 'path'>, at?: TestServer): Promise<Answer>
  /** Books, pays and comes back. */
  bookAndPay(price?: Fields, event?: Fields, body?: Fields): Promise<Booking & { session: StripeSession }>
  /** Calls the tenant's webhook as Stripe does. */
  tell(type: string, object: object): Promise<Answer>
  status(uuid: string): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads fields of an answer whose shape it is about to assert
  payments(uuid: string): Promise<any>
  untilPaid(uuid: string): Promise<void>
  cancel(uuid: string, body?: Fields): Promise<Answer>
}

export async function openPaidOffice(
  server: TestServer,
  stripe: StripeServer,
  organisation: string,
): Promise<PaidOffice> {
  const office = await openBoxOffice(server, organisation)
  const keys = await payOnline(server, office.slug)
  const get = (path: string, options: SendOptions = {}) => server.send(office.slug, 'GET', path, options)
  const status = async (uuid: string) => String((await office.get(`/api/reservations/${uuid}/`)).json.status)

  const paid: PaidOffice = {
    office,
    keys,
    get,
    status,
    async book(price = {}, event = {}, body = {}) {
      const sold = await office.price('B', { prix: '12.50', vat: '20', ...price })
      const night = await office.event([sold.product], event)
      const prices = [{ uuid: sold.price, qty: 2 }]
      const email = `visitor-${randomBytes(4).toString('hex')}@example.org`
      const answer = await office.book({ event: night, email, prices, ...body })
      if (answer.status !== 201) throw new Error(answer.text)
      return { ...answer.json, event: night, price: sold.price, path: pathOf(answer.json.checkout_url) }
    },
    async open({ path }) {
      const answer = await get(path)
      const id = String(answer.headers['location']).split('/').at(-1) ?? ''
      const session = stripe.sessions.get(id)
      if (answer.status !== 303 || !session) throw new Error(`no session: ${answer.status} ${answer.text}`)
      return session
    },
    comeBack: ({ path }, at = server) => at.send(office.slug, 'GET', path.replace(/pay\/$/, 'return/')),
    async bookAndPay(...given) {
      const booking = await paid.book(...given)
      const session = stripe.pay((await paid.open(booking)).id)
      await paid.comeBack(booking)
      if (!paidStatuses.includes(await status(booking.uuid))) throw new Error('it is not paid')
      return { ...booking, session }
    },
    tell: (type, object) => tell(server, office.slug, keys, type, object),
    payments: async (uuid) => (await office.get(`/api/reservations/${uuid}/payments/`)).json,
    untilPaid: (uuid) => untilTrue(async () => paidStatuses.includes(await status(uuid))),
    cancel: (uuid, body = {}) => office.post(`/api/reservations/${uuid}/cancellation/`, body),
  }
  return paid
}

type PaidOffices = {
  readonly stripe: StripeServer
  readonly hall: PaidOffice
  readonly other: PaidOffice
  readonly client: pg.Client
}

/** Starts a Stripe on loopback, a server that asks it, and two tenants that are paid there; all end after the tests of the file. */
export async function twoPaidOffices(
  environment: Record<string, string> = {},
): Promise<PaidOffices & { readonly server: TestServer }> {
  const stripe = await stripeOfFile()
  return serve({ environment: { STRIPE_API_URL: stripe.url, ...environment } }, async (served) => ({
    ...served,
    stripe,
    ...(await openPaidOffices(served.server, stripe)),
  }))
}

/** As `twoPaidOffices`, reached through two processes. */
export async function twoPaidOfficesInTwoProcesses(): Promise<
  PaidOffices & { readonly first: TestServer; readonly second: TestServer }
> {
  const stripe = await stripeOfFile()
  // PUBLIC_URL as behind a proxy: what Stripe is asked for must not depend on the process that asks.
  const environment = { STRIPE_API_URL: stripe.url, PUBLIC_URL: 'http://localhost' }
  return serve({ environment }, ({ server: first, client }) =>
    serve({ environment, beside: first }, async ({ server: second }) => ({
      first,
      second,
      client,
      stripe,
      ...(await openPaidOffices(first, stripe)),
    })),
  )
}

async function stripeOfFile(): Promise<StripeServer> {
  const stripe = await startStripe()
  afterAll(() => stripe.stop())
  return stripe
}

async function openPaidOffices(server: TestServer, stripe: StripeServer) {
  return {
    hall: await openPaidOffice(server, stripe, 'The Hall'),
    other: await openPaidOffice(server, stripe, 'The Other'),
  }
}

/** Lists Stripe's refunds of a session, in order. */
export function refundsAtStripe(
  stripe: StripeServer,
  { payment_intent }: Pick<StripeSession, 'payment_intent'>,
): readonly StripeRefund[] {
  return [...stripe.refunds.values()].filter((refund) => refund.payment_intent === payment_intent)
}

export function pathOf(url: string | null): string {
  return url === null ? '' : new URL(url).pathname
}

/** Runs the clock's check of payments and refunds now, and the jobs it asks for. */
export async function runTending(client: pg.Client): Promise<void> {
  await everybodyIsDue(client)
  await client.query("select graphile_worker.add_job('tend_payments')")
  await untilQuiet(client)
}

/**
 * Makes every job that fails from now on rest until `hurryJobs`. Otherwise it is tried again after three seconds, within which a
 * slow machine has not yet looked at what a failure leaves.
 */
export async function restFailedJobs(client: pg.Client): Promise<void> {
  await client.query(`create function graphile_worker.rest() returns trigger language plpgsql
    as $$ begin new.run_at = now() + interval '1 day'; return new; end $$`)
  await client.query(`create trigger rest before update on graphile_worker._private_jobs for each row
    when (old.locked_at is not null and new.locked_at is null and new.last_error is not null)
    execute function graphile_worker.rest()`)
}

/** Lets failed jobs be tried again now, not in their time. One that is just failing gets its time after that: they have failed before. */
export async function hurryJobs(client: pg.Client): Promise<void> {
  await untilQuiet(client)
  await client.query('update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts')
  await untilQuiet(client)
}
