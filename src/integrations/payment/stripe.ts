import type { Stripe as StripeClient } from 'stripe'
import { once } from '../../lib/once.ts'
import {
  type CheckoutRequest,
  type CheckoutState,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderKeys,
  type ProviderRefund,
  type RefundRequest,
  type RefundState,
} from './payment-provider.ts'
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts'

type StripeOptions = {
  /** Scheme, host and port of the API. */
  readonly apiUrl: string
}

/** A visitor waits for it. Jobs try again by themselves. */
const timeoutMs = 5000
/** How often the SDK tries again, with the same idempotency key: after a connection that broke, a 409 and a 5xx. */
const retries = 1
/** A signature older than that is refused, so that nobody can send an old event again. */
const toleranceSeconds = 300

/** Stripe Checkout by the official SDK, which is loaded when it is first needed. */
export function createStripeProvider({ apiUrl }: StripeOptions): PaymentProvider {
  const load = once(() => import('stripe').then((module) => module.default))
  const clients = new Map<string, StripeClient>()

  async function clientOf({ secretKey }: ProviderKeys): Promise<StripeClient> {
    const known = clients.get(secretKey)
    if (known) return known
    const client = clientAt(await load(), apiUrl, secretKey)
    clients.set(secretKey, client)
    return client
  }

  function calling<Args extends readonly unknown[], T>(work: (client: StripeClient, ...args: Args) => Promise<T>) {
    return async (keys: ProviderKeys, ...args: Args): Promise<T> => {
      const client = await clientOf(keys)
      try {
        return await work(client, ...args)
      } catch (error) {
        throw providerError(error)
      }
    }
  }

  return {
    openCheckout: calling(openCheckout),
    findCheckout: calling(findCheckout),
    endCheckout: calling(endCheckout),
    refund: calling(refund),
    listRefunds: calling(({ refunds }, payment_intent: string) =>
      listed(refunds.list({ payment_intent, limit: 100 }), listedRefund),
    ),
    listDisputes: calling(({ disputes }, payment_intent: string) =>
      listed(disputes.list({ payment_intent, limit: 100 }), disputeOf),
    ),
    findSessionOf: calling(findSessionOf),
    async readEvent({ webhookSecret }, { body, signature, now }) {
      if (webhookSecret === null) return null
      const { webhooks } = await load()
      try {
        const [tolerance, at] = [toleranceSeconds, now.getTime()]
        return eventOf(webhooks.constructEvent(body, signature, webhookSecret, tolerance, undefined, at))
      } catch {
        return null
      }
    },
  }
}

function clientAt(Stripe: typeof StripeClient, apiUrl: string, secretKey: string): StripeClient {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Guichet' },
  })
}

async function openCheckout({ checkout }: StripeClient, request: CheckoutRequest) {
  const { id, url, expires_at } = await checkout.sessions.create(sessionOf(request), {
    idempotencyKey: `${request.paymentId}-${request.attempt}`,
  })
  // A hosted page of a session that was just made always has an address.
  if (url === null) throw new PaymentProviderError('refused', 'session_without_url')
  return { id, url, endsAt: new Date(expires_at * 1000) }
}

async function findCheckout({ checkout }: StripeClient, sessionId: string): Promise<CheckoutState> {
  try {
    return stateOf(await checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }))
  } catch (error) {
    // Of another account: these keys are wrong, or those before them were.
    if (isOfFailure(error, ({ code }) => code === 'resource_missing')) return { kind: 'unknown' }
    throw error
  }
}

async function endCheckout(client: StripeClient, sessionId: string): Promise<CheckoutState> {
  try {
    return stateOf(await client.checkout.sessions.expire(sessionId))
  } catch (error) {
    // Stripe refuses to end what is not open: it was paid or ended meanwhile.
    if (isOfFailure(error, ({ failure }) => failure === 'refused')) return findCheckout(client, sessionId)
    throw error
  }
}

async function refund({ refunds }: StripeClient, request: RefundRequest): Promise<RefundState> {
  const { refundId, attempt, providerPaymentId, amountMinor, currency } = request
  const asked = {
    payment_intent: providerPaymentId,
    amount: toStripeAmount(amountMinor, currency),
    metadata: { guichet_refund: refundId },
  }
  return refundStateOf(await refunds.create(asked, { idempotencyKey: `${refundId}-${attempt}` }))
}

async function findSessionOf({ checkout }: StripeClient, providerPaymentId: string) {
  const { data } = await checkout.sessions.list({ payment_intent: providerPaymentId, limit: 1 })
  const [session] = data
  return session ? { sessionId: session.id, paymentId: session.client_reference_id } : null
}

