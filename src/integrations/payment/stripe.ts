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
  type ProviderRenewal,
  type RefundRequest,
  type RefundState,
  renewalPeriods,
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
    findRenewal: calling(findRenewal),
    endRenewal: calling(endRenewal),
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

async function findCheckout(client: StripeClient, sessionId: string): Promise<CheckoutState> {
  const session = await findSession(client, sessionId)
  return session === null ? { kind: 'unknown' } : stateOf(session)
}

async function findSession({ checkout }: StripeClient, sessionId: string) {
  try {
    const expand = ['payment_intent', 'invoice.payments', 'subscription']
    return await checkout.sessions.retrieve(sessionId, { expand })
  } catch (error) {
    // Of another account: these keys are wrong, or those before them were.
    if (isOfFailure(error, ({ code }) => code === 'resource_missing')) return null
    throw error
  }
}

async function findRenewal({ subscriptions, invoices }: StripeClient, id: string): Promise<ProviderRenewal | null> {
  try {
    const subscription = await subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    // A hundred of the last: more come together of no renewal.
    const { data } = await invoices.list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
    return renewalOf(subscription, data)
  } catch (error) {
    if (isOfFailure(error, ({ code }) => code === 'resource_missing')) return null
    throw error
  }
}

async function endRenewal({ subscriptions }: StripeClient, id: string): Promise<void> {
  try {
    await subscriptions.cancel(id)
  } catch (error) {
    // Stripe knows no more of what has ended already, to end it.
    if (!isOfFailure(error, ({ code }) => code === 'resource_missing')) throw error
  }
}

