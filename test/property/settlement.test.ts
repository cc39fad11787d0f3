import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Deal,
  dealKinds,
  othersOf,
  settle,
  withdrawnOthersOf,
  wrongTogether,
} from '../../src/features/accounting/settlement.ts'

/**
 * Whatever an event brought, costs and was agreed: it adds up to the last cent, nobody is owed less than nothing or less than what was
 * promised, fixed sums and shares never come to more than there is, so that no share is paid by the house, and the order of the deals does
 * not matter. Seen red with shares rounded to the nearest cent, with costs left out of what is left, and with a `versus` that takes its
 * fixed sum left in what others share.
 */

const amount = fc.integer({ min: 0, max: 100_000_000 })
/** More often of few cents, so that something is left to be shared. */
const taken = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 50 }) }, { weight: 1, arbitrary: amount })
/** Often such that all of them come to the whole. */
const share = fc.oneof(fc.constantFrom(5000, 2500), fc.integer({ min: 1, max: 10_000 }))

const deal = fc
  .record({ kind: fc.constantFrom(...dealKinds), guarantee: taken, share })
  .map(({ kind, guarantee, share }) => ({
    artistId: '',
    artist: 'Anna',
    kind,
    guaranteeMinor: kind === 'share' ? null : guarantee,
    shareHundredths: kind === 'guarantee' ? null : share,
  }))

const deals = fc
  .array(deal, { maxLength: 5 })
  .map((all) => all.map((one, index) => ({ ...one, artistId: String(index) })))
  .filter((all) => wrongTogether(all) === null)

/** Below zero where banks withdrew more than was left for other things. */
const others = fc.oneof(taken, fc.integer({ min: -50, max: 0 }))

const books = fc
  .record({ netMinor: amount, withdrawnMinor: taken })
  .map((sums) => ({ ...sums, currency: 'EUR', rates: [] }))

it('adds up, whatever was agreed', () => {
  const costs = fc.array(
    taken.map((amountMinor) => ({ label: 'Hall', amountMinor })),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(books, costs, deals, others, (brought, spent, agreed, others) => {
      const settled = settle(brought, { costs: spent, deals: agreed }, Math.min(others, brought.netMinor))
      const cost = sum(spent.map(({ amountMinor }) => amountMinor))
      const owed = sum(settled.artists.map(({ owedMinor }) => owedMinor))
      expect(settled.owedMinor).toBe(owed)
      expect(brought.withdrawnMinor + cost + owed + settled.houseMinor).toBe(brought.netMinor)
      expect(settled.sharedMinor).toBeGreaterThanOrEqual(0)
      for (const { kind, guaranteeMinor, owedMinor } of settled.artists)
        expect(owedMinor, kind).toBeGreaterThanOrEqual(guaranteeMinor ?? 0)
      expect(owed).toBeLessThanOrEqual(settled.guaranteedMinor + settled.sharedMinor)
      if (settled.sharedMinor > 0) expect(settled.houseMinor).toBeGreaterThanOrEqual(settled.othersMinor)
      const turned = settle(brought, { costs: spent, deals: agreed.toReversed() }, settled.othersMinor)
      expect(turned).toEqual({ ...settled, artists: settled.artists.toReversed() })
    }),
    { numRuns: 2000 },
  )
})

/**
 * 1000.00 are left. Anna has 800.00 or 10 %: a fixed sum, so Bob's 90 % are of 200.00. Cleo has 190.00 or 80 %: of 1000.00 that is more, of
 * 200.00 it is not, so Bob's 10 % are of 10.00. Seen red with what others share undiminished, and with the first round alone.
 */
it('pays the fixed sum that is more than a share before others share', () => {
  const versus = (artistId: string, guaranteeMinor: number, shareHundredths: number): Deal & { artist: string } => ({
    ...{ artistId, artist: artistId, kind: 'versus', guaranteeMinor, shareHundredths },
  })
  const share = (shareHundredths: number): Deal & { artist: string } => ({
    ...{ artistId: 'Bob', artist: 'Bob', kind: 'share', guaranteeMinor: null, shareHundredths },
  })
  const divided = (...agreed: readonly (Deal & { artist: string })[]) => {
    const brought = { currency: 'EUR', netMinor: 100_000, withdrawnMinor: 0, rates: [] }
    const { guaranteedMinor, sharedMinor, artists, houseMinor } = settle(brought, { costs: [], deals: agreed }, 0)
    return [guaranteedMinor, sharedMinor, artists.map(({ owedMinor }) => owedMinor), houseMinor]
  }
  expect(divided(versus('Anna', 80_000, 1000), share(9000))).toEqual([80_000, 20_000, [80_000, 18_000], 2000])
  expect(divided(share(1000), versus('Cleo', 19_000, 8000), versus('Anna', 80_000, 1000))).toEqual([
    ...[99_000, 1000, [100, 19_000, 80_000], 900],
  ])
  // More than the fixed sum: a share as any other.
  expect(divided(versus('Anna', 10_000, 1000), share(9000))).toEqual([0, 100_000, [10_000, 90_000], 0])
})

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0)
}

/**
 * 60.00 were sold at 20 %, a third of it shirts, and 24.00 credited as an amount that names nothing: of the 30.00 that are left without VAT
 * a third was for shirts. At 5.5 % there were tickets alone. Seen red with what names nothing among the other things.
 */
it('takes what was credited as an amount off tickets and other things alike', () => {
  const line = (productId: string | null, rateHundredths: number, grossMinor: number) => ({
    ...{
      productId,
      rateHundredths,
      grossMinor,
      kind: productId === null ? ('credit_note' as const) : ('receipt' as const),
    },
    ...{ currency: 'EUR', priceId: null, product: '', price: '', quantity: 1, lastNumber: 1 },
  })
  const sums = { soldMinor: 0, creditedMinor: 0, vatMinor: 0, grossMinor: 0 }
  const rates = [
    { ...sums, rateHundredths: 2000, netMinor: 3000 },
    { ...sums, rateHundredths: 550, netMinor: 9479 },
  ]
  const lines = [
    line('ticket', 2000, 4000),
    line('shirt', 2000, 2000),
    line(null, 2000, 2400),
    line('ticket', 550, 10_000),
  ]
  const brought = { currency: 'EUR', netMinor: 12_479, withdrawnMinor: 0, rates }
  expect(othersOf(brought, lines, new Set(['ticket']))).toBe(1000)
})

/**
 * Of a payment for a ticket of 10.00 and shirts for 20.00, of which 10.00 were refunded, banks have 5.01: half of it, rounded down, for
 * shirts. Of one for shirts that were refunded all of it. Seen red with what was credited left in.
 */
it('takes what banks withdrew off what was not refunded', () => {
  const line = (
    paymentId: string,
    productId: string,
    withdrawnMinor: number,
    soldMinor: number,
    creditedMinor: number,
  ) => ({ ...{ currency: 'EUR', paymentId, productId, withdrawnMinor, soldMinor, creditedMinor } })
  const lines = [
    line('both', 'ticket', 501, 1000, 0),
    line('both', 'shirt', 501, 2000, 1000),
    line('refunded', 'shirt', 700, 700, 700),
    line('tickets', 'ticket', 900, 900, 0),
  ]
  expect(withdrawnOthersOf(lines, new Set(['ticket']))).toBe(250 + 700)
})
