import { amount, line, lines, link, moment, unsaid, vatRate, wholeNumber, yesNo } from '../../lib/field.ts'
import { longestScanNote } from './product.ts'

/** What staff says of a price, but for how long a membership lasts (docs/interface/catalogue.md, "Prices"). */
export const priceFields = {
  name: line({ wire: 'name', most: 200, required: true, example: 'Full price' }),
  openAmount: yesNo({ wire: 'free_price', form: 'open_amount', usual: false }),
  /** Of a membership that is paid online: it is paid again by itself, each period (ADR 0280). */
  recurringPayment: yesNo({ wire: 'recurring_payment', form: 'recurring_payment', usual: false }),
  stock: wholeNumber({ wire: 'stock', least: 0, example: 200 }),
  /** The interface has it under two names (ADR 0053). */
  maxPerUser: wholeNumber({ wire: null, form: 'max_per_user', least: 1, required: true }),
  saleStartsAt: moment({ wire: 'sales_start', form: 'sale_starts', example: '2026-03-01T09:00:00.000000+00:00' }),
  saleEndsAt: moment({ wire: 'sales_end', form: 'sale_ends', example: '2026-05-01T18:00:00.000000+00:00' }),
  requiredMembershipId: link({ wire: 'adhesion_obligatoire', form: 'membership', example: null }),
  shortDescription: line({ wire: 'short_description', most: 250, example: 'From the box office or online' }),
  longDescription: lines({
    wire: 'long_description',
    marked: true,
    most: 20_000,
    example: 'For everybody over twelve.',
    exampleOut: null,
  }),
  scanNote: line({
    wire: 'scan_note',
    most: longestScanNote,
    example: 'Look at the student card.',
    exampleOut: 'Give the blue wristband.',
    seenBy: 'staff',
  }),
  archived: yesNo({ wire: 'archived', usual: false, seenBy: 'staff' }),
  /** The least, when the amount is open. */
  amountMinor: amount({ wire: null, form: 'amount', required: true }),
  /** The VAT rate in hundredths of a percent; null is NA. */
  vatRateHundredths: vatRate({ wire: null, form: 'vat' }),
}

/** The defaults of a price with only a name and an amount: anybody has ten of it, from now on, without a limit. */
export const usualPrice = { ...unsaid(priceFields), maxPerUser: 10, membershipPeriod: null }
