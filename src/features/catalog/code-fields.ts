import { links, moment, wholeNumber, yesNo } from '../../lib/field.ts'

/** What staff says of a promotional code beside its text and what it takes off (docs/interface/catalogue.md, "Promotional codes"). */
export const codeFields = {
  productIds: links({ wire: 'products', most: 100, nullIsRefused: true }),
  startsAt: moment({ wire: 'start_datetime', form: 'starts', example: '2026-03-01T09:00:00.000000+00:00' }),
  endsAt: moment({ wire: 'end_datetime', form: 'ends', example: '2026-04-01T09:00:00.000000+00:00' }),
  mostUses: wholeNumber({ wire: 'usage_limit', form: 'uses', least: 1, example: 100 }),
  active: yesNo({ wire: 'active', usual: true }),
}
