/** The usual ones first. */
export const productKinds = [
  'ticket',
  'free',
  'membership',
  'clothing',
  'merchandise',
  'pack',
  'cashless_top_up',
] as const
export type ProductKind = (typeof productKinds)[number]

/** B and F make one ticket per person; the others are order lines (ADR 0051). */
export const ticketKinds = ['ticket', 'free'] as const satisfies readonly ProductKind[]

export function makesTickets(kind: ProductKind): boolean {
  return ticketKinds.some((one) => one === kind)
}

/** What goes over the desk: a pack as one thing, whose description says what is in it (ADR 0110). */
export const handedOutKinds = ['pack', 'clothing', 'merchandise'] as const satisfies readonly ProductKind[]

/** What is also ordered alone, at no event (ADR 0263). */
export type OrderKind = Extract<ProductKind, 'membership' | 'cashless_top_up'>

/** How long a membership lasts, as choices show it. Those of the calendar end with their month or year, whenever it is taken. */
export const membershipPeriods = [
  'year',
  'civil_year',
  'school_year',
  'month',
  'calendar_month',
  'week',
  'day',
  'hour',
] as const
export type MembershipPeriod = (typeof membershipPeriods)[number]

/** The periods by which the provider of payments takes money again; years of the calendar are paid by hand. */
export const renewalPeriods = ['day', 'week', 'month', 'year'] as const satisfies readonly MembershipPeriod[]
export type RenewalPeriod = (typeof renewalPeriods)[number]

export function isRenewalPeriod(period: string | null): period is RenewalPeriod {
  return renewalPeriods.some((one) => one === period)
}

/** What somebody at the door takes in at a glance. */
export const longestScanNote = 200

/** What staff looks for in the catalogue. */
export const productLists = ['on_sale', 'not_on_sale', 'archived'] as const
export type ProductList = (typeof productLists)[number]

/**
 * What is listed of what was made for one event, in the form of that event: what is still of use, what was made for no event alone,
 * or what was made for one.
 */
export const productMakings = ['of_use', 'shared', 'single'] as const
export type ProductMaking = (typeof productMakings)[number]

/** The event that a product was made for, while no other one sells it. */
export type MadeFor = {
  readonly id: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date | null
}

const dayMs = 86_400_000

/** What an event was sold by is of use until the day after it. */
export function isInMaking(making: ProductMaking, madeFor: MadeFor | null, now: Date): boolean {
  if (making === 'shared') return madeFor === null
  if (making === 'single') return madeFor !== null
  return madeFor === null || (madeFor.endsAt ?? madeFor.startsAt).getTime() + dayMs > now.getTime()
}

type Standing = { readonly published: boolean; readonly archived: boolean }

export function listOf({ published, archived }: Standing): ProductList {
  if (archived) return 'archived'
  return published ? 'on_sale' : 'not_on_sale'
}

/** What is archived is on sale no more, and what is put on sale is no longer archived (ADR 0142). */
export function settled<Values extends Partial<Standing>>(values: Values): Values & Partial<Standing> {
  if (values.archived) return { ...values, published: false }
  return values.published ? { ...values, archived: false } : values
}
