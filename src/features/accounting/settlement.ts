import type { Accounts } from './accounting.ts'
import type { LineSum, WithdrawnLine } from './accounting.queries.ts'

/** What an artist gets: a fixed sum; a share; whichever of the two is more; the fixed sum and a share of what is above it. */
export const dealKinds = ['guarantee', 'share', 'versus', 'plus'] as const
export type DealKind = (typeof dealKinds)[number]

export type Cost = {
  readonly label: string
  /** Without VAT. */
  readonly amountMinor: number
}

export type Deal = {
  readonly artistId: string
  readonly kind: DealKind
  /** Without VAT. Null: the deal has none. */
  readonly guaranteeMinor: number | null
  /** In hundredths of a percent. Null: the deal has none. */
  readonly shareHundredths: number | null
}

/** What is typed in to settle an event. */
export type Terms<Of extends Deal = Deal> = { readonly costs: readonly Cost[]; readonly deals: readonly Of[] }

/** The most that one event has. */
export const mostCosts = 100
/** As many as an event names artists. */
export const mostDeals = 200
export const longestLabel = 100

/** Everything, in hundredths of a percent. */
const whole = 10_000

type DealPart = 'guarantee' | 'share'

const isPaidAnyway: Readonly<Record<DealKind, boolean>> = { guarantee: true, share: false, versus: false, plus: true }

function hasPart(kind: DealKind, part: DealPart): boolean {
  return kind !== (part === 'guarantee' ? 'share' : 'guarantee')
}

/** Which part a deal lacks, and which it has that it must not have. */
export function partProblems({ kind, guaranteeMinor, shareHundredths }: Deal) {
  const parts = [['guarantee', guaranteeMinor] as const, ['share', shareHundredths] as const]
  return parts.flatMap(([part, value]) => {
    if ((value !== null) === hasPart(kind, part)) return []
    return [{ part, problem: value === null ? ('required' as const) : ('not_of_this_deal' as const) }]
  })
}

/** What is wrong with all deals together; null: nothing. */
export function wrongTogether(deals: readonly Deal[]): 'shares_over_whole' | 'artist_twice' | null {
  if (new Set(deals.map(({ artistId }) => artistId)).size < deals.length) return 'artist_twice'
  return total(deals.map(({ shareHundredths }) => shareHundredths ?? 0)) > whole ? 'shares_over_whole' : null
}

/** A deal, of which artist, and what it comes to. */
export type SettledDeal = Deal & { readonly artist: string; readonly owedMinor: number }

/** How what an event brought is divided. Takings = withdrawn + costs + owed + house. */
export type Settlement = {
  readonly currency: string
  /** Sold less credited, without VAT. */
  readonly takingsMinor: number
  /** Withdrawn by banks. */
  readonly withdrawnMinor: number
  readonly costs: readonly Cost[]
  readonly costsMinor: number
  /** What the event left: takings less what was withdrawn and the costs. */
  readonly leftMinor: number
  /** Of what is left what was for no tickets, less what banks withdrew of that: no artist has a share of either. */
  readonly othersMinor: number
  /** The fixed sums that are paid, before anything is shared. */
  readonly guaranteedMinor: number
  /** What shares are of: left less others and guaranteed; where that is below zero, nothing. */
  readonly sharedMinor: number
  readonly artists: readonly SettledDeal[]
  readonly owedMinor: number
  /** What remains to the organisation: below zero it pays. */
  readonly houseMinor: number
}

type Books = Pick<Accounts, 'currency' | 'netMinor' | 'withdrawnMinor' | 'rates'>

/**
 * Divides what an event brought (ADR 0288). Shares are rounded down to the smallest unit, so that they never come to more than there is;
 * what that leaves remains to the organisation.
 */
