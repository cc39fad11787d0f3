import type { Language } from '../../lib/language.ts'

/** The keys of one tenant's account at the provider. */
export type ProviderKeys = {
  readonly secretKey: string
  /** Null: nothing can be believed that is sent to the webhook. */
  readonly webhookSecret: string | null
}

/** Everything that the page of the provider shows; the same request again gets the same session. */
export type CheckoutRequest = {
  readonly paymentId: string
  /** Another number makes it another request: of one that was refused for good the refusal would be repeated. */
  readonly attempt: number
  /** ISO 4217. Amounts are in its smallest unit. */
  readonly currency: string
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly unitAmountMinor: number }[]
  readonly email: string
  readonly language: Language
  /** When the checkout ends, between half an hour and a day from now. */
  readonly endsAt: Date
  readonly successUrl: string
  readonly cancelUrl: string
  /** Each period of which it is paid again by itself; null: once. */
  readonly renews: RenewalPeriod | null
}

/** How often something is paid again by itself. */
export const renewalPeriods = ['day', 'week', 'month', 'year'] as const
export type RenewalPeriod = (typeof renewalPeriods)[number]

/** Money that came for an invoice of what is paid again by itself. */
export type PaidInvoice = {
  readonly invoiceId: string
  readonly amountMinor: number
  readonly currency: string
  readonly providerPaymentId: string
}

/** What is paid again by itself. `running` says that the provider goes on asking for money, also when the last could not be had. */
export type ProviderRenewal = {
  readonly state: 'running' | 'ended'
  /** When it is paid next; null: no more. */
  readonly renewsAt: Date | null
  /** How much is asked for next; null: that is no single amount. */
  readonly asks: { readonly amountMinor: number; readonly currency: string } | null
  /** What was paid of late, the oldest first. */
  readonly paid: readonly PaidInvoice[]
  /** Whether money of the last period has not come yet, whoever it waits for. */
  readonly isOwing: boolean
  /** The invoice that could not be paid, and where its payer can; null: there is none. */
  readonly unpaid: { readonly invoiceId: string; readonly url: string } | null
}

export type CheckoutSession = { readonly id: string; readonly url: string; readonly endsAt: Date }

/**
 * What has become of a session. `processing`: the visitor is done, the money is on its way and may take days. `ended`:
 * nobody paid, and nobody can any more. `failed`: the money did not come, and what it began to be paid again is still to be ended.
 * `unknown`: there is none by these keys.
 */
export type CheckoutState =
  | { readonly kind: 'open' | 'processing' | 'ended' | 'failed' | 'unknown' }
  | {
      readonly kind: 'paid'
      /** Our id of the payment, from the request that made it; null when it was not one of ours. */
      readonly paymentId: string | null
      readonly amountMinor: number
      readonly currency: string
      readonly providerPaymentId: string
      /** What it began, and its first invoice; null: it is paid once. */
      readonly renewal: { readonly id: string; readonly invoiceId: string; readonly period: RenewalPeriod } | null
    }

export type RefundRequest = {
  readonly refundId: string
  /** The number of the attempt, as for a checkout. */
  readonly attempt: number
  readonly providerPaymentId: string
  readonly amountMinor: number
  readonly currency: string
}

export type RefundState = {
  readonly id: string
  /** `pending`: taken on, not yet with the bank. */
  readonly kind: 'pending' | 'succeeded' | 'failed'
  /** The provider's word for why it failed. */
  readonly failure: string | null
}

/** A refund of a payment that the provider has, no matter who asked for it. */
export type ProviderRefund = RefundState & {
  /** Our id of the refund, from the request that made it; null when it was not one of ours. */
  readonly refundId: string | null
  readonly amountMinor: number
  readonly currency: string
}

/** A dispute of a payment, which the person who paid it brought to their bank. */
export type ProviderDispute = {
  readonly id: string
  readonly amountMinor: number
  readonly currency: string
  readonly outcome: 'open' | 'won' | 'lost'
  /** The bank has the money: it was taken, and did not come again. A mere inquiry takes none. */
  readonly isWithdrawn: boolean
}

/** What the provider told of: no more than what to look at, since it may be late, out of order or told before. */
export type ProviderEvent =
  | { readonly kind: 'checkout'; readonly sessionId: string; readonly paymentId: string | null }
  | {
      readonly kind: 'refund'
      /** Our id of the refund, as in ProviderRefund. */
      readonly refundId: string | null
      /** The provider's id of the payment; null: the refund is of something that was not paid as ours are. */
      readonly providerPaymentId: string | null
    }
  /** Null: as of a refund. */
  | { readonly kind: 'dispute'; readonly providerPaymentId: string | null }
  /** Something became of what is paid again by itself. */
  | { readonly kind: 'renewal'; readonly renewalId: string }
  | { readonly kind: 'other' }

