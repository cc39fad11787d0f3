import { AppError, fieldError } from '../../errors.ts'

/** The one form of what a reader shows: 8 hexadecimal digits in upper case; null when it is not that. */
export function normalizeTag(text: string): string | null {
  const tag = text.trim().toUpperCase()
  return /^[0-9A-F]{8}$/.test(tag) ? tag : null
}

/** The one form of what is printed on a card; null when it is not 1 to 30 letters, digits or hyphens. */
export function normalizeNumber(text: string): string | null {
  const number = text.trim().toUpperCase()
  return /^[0-9A-Z-]{1,30}$/.test(number) ? number : null
}

/** What a till may ask for. */
export const tillKinds = ['credit', 'debit', 'reversal'] as const
export type TillKind = (typeof tillKinds)[number]

/**
 * Every way a balance changes. `top_up` is what a paid reservation puts there, and `cancellation` reverses it; `card_replaced` is what
 * goes from a card that was nobody's to its person, `opening_balance` what was on it at the server that was left. `membership` is of former times, when a membership credited what it had cost
 * (ADR 0090).
 */
export const movementKinds = [
  ...tillKinds,
  'top_up',
  'membership',
  'cancellation',
  'card_replaced',
  'opening_balance',
] as const
export type MovementKind = (typeof movementKinds)[number]

export type AskedMovement = {
  readonly kind: TillKind
  /** The amount in the smallest unit; null in a reversal: all of it. */
  readonly amountMinor: number | null
  /** The movement that a reversal undoes. */
  readonly reversalOf: string | null
}

const reversibleKinds: readonly MovementKind[] = ['credit', 'debit', 'membership']

/** Whether staff may reverse such a movement; what a booking has put there is reversed by its cancellation alone. */
export function isReversible(kind: MovementKind): boolean {
  return reversibleKinds.includes(kind)
}

/** What a movement did, as far as reversing it is concerned. */
export type ReversibleMovement = {
  readonly kind: MovementKind
  readonly changeMinor: number
  readonly isReversed: boolean
}

/**
 * What a till's movement changes the balance by. A reversal undoes a credit, a debit or what a membership has put there, once, all of it
 * or less.
 *
 * @param reversed the movement that `reversalOf` names; null when this card has none such
 * @throws AppError validation_failed, already_reversed
 */
export function changeOf(asked: AskedMovement, reversed: ReversibleMovement | null): number {
  if (asked.kind === 'reversal') return reversalOf(asked, reversed)
  if (asked.reversalOf !== null) throw fieldError('reversal_of', 'reversal_alone')
  if (asked.amountMinor === null) throw fieldError('amount', 'required')
  return asked.kind === 'credit' ? asked.amountMinor : -asked.amountMinor
}

function reversalOf(asked: AskedMovement, reversed: ReversibleMovement | null): number {
  if (asked.reversalOf === null) throw fieldError('reversal_of', 'required')
  if (!reversed) throw fieldError('reversal_of', 'unknown_movement')
  if (!isReversible(reversed.kind)) throw fieldError('reversal_of', 'not_reversible')
  if (reversed.isReversed) throw new AppError('already_reversed')
  const most = Math.abs(reversed.changeMinor)
  const amount = asked.amountMinor ?? most
  if (amount > most) throw fieldError('amount', 'more_than_movement')
  return -Math.sign(reversed.changeMinor) * amount
}