async function endCheckout(client: StripeClient, sessionId: string): Promise<CheckoutState> {
  try {
    return stateOf(await client.checkout.sessions.expire(sessionId))
  } catch (error) {
    // Stripe refuses to end what is not open: it was paid or ended meanwhile, or its money did not come.
    if (!isOfFailure(error, ({ failure }) => failure === 'refused')) throw error
  }
  const session = await findSession(client, sessionId)
  const state: CheckoutState = session === null ? { kind: 'unknown' } : stateOf(session)
  const renewalId = idOf(session?.subscription ?? null)
  if (state.kind !== 'failed' || renewalId === null) return state
  await endRenewal(client, renewalId)
  return { kind: 'ended' }
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
  const { paymentId, currency, lines, email, language, endsAt, successUrl, cancelUrl, renews } = request
  const metadata = { guichet_payment: paymentId, ...(renews === null ? {} : { guichet_renews: renews }) }
  return {
    ...(renews === null
      ? { mode: 'payment', payment_intent_data: { metadata } }
      : // Money that takes days would leave a subscription that nobody here knows, if it does not come.
        { mode: 'subscription', subscription_data: { metadata }, payment_method_types: ['card'] }),
    client_reference_id: paymentId,
    metadata,
    line_items: lines.map(({ name, quantity, unitAmountMinor }) => ({
      quantity,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: toStripeAmount(unitAmountMinor, currency),
        product_data: { name },
        ...(renews === null ? {} : { recurring: { interval: renews } }),
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
  const { status, payment_status, payment_intent, amount_total, currency, subscription } = session
  const renewal = renewalIn(session)
  const intent = renewal?.paidBy ?? idOf(payment_intent)
  if (payment_status === 'paid' && intent !== null && amount_total !== null && currency !== null) {
    const code = currency.toUpperCase()
    return {
      kind: 'paid',
      paymentId: session.client_reference_id,
      amountMinor: fromStripeAmount(amount_total, code),
      currency: code,
      providerPaymentId: intent,
      renewal: renewal && { id: renewal.id, invoiceId: renewal.invoiceId, period: renewal.period },
    }
  }
  // A bank debit that failed leaves the session complete and unpaid for ever; only the intent says so.
  if (status === 'complete' && isOwed(subscription)) return { kind: 'failed' }
  if (status === 'complete') return { kind: hasFailed(payment_intent) ? 'ended' : 'processing' }
  return { kind: status === 'expired' ? 'ended' : 'open' }
}

/** What a session began that is paid again, with the payment of its first invoice. Null: it is paid once, or nobody has paid. */
function renewalIn({ subscription, invoice, metadata }: StripeClient.Checkout.Session) {
  const id = idOf(subscription)
  if (id === null || invoice === null || typeof invoice === 'string' || invoice.id === undefined) return null
  const period = renewalPeriods.find((one) => one === metadata?.['guichet_renews'])
  if (period === undefined) throw new PaymentProviderError('refused', 'subscription_without_period')
  return { id, invoiceId: invoice.id, paidBy: paymentOf(invoice), period }
}

/** The payment that paid an invoice; null: none did, such as where staff said so on Stripe's pages. */
function paymentOf({ payments }: StripeClient.Invoice): string | null {
  const paid = payments?.data.find(({ status, payment }) => status === 'paid' && payment.type === 'payment_intent')
  return idOf(paid?.payment.payment_intent ?? null)
}

/** An invoice that Stripe has tried to take the money of, and could not. */
function unpaidOf(invoice: StripeClient.Invoice | null): ProviderRenewal['unpaid'] {
  if (invoice?.id === undefined || invoice.status !== 'open' || !invoice.attempted) return null
  const url = invoice.hosted_invoice_url ?? null
  return url === null ? null : { invoiceId: invoice.id, url }
}

/** Whether an invoice is of a period: not what staff asks for besides, or for a change, on Stripe's pages. */
function isOfPeriod({ billing_reason }: StripeClient.Invoice): boolean {
  return billing_reason === 'subscription_create' || billing_reason === 'subscription_cycle'
}

function renewalOf(
  subscription: StripeClient.Subscription,
  invoices: readonly StripeClient.Invoice[],
): ProviderRenewal {
  const { items, latest_invoice } = subscription
  const isEnded = hasEnded(subscription)
  const [item] = items.data
  const last = latest_invoice === null || typeof latest_invoice === 'string' ? null : latest_invoice
  return {
    state: isEnded ? 'ended' : 'running',
    renewsAt: isEnded || item === undefined ? null : new Date(item.current_period_end * 1000),
    asks: askedFor(item),
    paid: invoices
      .flatMap((invoice) => {
        const [providerPaymentId, currency] = [paymentOf(invoice), invoice.currency.toUpperCase()]
        if (providerPaymentId === null || invoice.id === undefined || !isOfPeriod(invoice)) return []
        const amountMinor = fromStripeAmount(invoice.amount_paid, currency)
        return [{ invoiceId: invoice.id, amountMinor, currency, providerPaymentId }]
      })
      .toReversed(),
    isOwing: !isEnded && (last?.status === 'draft' || last?.status === 'open'),
    unpaid: isEnded ? null : unpaidOf(last),
  }
}

/** Whether the first money of a subscription, which was asked for in full, did not come: a bank debit of a session that is older than `sessionOf`. */
function isOwed(subscription: StripeClient.Checkout.Session['subscription']): boolean {
  if (subscription === null || typeof subscription === 'string') return false
  return subscription.status === 'past_due' || subscription.status === 'unpaid' || hasEnded(subscription)
}

function hasEnded({ status }: StripeClient.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** What each period costs, as staff may have changed it on Stripe's pages; null: nothing, or by steps. */
function askedFor(item: StripeClient.SubscriptionItem | undefined): ProviderRenewal['asks'] {
  const unitAmount = item?.price.unit_amount ?? 0
  if (item === undefined || unitAmount === 0) return null
  const currency = item.price.currency.toUpperCase()
  return { amountMinor: fromStripeAmount(unitAmount * (item.quantity ?? 1), currency), currency }
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
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const renewalId = idOf(event.data.object.parent?.subscription_details?.subscription ?? null)
      return renewalId === null ? { kind: 'other' } : { kind: 'renewal', renewalId }
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { kind: 'renewal', renewalId: event.data.object.id }
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