export function settle(
  books: Books,
  { costs, deals }: Terms<Deal & { readonly artist: string }>,
  othersMinor: number,
): Settlement {
  const { currency, netMinor: takingsMinor, withdrawnMinor } = books
  const costsMinor = total(costs.map(({ amountMinor }) => amountMinor))
  const leftMinor = takingsMinor - withdrawnMinor - costsMinor
  const { guaranteedMinor, sharedMinor } = basisOf(deals, leftMinor - othersMinor)
  const artists = deals.map((deal) => ({ ...deal, owedMinor: owedOf(deal, sharedMinor) }))
  const owedMinor = total(artists.map((artist) => artist.owedMinor))
  return {
    ...{
      currency,
      takingsMinor,
      withdrawnMinor,
      costs,
      costsMinor,
      leftMinor,
      othersMinor,
      guaranteedMinor,
      sharedMinor,
    },
    ...{ artists, owedMinor, houseMinor: leftMinor - owedMinor },
  }
}

/**
 * What shares are of, once the fixed sums are off. The fixed sum of a `versus` is one for all others as soon as it is more than the share;
 * that leaves less to be shared, which may make one of another, until nothing changes. Less to be shared never undoes it, so the order of
 * the deals does not matter.
 */
function basisOf(
  deals: readonly Deal[],
  availableMinor: number,
  fixed: readonly Deal[] = deals.filter(({ kind }) => isPaidAnyway[kind]),
): Pick<Settlement, 'guaranteedMinor' | 'sharedMinor'> {
  const guaranteedMinor = total(fixed.map(({ guaranteeMinor }) => guaranteeMinor ?? 0))
  const sharedMinor = Math.max(0, availableMinor - guaranteedMinor)
  const grown = deals.filter((deal) => isPaidAnyway[deal.kind] || takesGuarantee(deal, sharedMinor))
  return grown.length === fixed.length ? { guaranteedMinor, sharedMinor } : basisOf(deals, availableMinor, grown)
}

function takesGuarantee({ kind, guaranteeMinor, shareHundredths }: Deal, sharedMinor: number): boolean {
  return kind === 'versus' && (guaranteeMinor ?? 0) > partOf(sharedMinor, shareHundredths ?? 0, whole)
}

function owedOf({ kind, guaranteeMinor, shareHundredths }: Deal, sharedMinor: number): number {
  const [guarantee, share] = [guaranteeMinor ?? 0, partOf(sharedMinor, shareHundredths ?? 0, whole)]
  return kind === 'versus' ? Math.max(guarantee, share) : guarantee + share
}

/**
 * How much of the takings was for other things than tickets, without VAT: at each rate as much of what is left without VAT as of what the
 * documents name with it. What they credit as an amount, without saying for what, comes off both alike.
 */
export function othersOf({ rates }: Books, lines: readonly LineSum[], ticketProducts: ReadonlySet<string>): number {
  return total(
    rates.map(({ rateHundredths, netMinor }) => {
      const named = lines.filter((line) => line.rateHundredths === rateHundredths && line.productId !== null)
      const others = named.filter(({ productId }) => !ticketProducts.has(productId ?? ''))
      return partOf(netMinor, grossOf(others), grossOf(named))
    }),
  )
}

/**
 * How much of what banks withdrew was for other things than tickets: of each payment as much as of what its documents name and did not
 * credit; where all was credited, as of what they name.
 */
export function withdrawnOthersOf(lines: readonly WithdrawnLine[], ticketProducts: ReadonlySet<string>): number {
  const payments = Map.groupBy(lines, ({ paymentId }) => paymentId)
  return total(
    [...payments.values()].map((named) => {
      const isCredited = named.every(({ soldMinor, creditedMinor }) => soldMinor === creditedMinor)
      const paid = (rows: readonly WithdrawnLine[]) =>
        total(rows.map(({ soldMinor, creditedMinor }) => (isCredited ? soldMinor : soldMinor - creditedMinor)))
      const others = named.filter(({ productId }) => !ticketProducts.has(productId ?? ''))
      return partOf(named[0]?.withdrawnMinor ?? 0, paid(others), paid(named))
    }),
  )
}

function grossOf(lines: readonly LineSum[]): number {
  return total(lines.map(({ kind, grossMinor }) => (kind === 'receipt' ? grossMinor : -grossMinor)))
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** So much of an amount, rounded down. Products leave the safe integers. */
function partOf(amountMinor: number, part: number, of: number): number {
  return of === 0 ? 0 : Number((BigInt(amountMinor) * BigInt(part)) / BigInt(of))
}
