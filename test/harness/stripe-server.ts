import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { execCli } from './cli.ts'
import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'

/**
 * The part of Stripe's API that the service uses, for the real SDK: sessions of Checkout, refunds, idempotency keys, signed events,
 * and its failures. It refuses what Stripe refuses: wrong times, unknown keys, ending a session that is not open, refunding
 * more than was paid.
 */
export type StripeServer = {
  /** The value of STRIPE_API_URL. */
  readonly url: string
  /** Every request it got, in order. */
  readonly requests: readonly StripeRequest[]
  readonly sessions: ReadonlyMap<string, StripeSession>
  readonly refunds: ReadonlyMap<string, StripeRefund>
  readonly disputes: ReadonlyMap<string, StripeDispute>
  /** Makes the next requests of that kind fail like this, one each. */
  fail(operation: Operation, ...failures: Failure[]): void
  /** Does something once the next request of that kind is carried out, before its answer is sent. */
  meanwhile(operation: Operation, act: () => void): void
  /** The visitor pays on Stripe's page; tells nobody. */
  pay(sessionId: string, paid?: { readonly amount?: number; readonly currency?: string }): StripeSession
  /** The visitor chooses a bank debit, whose money has not come yet. */
  debit(sessionId: string): StripeSession
  /** Staff refunds all of it, or an amount, on Stripe's own pages; tells nobody. */
  refundByHand(session: StripeSession, amount?: number): StripeRefund
  /** The payer disputes the payment with their bank, which takes the money, or only asks; tells nobody. */
  dispute(session: StripeSession, how?: { readonly amount?: number; readonly asks?: boolean }): StripeDispute
  /** The bank decides; the organisation gets the money back when it has won. Tells nobody. */
  decide(dispute: StripeDispute, outcome: 'won' | 'lost'): void
  readonly subscriptions: ReadonlyMap<string, StripeSubscription>
  /** A period is over, and the card is charged again; tells nobody. */
  renew(subscription: StripeSubscription, amount?: number): StripeInvoice
  /** A period is over, and its invoice waits for an hour, as Stripe's do; tells nobody. */
  turn(subscription: StripeSubscription): StripeInvoice
  /** A period is over, and the card cannot be charged; tells nobody. */
  failToRenew(subscription: StripeSubscription): StripeInvoice
  /** The payer pays an invoice on Stripe's page; tells nobody. */
  payInvoice(invoice: StripeInvoice): void
  /** It is ended on Stripe's own pages, or after too many attempts; tells nobody. */
  endSubscription(subscription: StripeSubscription): void
  /** Forgets the idempotency keys, as after a day. */
  forgetKeys(): void
  stop(): Promise<void>
}

export type Operation =
  | 'subscription'
  | 'unsubscribe'
  | 'invoices'
  | 'disputes'
  | 'create'
  | 'sessions'
  | 'retrieve'
  | 'expire'
  | 'refund'
  | 'list'
/** `silent`: no answer at all. `lost`: the request is carried out, and the answer is lost. */
export type Failure = 'silent' | 'lost' | 409 | 429 | 500 | 503 | 'refused'

export type StripeRequest = {
  readonly operation: Operation
  readonly key: string
  readonly idempotencyKey: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
}

export type StripeSession = {
  readonly id: string
  readonly object: 'checkout.session'
  readonly client_reference_id: string
  readonly url: string
  readonly expires_at: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  payment_intent: string | null
  /** The status of its intent, shown where that is expanded. */
  intent_status: 'processing' | 'succeeded' | 'requires_payment_method' | 'canceled'
  readonly account: string
  readonly fields: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, string>>
  /** In the mode of a subscription, once it is paid. */
  subscription: string | null
  invoice: string | null
}

export type StripeSubscription = {
  readonly id: string
  readonly object: 'subscription'
  readonly account: string
  readonly session: StripeSession
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  readonly items: { readonly data: StripeItem[] }
  latest_invoice: string
}

export type StripeItem = {
  current_period_end: number
  quantity: number
  price: { unit_amount: number | null; currency: string }
}

export type StripeInvoice = {
  readonly id: string
  readonly object: 'invoice'
  readonly subscription: string
  readonly currency: string
  readonly hosted_invoice_url: string
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'manual'
  readonly parent: { readonly subscription_details: { readonly subscription: string } }
  attempted: boolean
  amount_paid: number
  status: 'draft' | 'open' | 'paid'
  payment_intent: string
}

