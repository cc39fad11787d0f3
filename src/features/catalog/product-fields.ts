import { line, lines, unsaid, webAddress, yesNo } from '../../lib/field.ts'
import { longestScanNote } from './product.ts'

/** What staff says of a product beside its kind and its picture (docs/interface/catalogue.md, "Products"). */
export const productFields = {
  name: line({ wire: 'name', most: 200, required: true, example: 'Friday night', exampleOut: 'Ticket' }),
  shortDescription: line({ wire: 'short_description', most: 250, example: 'One evening, any seat' }),
  longDescription: lines({
    wire: 'long_description',
    most: 20_000,
    marked: true,
    example: 'Valid for one person and one evening.',
  }),
  termsUrl: webAddress({
    wire: 'terms_and_conditions_document',
    form: 'terms_url',
    example: 'https://example.org/terms.pdf',
  }),
  published: yesNo({ wire: 'publish', usual: true }),
  sendToCashless: yesNo({ wire: 'send_to_cashless', usual: false }),
  scanNote: line({ wire: 'scan_note', most: longestScanNote, example: 'Give the blue wristband.', seenBy: 'staff' }),
  archived: yesNo({ wire: 'archived', usual: false, seenBy: 'staff' }),
}

/** The defaults of a product with only a name and a kind. */
export const usualProduct = { ...unsaid(productFields), imageKey: null }
