import { AppError } from '../../errors.ts'

/** A line of a reservation that goes over the desk: clothing, merchandise or a pack (ADR 0110). */
export type Thing = {
  /** The id of the line. */
  readonly id: string
  readonly productName: string
  readonly priceName: string
  readonly quantity: number
  readonly handedOut: number
  /** How many may be handed out now. */
  readonly left: number
}

/** Statuses of the reservation table that hand out nothing: not paid or confirmed yet, or cancelled. */
export const emptyHanded = ['created', 'unpaid', 'email_unverified', 'cancelled'] as const
export type EmptyHanded = (typeof emptyHanded)[number]

export function isEmptyHanded(reservationStatus: string): reservationStatus is EmptyHanded {
  return (emptyHanded as readonly string[]).includes(reservationStatus)
}

export function handsOut(reservationStatus: string): boolean {
  return !isEmptyHanded(reservationStatus)
}

export type AskedHandOut = {
  readonly quantity: number
  /** True when the things come back to the desk. */
  readonly isUndo: boolean
}

/**
 * How a hand-out changes the number of things handed out; below zero when they come back.
 *
 * @throws AppError already_handed_out (fewer are left), invalid_transition (fewer are out)
 */
export function changeOf({ handedOut, left }: Thing, { quantity, isUndo }: AskedHandOut): number {
  if (isUndo && quantity > handedOut) throw refusedHandOut(handedOut === 0 ? 'none' : 'handed_out', 'returned')
  if (!isUndo && quantity > left) throw new AppError('already_handed_out')
  return isUndo ? -quantity : quantity
}

/** Refuses to return or undo what is not so. */
export function refusedHandOut(from: 'none' | 'handed_out' | 'returned', to: 'returned' | 'undone'): AppError {
  return new AppError('invalid_transition', { move: { of: 'hand_out', from, to } })
}

/** What was bought, in words: "2 × T-shirt, L". */
export function thingText(count: number, { productName, priceName }: Pick<Thing, 'productName' | 'priceName'>): string {
  const name = productName === priceName ? productName : `${productName}, ${priceName}`
  return `${count} × ${name}`
}

/** The things still to be collected, in a line; null when there are none. */
export function thingsLeftText(things: readonly Thing[]): string | null {
  const left = things.filter((thing) => thing.left > 0)
  return left.length === 0 ? null : left.map((thing) => thingText(thing.left, thing)).join(' · ')
}