export type StripeRefund = {
  readonly id: string
  readonly object: 'refund'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  status: 'succeeded' | 'pending' | 'failed'
  failure_reason?: string
  readonly metadata: Readonly<Record<string, string>>
}

export type StripeDispute = {
  readonly id: string
  readonly object: 'dispute'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost'
  /** The movements of the account: the amount taken, with Stripe's fee, and what came back. */
  readonly balance_transactions: { readonly amount: number; readonly fee: number }[]
}

type Reply = { readonly status: number; readonly body: object }

export async function startStripe(): Promise<StripeServer> {
  const requests: StripeRequest[] = []
  const sessions = new Map<string, StripeSession>()
  const refunds = new Map<string, StripeRefund>()
  const disputes = new Map<string, StripeDispute>()
  const subscriptions = new Map<string, StripeSubscription>()
  const invoices = new Map<string, StripeInvoice>()
  const failures = new Map<Operation, Failure[]>()
  const acts = new Map<Operation, () => void>()
  const kept = new Map<string, { readonly asked: string; readonly reply: Reply }>()
  const sockets = new Set<Socket>()
  let url = ''

  function create(account: string, fields: Record<string, string>): Reply {
    const now = Date.now() / 1000
    const expiresAt = Number(fields['expires_at'])
    const currency = fields['line_items[0][price_data][currency]'] ?? ''
    if (!(expiresAt >= now + 1800 && expiresAt <= now + 86_400)) return refusal('parameter_invalid', 'expires_at')
    if (unitAmountsOf(fields).some((amount) => !isAmount(amount, currency)))
      return refusal('invalid_amount', 'line_items')
    // Its smallest payment in euros; no other currency is tried here.
    if (currency === 'eur' && totalOf(fields) < 50) return refusal('amount_too_small')
    const mode = account.startsWith('sk_live_') ? 'live' : 'test'
    const id = `cs_${mode}_${randomBytes(12).toString('hex')}`
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      client_reference_id: fields['client_reference_id'] ?? '',
      url: `${url}/pay/${id}`,
      expires_at: expiresAt,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: totalOf(fields),
      currency,
      payment_intent: null,
      intent_status: 'processing',
      account,
      fields,
      metadata: metadataIn(fields, 'metadata'),
      subscription: null,
      invoice: null,
    }
    sessions.set(id, session)
    return { status: 200, body: session }
  }

  const periodMs = { day: 1, week: 7, month: 30, year: 365 } as const

  function isSubscribing({ fields }: StripeSession): boolean {
    return fields['mode'] === 'subscription'
  }

  /** Makes an invoice, and moves the period on. */
  function invoice(subscription: StripeSubscription, paid: number | null): StripeInvoice {
    const { session } = subscription
    const id = `in_${randomBytes(12).toString('hex')}`
    const made: StripeInvoice = {
      id,
      object: 'invoice',
      subscription: subscription.id,
      currency: session.currency,
      hosted_invoice_url: `${url}/invoices/${id}`,
      billing_reason: subscription.latest_invoice === '' ? 'subscription_create' : 'subscription_cycle',
      parent: { subscription_details: { subscription: subscription.id } },
      attempted: true,
      amount_paid: paid ?? 0,
      status: paid === null ? 'open' : 'paid',
      payment_intent: `pi_${randomBytes(12).toString('hex')}`,
    }
    invoices.set(id, made)
    subscription.latest_invoice = id
    const [item] = subscription.items.data
    const interval = session.fields['line_items[0][price_data][recurring][interval]'] as keyof typeof periodMs
    if (item) item.current_period_end += periodMs[interval] * 86_400
    return made
  }

  function subscribe(session: StripeSession, paid: number | null): void {
    const id = `sub_${randomBytes(12).toString('hex')}`
    const subscription: StripeSubscription = {
      id,
      object: 'subscription',
      account: session.account,
      session,
      status: 'active',
      items: {
        data: [
          {
            current_period_end: Math.floor(Date.now() / 1000),
            quantity: 1,
            price: { unit_amount: session.amount_total, currency: session.currency },
          },
        ],
      },
      latest_invoice: '',
    }
    subscriptions.set(id, subscription)
    session.subscription = id
    session.invoice = invoice(subscription, paid).id
    // Its payment is that of the invoice.
    session.payment_intent = null
  }

  /** The invoice as Stripe shows it with its payments. */
  function shownInvoice(made: StripeInvoice): object {
    const { payment_intent, ...shown } = made
    const payment = { status: made.status, payment: { type: 'payment_intent', payment_intent } }
    return { ...shown, payments: { object: 'list', data: [payment] } }
  }

  /** What was paid, by its payment. */
  function paidBy(intent: string): { account: string; amount_total: number; currency: string } | undefined {
    const paid = [...invoices.values()].find((known) => known.payment_intent === intent && known.status === 'paid')
    const account = paid && subscriptions.get(paid.subscription)?.account
    if (paid && account) return { account, amount_total: paid.amount_paid, currency: paid.currency }
    return [...sessions.values()].find((known) => known.payment_intent === intent)
  }

  /** Whether a bank has taken the money of a payment in a dispute: nothing can be refunded of it. */
  function isFought(intent: string): boolean {
    return [...disputes.values()].some(
      (known) => known.payment_intent === intent && known.balance_transactions.length === 1,
    )
  }

  function refund(account: string, fields: Record<string, string>): Reply {
    const intent = fields['payment_intent'] ?? ''
    const session = paidBy(intent)
    if (session?.account !== account) return missing()
    const before = [...refunds.values()].filter((known) => known.payment_intent === intent && known.status !== 'failed')
    const left = session.amount_total - before.reduce((sum, known) => sum + known.amount, 0)
    if (isFought(intent)) return refusal('charge_disputed')
    if (left === 0) return refusal('charge_already_refunded')
    const amount = Number(fields['amount'])
    const refundId = fields['metadata[guichet_refund]']
    if (!isAmount(amount, session.currency)) return refusal('invalid_amount', 'amount')
    if (amount > left) return refusal('amount_too_large', 'amount')
    const made: StripeRefund = {
      id: `re_${randomBytes(12).toString('hex')}`,
      object: 'refund',
      payment_intent: intent,
      amount,
      status: 'succeeded',
      currency: session.currency,
      metadata: refundId === undefined ? {} : { guichet_refund: refundId },
    }
    refunds.set(made.id, made)
    return { status: 200, body: made }
  }

  function perform(operation: Operation, account: string, path: string, fields: Record<string, string>): Reply {
    if (operation === 'create') return create(account, fields)
    if (operation === 'refund') return refund(account, fields)
    if (operation === 'list') {
      const data = [...refunds.values()].filter((known) => known.payment_intent === fields['payment_intent'])
      return { status: 200, body: { object: 'list', url: '/v1/refunds', has_more: false, data: data.toReversed() } }
    }
    if (operation === 'disputes') {
      const session = [...sessions.values()].find(
        (known) => known.payment_intent === fields['payment_intent'] && known.account === account,
      )
      const data = [...disputes.values()].filter((known) => known.payment_intent === session?.payment_intent)
      return { status: 200, body: { object: 'list', url: '/v1/disputes', has_more: false, data: data.toReversed() } }
    }
    if (operation === 'sessions') {
      const made = [...sessions.values()].filter((known) => known.account === account)
      const data = made.filter((known) => known.payment_intent === fields['payment_intent'])
      return { status: 200, body: { object: 'list', url: '/v1/checkout/sessions', has_more: false, data } }
    }
    if (operation === 'invoices') {
      const made = [...invoices.values()].filter(
        (known) => known.subscription === fields['subscription'] && known.status === fields['status'],
      )
      const isOwn = subscriptions.get(fields['subscription'] ?? '')?.account === account
      const data = isOwn ? made.map(shownInvoice).toReversed() : []
      return { status: 200, body: { object: 'list', url: '/v1/invoices', has_more: false, data } }
    }
    if (operation === 'subscription' || operation === 'unsubscribe') {
      const subscription = subscriptions.get(path.split('/')[3] ?? '')
      if (subscription?.account !== account) return missing()
      if (operation === 'unsubscribe' && subscription.status === 'canceled') return missing()
      if (operation === 'unsubscribe') subscription.status = 'canceled'
      const { session: _, ...shown } = subscription
      const latest = invoices.get(subscription.latest_invoice)
      return { status: 200, body: { ...shown, latest_invoice: latest ?? null } }
    }
    const session = sessions.get(path.split('/')[4] ?? '')
    if (session?.account !== account) return missing()
    if (operation === 'expire') {
      if (session.status !== 'open') return refusal('checkout_session_not_open')
      session.status = 'expired'
    }
    if (fields['expand[0]'] !== 'payment_intent') return { status: 200, body: session }
    const made = invoices.get(session.invoice ?? '')
    const { session: _, ...subscription } = subscriptions.get(session.subscription ?? '') ?? { session }
    const intent = { id: session.payment_intent, object: 'payment_intent', status: session.intent_status }
    const expanded = {
      payment_intent: session.payment_intent && intent,
      invoice: made ? shownInvoice(made) : null,
      subscription: session.subscription && subscription,
    }
    return { status: 200, body: { ...session, ...expanded } }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const fields = Object.fromEntries(request.method === 'GET' ? searchParams : new URLSearchParams(body))
    const operation = operationOf(request.method ?? '', pathname)
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined
    if (!operation) return send(response, missing())
    requests.push({ operation, key, idempotencyKey, fields, headers: request.headers })
    const failure = failures.get(operation)?.shift()
    if (failure === 'silent') return
    if (!/^sk_(test|live)_\w+$/.test(key)) return send(response, refused(401, 'api_key_invalid'))
    const kind = typeof failure === 'number' ? failure : null
    if (kind === 409 || kind === 429)
      return send(response, refused(kind, kind === 409 ? 'idempotency_key_in_use' : 'rate_limit'))
    const asked = `${operation} ${body}`
    const slot = idempotencyKey && operation !== 'expire' ? `${key} ${idempotencyKey}` : null
    const before = slot === null ? undefined : kept.get(slot)
    if (before && before.asked !== asked) return send(response, refused(400, 'idempotency_error'))
    const reply =
      before?.reply ??
      (kind !== null
        ? refused(kind, 'api_error')
        : failure === 'refused'
          ? refusal('account_closed')
          : perform(operation, key, pathname, fields))
    // As Stripe does, a refusal or a breakdown is repeated to a caller that sends the same key again.
    if (slot !== null && request.method === 'POST') kept.set(slot, { asked, reply })
    acts.get(operation)?.()
    acts.delete(operation)
    if (failure === 'lost') return void response.destroy()
    send(response, reply)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    requests,
    sessions,
    refunds,
    disputes,
    fail(operation, ...next) {
      failures.set(operation, [...(failures.get(operation) ?? []), ...next])
    },
    meanwhile(operation, act) {
      acts.set(operation, act)
    },
    pay(sessionId, paid = {}) {
      const session = sessions.get(sessionId)
      if (session?.status !== 'open') throw new Error('nobody can pay in this session')
      session.status = 'complete'
      session.payment_status = 'paid'
      session.intent_status = 'succeeded'
      session.payment_intent = `pi_${randomBytes(12).toString('hex')}`
      session.amount_total = paid.amount ?? session.amount_total
      session.currency = paid.currency ?? session.currency
      if (isSubscribing(session)) subscribe(session, session.amount_total)
      return session
    },
    subscriptions,
    renew(subscription, amount = subscription.session.amount_total) {
      subscription.status = 'active'
      return invoice(subscription, amount)
    },
    turn(subscription) {
      const made = invoice(subscription, null)
      made.status = 'draft'
      made.attempted = false
      return made
    },
    failToRenew(subscription) {
      subscription.status = 'past_due'
      return invoice(subscription, null)
    },
    payInvoice(made) {
      const subscription = subscriptions.get(made.subscription)
      if (made.status === 'paid' || !subscription) throw new Error('nobody can pay this invoice')
      made.status = 'paid'
      made.amount_paid = subscription.session.amount_total
      subscription.status = 'active'
    },
    endSubscription(subscription) {
      subscription.status = 'canceled'
    },
    debit(sessionId) {
      const session = sessions.get(sessionId)
      if (session?.status !== 'open') throw new Error('nobody can pay in this session')
      session.status = 'complete'
      session.payment_intent = `pi_${randomBytes(12).toString('hex')}`
      if (isSubscribing(session)) subscribe(session, null)
      return session
    },
    refundByHand(session, amount = session.amount_total) {
      const fields = { payment_intent: session.payment_intent ?? '', amount: String(amount) }
      const { status, body } = refund(session.account, fields)
      if (status !== 200) throw new Error('Stripe would not do that')
      return body as StripeRefund
    },
    dispute(session, { amount = session.amount_total, asks = false } = {}) {
      const made: StripeDispute = {
        id: `du_${randomBytes(12).toString('hex')}`,
        object: 'dispute',
        payment_intent: session.payment_intent ?? '',
        amount,
        currency: session.currency,
        status: asks ? 'warning_needs_response' : 'needs_response',
        balance_transactions: asks ? [] : [{ amount: -amount, fee: 2000 }],
      }
      disputes.set(made.id, made)
      return made
    },
    decide(dispute, outcome) {
      const isAsked = dispute.balance_transactions.length === 0
      dispute.status = isAsked ? 'warning_closed' : outcome
      if (!isAsked && outcome === 'won') dispute.balance_transactions.push({ amount: dispute.amount, fee: 0 })
    },
    forgetKeys: () => kept.clear(),
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function operationOf(method: string, path: string): Operation | null {
  if (path === '/v1/checkout/sessions') return method === 'POST' ? 'create' : 'sessions'
  if (path === '/v1/invoices') return method === 'GET' ? 'invoices' : null
  if (/^\/v1\/subscriptions\/\w+$/.test(path)) return method === 'DELETE' ? 'unsubscribe' : 'subscription'
  if (path === '/v1/disputes') return method === 'GET' ? 'disputes' : null
  if (path === '/v1/refunds') return method === 'POST' ? 'refund' : 'list'
  if (/^\/v1\/checkout\/sessions\/\w+\/expire$/.test(path)) return 'expire'
  return /^\/v1\/checkout\/sessions\/\w+$/.test(path) ? 'retrieve' : null
}

/** The metadata of what is asked for. */
function metadataIn(fields: Record<string, string>, name: string): Record<string, string> {
  const of = Object.entries(fields).filter(([field]) => field.startsWith(`${name}[`))
  return Object.fromEntries(of.map(([field, value]) => [field.slice(name.length + 1, -1), value]))
}

/** Whether an amount is whole and positive; in thousandths its last digit must be 0, for a line or a refund as for a total. */
function isAmount(amount: number, currency: string): boolean {
  const step = ['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency) ? 10 : 1
  return amount > 0 && Number.isInteger(amount / step)
}

function unitAmountsOf(fields: Record<string, string>): number[] {
  return Object.entries(fields)
    .filter(([name]) => name.endsWith('[unit_amount]'))
    .map(([, amount]) => Number(amount))
}

function totalOf(fields: Record<string, string>): number {
  let total = 0
  for (let line = 0; `line_items[${line}][quantity]` in fields; line++)
    total +=
      Number(fields[`line_items[${line}][quantity]`]) * Number(fields[`line_items[${line}][price_data][unit_amount]`])
  return total
}

function refused(status: number, code: string, param?: string): Reply {
  const type = status >= 500 ? 'api_error' : code === 'idempotency_error' ? code : 'invalid_request_error'
  return { status, body: { error: { type, code, message: `refused: ${code}`, param } } }
}

const refusal = (code: string, param?: string) => refused(400, code, param)
const missing = () => refused(404, 'resource_missing', 'id')

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
  response.end(JSON.stringify(body))
}

export type StripeKeys = { readonly secretKey: string; readonly webhookSecret: string }

/** Sets the keys of a new account for a tenant by the command line. */
export async function payOnline(server: TestServer, slug: string, mode: 'test' | 'live' = 'test'): Promise<StripeKeys> {
  const random = randomBytes(8).toString('hex')
  const keys = { secretKey: `sk_${mode}_${random}`, webhookSecret: `whsec_${random}` }
  const { exitCode, stderr } = await execCli(
    { ...server.environment, STRIPE_SECRET_KEY: keys.secretKey, STRIPE_WEBHOOK_SECRET: keys.webhookSecret },
    ['payment-keys', 'set', '--tenant', slug],
  )
  if (exitCode !== 0) throw new Error(stderr)
  return keys
}

/** Signs an event as Stripe does: HMAC-SHA256 over time and body. */
export function signed(body: string, secret: string, at = Math.floor(Date.now() / 1000)): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${at},v1=${signature}` }
}

export function eventOf(type: string, object: object): string {
  const id = `evt_${randomBytes(8).toString('hex')}`
  return JSON.stringify({ id, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object } })
}

/** Sends an event of Stripe to a tenant. */
export function tell(
  server: TestServer,
  slug: string,
  { webhookSecret }: StripeKeys,
  type: string,
  object: object,
): Promise<Answer> {
  const body = eventOf(type, object)
  return server.send(slug, 'POST', '/payments/stripe/webhook/', {
    body,
    headers: { 'content-type': 'application/json', ...signed(body, webhookSecret) },
  })
}
