import { AppError, fieldError } from '../../errors.ts'
import type { MembershipPeriod, ProductKind } from '../catalog/product.ts'
import { countsTowardsMaximum, isRenewed, type MembershipTerm, membershipTerm } from '../membership/membership.ts'
import type { RenewalState } from '../membership/renewal.queries.ts'
import type { Asker } from './unconfirmed.ts'

/** What a person has of one membership product. */
export type HeldMembership = {
  /** The latest end; null: without end. */
  readonly until: Date | null
  /** Whether one is valid now. */
  readonly isLive: boolean
  /** How many of each of its prices count towards the personal maximum (ADR 0053). */
  readonly counted: ReadonlyMap<string, number>
  /** Whether one is renewed by itself: no other is taken beside it. */
  readonly isRenewed: boolean
}

/** Memberships by normalised e-mail, then by product; ended and cancelled ones are left out. */
export type PersonalMemberships = Map<string, Map<string, HeldMembership>>

/** What a price says about who may buy it, and about the membership it grants. */
export type MembershipPrice = {
  readonly id: string
  readonly productId: string
  readonly kind: ProductKind
  readonly membershipPeriod: MembershipPeriod | null
  readonly requiredMembershipId: string | null
}

/** The data that memberships are decided on. */
export type MembershipSale = {
  readonly now: Date
  readonly timeZone: string
  /** Whether booking anything here takes a membership. */
  readonly membershipRequired: boolean
  readonly memberships: PersonalMemberships
}

type Person = Pick<Asker, 'trusted'> & { readonly email: string }

export type UnendedMembership = {
  readonly email: string
  readonly productId: string
  readonly priceId: string
  readonly validFrom: Date
  readonly validUntil: Date | null
  readonly renewalState: RenewalState | null
}

/** What each person has of each membership, without those that were cancelled or have ended at `now`. */
export function personalMemberships(rows: readonly UnendedMembership[], now: Date): PersonalMemberships {
  const result: PersonalMemberships = new Map()
  for (const row of rows) {
    const { email, productId, priceId, validFrom, validUntil } = row
    const mine = result.get(email) ?? new Map<string, HeldMembership>()
    const known = mine.get(productId)
    const isLater = !known || (known.until !== null && (validUntil === null || validUntil > known.until))
    const until = isLater ? validUntil : known.until
    const isLive = validFrom <= now || known?.isLive === true
    const counts = countsTowardsMaximum({ validFrom, validUntil }, now)
    mine.set(productId, {
      until,
      isLive,
      counted: counts ? plusOne(known, priceId) : (known?.counted ?? new Map()),
      isRenewed: isRenewed(row) || known?.isRenewed === true,
    })
    result.set(email, mine)
  }
  return result
}

function plusOne(known: HeldMembership | undefined, priceId: string): ReadonlyMap<string, number> {
  return new Map(known?.counted).set(priceId, (known?.counted.get(priceId) ?? 0) + 1)
}

/**
 * How many memberships of a price the booker has already, towards its maximum; more than any where one is renewed by itself. 0 for somebody not known to be the owner of the
 * address, or the refusal would tell a stranger who is a member: it is decided when they are granted (ADR 0053).
 */
export function membershipsHeld(
  memberships: PersonalMemberships,
  { email, trusted }: Person,
  price: Pick<MembershipPrice, 'id' | 'productId'>,
): number {
  const mine = trusted ? memberships.get(email)?.get(price.productId) : undefined
  return mine?.isRenewed ? Number.POSITIVE_INFINITY : (mine?.counted.get(price.id) ?? 0)
}

export type GrantedMembership = {
  readonly productId: string
  readonly priceId: string
  readonly amountMinor: number
  readonly discountMinor: number
  /** The promotional code used; null: none. */
  readonly promotionalCodeId: string | null
  readonly term: MembershipTerm
}

/**
 * Refuses a booking without the membership it takes. Memberships themselves are sold to everybody, or nobody could become a member.
 *
 * @throws AppError validation_failed (a membership for nobody), membership_required
 */
export function requireMembership(
  sale: Pick<MembershipSale, 'membershipRequired' | 'memberships'>,
  request: Person,
  prices: readonly (Pick<MembershipPrice, 'kind' | 'requiredMembershipId'> & { readonly id?: string })[],
): void {
  if (request.email === '' && prices.some(isMembership)) throw fieldError('email', 'member_email_needed')
  const refused = prices.find((price) => !hasMemberships(sale, request, [price]))
  if (refused) throw new AppError('membership_required', refused.id === undefined ? {} : { priceId: refused.id })
}

const isMembership = ({ kind }: Pick<MembershipPrice, 'kind'>) => kind === 'membership'

/** Whether somebody has the live memberships that these prices take, and any that everything here takes. */
export function hasMemberships(
  sale: Pick<MembershipSale, 'membershipRequired' | 'memberships'>,
  request: Person,
  prices: readonly Pick<MembershipPrice, 'kind' | 'requiredMembershipId'>[],
): boolean {
  const mine = request.trusted ? sale.memberships.get(request.email) : undefined
  const isMember = (productId: string) => mine?.get(productId)?.isLive === true
  const needed = prices.flatMap((price) => price.requiredMembershipId ?? [])
  const anyNeeded = sale.membershipRequired && !prices.every(isMembership)
  return needed.every(isMember) && (!anyNeeded || [...(mine?.keys() ?? [])].some(isMember))
}

/** Notes the memberships of the lines in `sale`, one after the other: each begins where the one before it ends. */
export function grantMemberships(
  sale: Pick<MembershipSale, 'memberships' | 'now' | 'timeZone'>,
  email: string,
  lines: readonly {
    readonly price: Omit<MembershipPrice, 'requiredMembershipId'>
    readonly quantity: number
    readonly unitAmountMinor: number
    readonly unitDiscountMinor: number
  }[],
  promotionalCode: { readonly id: string } | null,
): readonly GrantedMembership[] {
  const granted: GrantedMembership[] = []
  const mine = sale.memberships.get(email) ?? new Map<string, HeldMembership>()
  sale.memberships.set(email, mine)
  for (const { price, quantity, unitAmountMinor: amountMinor, unitDiscountMinor: discountMinor } of lines) {
    if (price.kind !== 'membership') continue
    for (let taken = 0; taken < quantity; taken++) {
      const known = mine.get(price.productId)
      const term = membershipTerm({
        period: price.membershipPeriod,
        now: sale.now,
        liveUntil: known?.until ?? null,
        timeZone: sale.timeZone,
      })
      const promotionalCodeId = discountMinor > 0 ? (promotionalCode?.id ?? null) : null
      granted.push({
        productId: price.productId,
        priceId: price.id,
        term,
        amountMinor,
        discountMinor,
        promotionalCodeId,
      })
      const counted = plusOne(known, price.id)
      mine.set(price.productId, { until: term.until, isLive: true, counted, isRenewed: known?.isRenewed === true })
    }
  }
  return granted
}
