import type { ProductKind } from './product.ts'

/** What takes something off the prices of a booking (ADR 0121): a share, or an amount of each. */
export type Discount =
  | { readonly discountHundredths: number; readonly discountMinor: null }
  | { readonly discountHundredths: null; readonly discountMinor: number }

export type PromotionalCode = {
  readonly id: string
  /** The code as normalizeCode gives it. */
  readonly code: string
  readonly active: boolean
  /** When the code begins and ends to be good; null is from the beginning, or to the end. */
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** How many bookings may use it; null is unlimited. */
  readonly mostUses: number | null
  readonly used: number
  /** What it is for; empty: everything but memberships. Never top-ups. */
  readonly productIds: readonly string[]
} & Discount

/** People type codes in either case, and with blanks around. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

/** What can be typed on any keyboard, and read out. */
const codePattern = /^[A-Z0-9][A-Z0-9_-]{1,39}$/

/** @param text as normalizeCode gives it */
export function isCode(text: string): boolean {
  return codePattern.test(text)
}

/** What staff looks for: those that somebody can use or will, those that nobody can any more, and those that were archived. */
export const codeLists = ['current', 'over', 'archived'] as const
export type CodeList = (typeof codeLists)[number]

/** The state of a code at a moment. */
export type CodeStanding = 'archived' | 'used_up' | 'over' | 'to_come' | 'in_use'

type Standing = Pick<PromotionalCode, 'active' | 'startsAt' | 'endsAt' | 'mostUses' | 'used'>

export function codeStanding({ active, startsAt, endsAt, mostUses, used }: Standing, now: Date): CodeStanding {
  if (!active) return 'archived'
  if (endsAt !== null && endsAt <= now) return 'over'
  if (mostUses !== null && used >= mostUses) return 'used_up'
  return startsAt !== null && startsAt > now ? 'to_come' : 'in_use'
}

export function isUsable({ active, startsAt, endsAt }: Omit<Standing, 'mostUses' | 'used'>, now: Date): boolean {
  return active && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

type Discounted = { readonly productId: string; readonly kind: ProductKind; readonly openAmount: boolean }

/** Money on a card is never sold for less than it is, and what people give they give. */
export function isDiscounted({ productIds }: Pick<PromotionalCode, 'productIds'>, price: Discounted): boolean {
  if (price.kind === 'cashless_top_up' || price.openAmount) return false
  return productIds.length === 0 ? price.kind !== 'membership' : productIds.includes(price.productId)
}

/** What is left to pay of one; half a smallest unit is the seller's. */
export function discounted(amountMinor: number, { discountHundredths, discountMinor }: Discount): number {
  if (discountMinor !== null) return Math.max(0, amountMinor - discountMinor)
  return Math.round((amountMinor * (10_000 - discountHundredths)) / 10_000)
}
