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

export type MembershipPeriod = 'year' | 'month'