/** The oldest first. */
async function listed<From, To>(rows: AsyncIterable<From>, read: (row: From) => To): Promise<To[]> {
  const found: To[] = []
  for await (const row of rows) found.push(read(row))
  return found.toReversed()
}

function sessionOf(request: CheckoutRequest): StripeClient.Checkout.SessionCreateParams {
  const { paymentId, currency, lines, email, language, endsAt, successUrl, cancelUrl } = request
  return {
    mode: 'payment',
    client_reference_id: paymentId,
    metadata: { guichet_payment: paymentId },
    payment_intent_data: { metadata: { guichet_payment: paymentId } },
    line_items: lines.map(({ name, quantity, unitAmountMinor }) => ({
      quantity,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: toStripeAmount(unitAmountMinor, currency),
        product_data: { name },
      },
    })),
    // Stripe refuses the whole session for an address it does not like; the visitor then types one there.
    ...(/^[\w.+-]+@[a-z\d.-]+\.[a-z]{2,}$/i.test(email) ? { customer_email: email } : {}),
    locale: language,
    expires_at: Math.floor(endsAt.getTime() / 1000),
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

function stateOf(session: StripeClient.Checkout.Session): CheckoutState {
  const { status, payment_status, payment_intent, amount_total, currency } = session
  const intent = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (payment_status === 'paid' && intent !== undefined && amount_total !== null && currency !== null) {
    const code = currency.toUpperCase()
    return {
      kind: 'paid',
      paymentId: session.client_reference_id,
      amountMinor: fromStripeAmount(amount_total, code),
      currency: code,
      providerPaymentId: intent,
    }
  }
  // A bank debit that failed leaves the session complete and unpaid for ever; only the intent says so.
  if (status === 'complete') return { kind: hasFailed(payment_intent) ? 'ended' : 'processing' }
  return { kind: status === 'expired' ? 'ended' : 'open' }
}

/** Tells whether a payment has failed, from an intent that was asked for in full. */
function hasFailed(intent: StripeClient.Checkout.Session['payment_intent']): boolean {
  if (intent === null || typeof intent === 'string') return false
  return intent.status === 'requires_payment_method' || intent.status === 'canceled'
}

function refundStateOf({ id, status, failure_reason }: StripeClient.Refund): RefundState {
  const kind =
    status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
  return { id, kind, failure: kind === 'failed' ? (failure_reason ?? status ?? 'failed') : null }
}

function listedRefund(refund: StripeClient.Refund): ProviderRefund {
  const currency = refund.currency.toUpperCase()
  return {
    ...refundStateOf(refund),
    refundId: refund.metadata?.['guichet_refund'] ?? null,
    amountMinor: fromStripeAmount(refund.amount, currency),
    currency,
  }
}

/** Its balance transactions say where the money is: one takes it, another brings it back. */
function disputeOf({ id, amount, status, balance_transactions, ...dispute }: StripeClient.Dispute): ProviderDispute {
  const currency = dispute.currency.toUpperCase()
  return {
    id,
    amountMinor: fromStripeAmount(amount, currency),
    currency,
    outcome: status === 'lost' ? 'lost' : ['won', 'prevented', 'warning_closed'].includes(status) ? 'won' : 'open',
    isWithdrawn: balance_transactions.reduce((sum, moved) => sum + Math.sign(moved.amount), 0) < 0,
  }
}

function eventOf(event: StripeClient.Event): ProviderEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const { id, client_reference_id } = event.data.object
      return { kind: 'checkout', sessionId: id, paymentId: client_reference_id }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { metadata, payment_intent } = event.data.object
      const refundId = metadata?.['guichet_refund'] ?? null
      return { kind: 'refund', refundId, providerPaymentId: idOf(payment_intent) }
    }
    case 'charge.refunded':
      return { kind: 'refund', refundId: null, providerPaymentId: idOf(event.data.object.payment_intent) }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { kind: 'dispute', providerPaymentId: idOf(event.data.object.payment_intent) }
    default:
      return { kind: 'other' }
  }
}

function idOf(named: string | { readonly id: string } | null): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null)
}

function isOfFailure(error: unknown, is: (error: PaymentProviderError) => boolean): boolean {
  const known = providerError(error)
  return known instanceof PaymentProviderError && is(known)
}

function providerError(error: unknown): unknown {
  const { type, code, statusCode } = error as { type?: string; code?: string; statusCode?: number }
  if (error instanceof PaymentProviderError || !type?.startsWith('Stripe')) return error
  const word = code ?? type
  if (statusCode === undefined || statusCode === 409 || statusCode === 429)
    return new PaymentProviderError('unreachable', word)
  if (type === 'StripeIdempotencyError') return new PaymentProviderError('repeated', word)
  return new PaymentProviderError(statusCode >= 500 ? 'failed' : 'refused', word)
}
