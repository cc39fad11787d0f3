import type { ProductKind } from './product.ts'

/** What takes something off the prices of a booking (ADR 0121): a share, or an amount of each. */
export type Discount =
  | { readonly discountHundredths: number; readonly discountMinor: null }
  | { readonly discountHundredths: null; readonly discountMinor: number }

export type PromotionalCode = {
  readonly id: string
  /** As normalizeCode gives it. */
  readonly code: string
  readonly active: boolean
  /** Null is from the beginning, or to the end. */
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** Of bookings; null is unlimited. */
  readonly mostUses: number | null
  readonly used: number
  /** What it is for; empty: everything but memberships. Never top-ups. */
  readonly productIds: readonly string[]
} & Discount

/** People type codes in either case, and with blanks around. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

export function isUsable(
  { active, startsAt, endsAt }: Pick<PromotionalCode, 'active' | 'startsAt' | 'endsAt'>,
  now: Date,
): boolean {
  return active && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

type Discounted = {
  readonly productId: string
  readonly kind: ProductKind
  readonly openAmount: boolean
}

/** Money on a card is never sold for less than it is, and what people give they give. */
export function isDiscounted(
  { productIds }: Pick<PromotionalCode, 'productIds'>,
  price: Discounted,
): boolean {
  if (price.kind === 'cashless_top_up' || price.openAmount) return false
  return productIds.length === 0 ? price.kind !== 'membership' : productIds.includes(price.productId)
}

/** What is left to pay of one; half a smallest unit is the seller's. */
export function discounted(amountMinor: number, { discountHundredths, discountMinor }: Discount): number {
  if (discountMinor !== null) return Math.max(0, amountMinor - discountMinor)
  return Math.round((amountMinor * (10_000 - discountHundredths)) / 10_000)
}
