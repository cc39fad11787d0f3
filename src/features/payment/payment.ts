import { AppError } from '../../errors.ts'

/** The ways by which money comes at the desk. */
export const moneyMethods = ['cash', 'card', 'transfer'] as const
export type MoneyMethod = (typeof moneyMethods)[number]

/** The ways to pay at the desk; `free` is a gift of the house. */
export const deskMethods = [...moneyMethods, 'free'] as const
export type DeskMethod = (typeof deskMethods)[number]

export type PaymentMethod = DeskMethod | 'online'

export const paymentStatuses = ['open', 'closed', 'settled', 'rejected'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * An open payment waits for money; a closed one waits no longer, but money that was on its way may still come. What came
 * paid for the reservation (settled), or for nothing and is refunded (rejected).
 */
export const paymentTransitions = {
  open: ['closed', 'settled', 'rejected'],
  closed: ['settled', 'rejected'],
  settled: [],
  rejected: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>

export const refundStatuses = ['requested', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/**
 * A bank may send back what the provider had counted as done; what failed may be asked for once more, or is handed over at
 * the desk after all.
 */
export const refundTransitions = {
  requested: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['requested', 'succeeded'],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>

export const refundStates = ['done', 'under_way', 'owed', 'failed'] as const
/** `under_way`: with the provider. `owed`: due, to be handed over at the desk (ADR 0087). */
export type RefundState = (typeof refundStates)[number]

export function refundStateOf(refund: { readonly status: RefundStatus; readonly method: PaymentMethod }): RefundState {
  if (refund.status === 'failed') return 'failed'
  if (refund.status === 'succeeded') return 'done'
  return refund.method === 'online' ? 'under_way' : 'owed'
}

export const refundCauses = ['cancellation', 'late', 'amount', 'duplicate', 'maximum', 'at_provider'] as const
/**
 * `late`: its places were gone, or its tenant is archived. `amount`: not what was due. `duplicate`: it was paid already, or
 * cancelled. `maximum`: of what its booker has as often as allowed. `at_provider`: staff refunded it on the provider's own pages.
 */
export type RefundCause = (typeof refundCauses)[number]

/** The amount that a payment brings in: all that is due, and nothing where the house gives it away. */
export function takings(method: DeskMethod, dueMinor: number): number {
  return method === 'free' ? 0 : dueMinor
}

/** How a payment came, as it is known now: the method it was recorded under, or the one that was right. */
export function methodOf(payment: {
  readonly method: PaymentMethod
  readonly correctedMethod: MoneyMethod | null
}): PaymentMethod {
  return payment.correctedMethod ?? payment.method
}

/** The statuses from which a table leads to `status`. */
export function comesFrom<Status extends string>(
  transitions: Readonly<Record<Status, readonly Status[]>>,
  status: Status,
): readonly Status[] {
  return (Object.keys(transitions) as Status[]).filter((from) => transitions[from].includes(status))
}

/** Refuses what the status of a refund does not allow. */
export function refusedRefundMove({ status: from }: { readonly status: RefundStatus }, to: RefundStatus): AppError {
  return new AppError('invalid_transition', { move: { of: 'refund', from, to } })
}
