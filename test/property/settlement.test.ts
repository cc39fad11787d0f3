import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Deal, dealKinds, othersOf, settle, wrongTogether } from '../../src/features/accounting/settlement.ts'

/**
 * Whatever an event brought, costs and was agreed: it adds up to the last cent, nobody is owed less than nothing or less than what was
 * promised, and shares never come to more than there is to be shared. Seen red with shares rounded to the nearest cent, and with costs
 * left out of what is left.
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

const books = fc
  .record({ netMinor: amount, withdrawnMinor: taken })
  .map((sums) => ({ ...sums, currency: 'EUR', rates: [] }))

it('adds up, whatever was agreed', () => {
  const costs = fc.array(
    taken.map((amountMinor) => ({ label: 'Hall', amountMinor })),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(books, costs, deals, taken, (brought, spent, agreed, others) => {
      const settled = settle(brought, { costs: spent, deals: agreed }, Math.min(others, brought.netMinor))
      const cost = sum(spent.map(({ amountMinor }) => amountMinor))
      const owed = sum(settled.artists.map(({ owedMinor }) => owedMinor))
      expect(settled.owedMinor).toBe(owed)
      expect(brought.withdrawnMinor + cost + owed + settled.houseMinor).toBe(brought.netMinor)
      expect(settled.sharedMinor).toBeGreaterThanOrEqual(0)
      for (const { kind, guaranteeMinor, owedMinor } of settled.artists)
        expect(owedMinor, kind).toBeGreaterThanOrEqual(guaranteeMinor ?? 0)
      expect(sum(settled.artists.map(sharedIn))).toBeLessThanOrEqual(settled.sharedMinor)
    }),
    { numRuns: 2000 },
  )
})

/** What an artist gets of what is shared. */
function sharedIn({ kind, guaranteeMinor, owedMinor }: Deal & { readonly owedMinor: number }): number {
  const guarantee = guaranteeMinor ?? 0
  if (kind === 'versus') return owedMinor > guarantee ? owedMinor : 0
  return owedMinor - guarantee
}

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
