export const productKinds = [
  'ticket',
  'pack',
  'cashless_top_up',
  'clothing',
  'merchandise',
  'membership',
  'free',
] as const
export type ProductKind = (typeof productKinds)[number]

/** B and F make one ticket per person; the others are order lines (decisions, section 4). */
export function makesTickets(kind: ProductKind): boolean {
  return kind === 'ticket' || kind === 'free'
}

/** What goes over the desk: a pack as one thing, whose description says what is in it (ADR 0110). */
export const handedOutKinds = ['pack', 'clothing', 'merchandise'] as const satisfies readonly ProductKind[]

export type MembershipPeriod = 'year' | 'month'

/** A product of which nothing is said but its name and kind. */
export const usualProduct = {
  shortDescription: null,
  longDescription: null,
  termsUrl: null,
  published: true,
  sendToCashless: false,
  imageKey: null,
} as const