/** Takes money for a tenant. Another provider is another file beside stripe.ts. */
export type PaymentProvider = {
  /** @throws PaymentProviderError */
  openCheckout(keys: ProviderKeys, request: CheckoutRequest): Promise<CheckoutSession>
  /** @throws PaymentProviderError */
  findCheckout(keys: ProviderKeys, sessionId: string): Promise<CheckoutState>
  /** Ends a session that is open, or what one began that has failed; another that moved meanwhile stays. @throws PaymentProviderError */
  endCheckout(keys: ProviderKeys, sessionId: string): Promise<CheckoutState>
  /** @throws PaymentProviderError */
  refund(keys: ProviderKeys, request: RefundRequest): Promise<RefundState>
  /**
   * All refunds of a payment, the oldest first: those that an earlier request made, whether its answer was heard or not, and
   * those that staff made on the provider's own pages.
   *
   * @throws PaymentProviderError
   */
  listRefunds(keys: ProviderKeys, providerPaymentId: string): Promise<readonly ProviderRefund[]>
  /** All disputes over a payment, the oldest first. @throws PaymentProviderError */
  listDisputes(keys: ProviderKeys, providerPaymentId: string): Promise<readonly ProviderDispute[]>
  /** The session in which a payment was made; null when it was none. @throws PaymentProviderError */
  findSessionOf(
    keys: ProviderKeys,
    providerPaymentId: string,
  ): Promise<{ readonly sessionId: string; readonly paymentId: string | null } | null>
  /** Null: there is none by these keys. @throws PaymentProviderError */
  findRenewal(keys: ProviderKeys, renewalId: string): Promise<ProviderRenewal | null>
  /** Ends it at once: nothing more is taken, and nothing comes back. One that has ended stays. @throws PaymentProviderError */
  endRenewal(keys: ProviderKeys, renewalId: string): Promise<void>
  /** Null when it was not signed with the webhook's secret, or too long ago. */
  readEvent(
    keys: ProviderKeys,
    sent: { readonly body: Buffer; readonly signature: string; readonly now: Date },
  ): Promise<ProviderEvent | null>
}

type AsOne<Method> = Method extends (keys: ProviderKeys, ...args: infer Args) => infer Answer
  ? (...args: Args) => Answer
  : never

/** A provider as one tenant has it: its keys are in every request. */
export type ProviderAccount = { readonly [Name in keyof PaymentProvider]: AsOne<PaymentProvider[Name]> }

export function accountOf(provider: PaymentProvider, keys: ProviderKeys): ProviderAccount {
  return {
    openCheckout: (request) => provider.openCheckout(keys, request),
    findCheckout: (sessionId) => provider.findCheckout(keys, sessionId),
    endCheckout: (sessionId) => provider.endCheckout(keys, sessionId),
    refund: (request) => provider.refund(keys, request),
    listRefunds: (providerPaymentId) => provider.listRefunds(keys, providerPaymentId),
    listDisputes: (providerPaymentId) => provider.listDisputes(keys, providerPaymentId),
    findSessionOf: (providerPaymentId) => provider.findSessionOf(keys, providerPaymentId),
    findRenewal: (renewalId) => provider.findRenewal(keys, renewalId),
    endRenewal: (renewalId) => provider.endRenewal(keys, renewalId),
    readEvent: (sent) => provider.readEvent(keys, sent),
  }
}

/**
 * `refused`: it will not do it, and said so. `failed`: it broke down over it; asking the same again would be answered the
 * same. `unreachable`: no answer, or none yet; the same may be asked again. `repeated`: an attempt of that number was made
 * before and asked for something else.
 */
export type ProviderFailure = 'refused' | 'failed' | 'unreachable' | 'repeated'

export class PaymentProviderError extends Error {
  readonly failure: ProviderFailure
  /** The provider's own word, such as `charge_already_refunded`; never a text with data in it. */
  readonly code: string

  constructor(failure: ProviderFailure, code: string) {
    super(`the payment provider ${failure}: ${code}`)
    this.name = 'PaymentProviderError'
    this.failure = failure
    this.code = code
  }
}
