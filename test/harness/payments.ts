import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type BoxOffice, openBoxOffice, untilTrue } from './box-office.ts'
import type { Answer, SendOptions } from './client.ts'
import type { TestServer } from './server.ts'
import { payOnline, type StripeKeys, type StripeServer, type StripeSession, tell } from './stripe-server.ts'

type Fields = Record<string, unknown>

export type Booking = {
  readonly uuid: string
  readonly status: string
  readonly tickets: readonly string[]
  readonly paiements: readonly string[]
  readonly checkout_url: string | null
  readonly event: string
  readonly price: string
  /** Of the address to pay at; '' without one. */
  readonly path: string
}

/** P, or what the mail made of it: there is no mail server. */
export const paidStatuses = ['P', 'PN', 'V']

/** A tenant that is paid online: what its visitors do, and what its staff sees. */
export type PaidOffice = {
  readonly office: BoxOffice
  readonly keys: StripeKeys
  /** A night at 12.50, and two tickets of it booked. */
  book(price?: Fields, event?: Fields, body?: Fields): Promise<Booking>
  get(path: string, options?: SendOptions): Promise<Answer>
  /** Opens the address to pay at; the session it leads to. */
  open(booking: Pick<Booking, 'path'>): Promise<StripeSession>
  /** From Stripe's page. */
  comeBack(booking: Pick<Booking, 'path'>, at?: TestServer): Promise<Answer>
  /** Books, pays and comes back. */
  bookAndPay(price?: Fields, event?: Fields, body?: Fields): Promise<Booking & { session: StripeSession }>
  /** Stripe's webhook. */
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

export function pathOf(url: string | null): string {
  return url === null ? '' : new URL(url).pathname
}

/** Runs the clock's look at payments and refunds now, and the jobs it asks for. */
export async function runTending(client: pg.Client): Promise<void> {
  await client.query("select graphile_worker.add_job('tend_payments')")
  await untilQuiet(client)
}

/** Waits until no job is due or at work. One that failed waits for later and is not waited for. */
export async function untilQuiet(client: pg.Client): Promise<void> {
  await untilTrue(async () => {
    const due = 'select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'
    return (await client.query(due)).rowCount === 0
  })
}

/** What has failed is tried again now, not in its time. */
export async function hurryJobs(client: pg.Client): Promise<void> {
  await client.query('update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts')
  await untilQuiet(client)
}
