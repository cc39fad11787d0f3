import type { Thing } from '../../features/ticket/thing.ts'
import { fieldsOf } from './answer-fields.ts'

const of = fieldsOf<Thing>()
/** What goes over the desk (ADR 0110), as the API and the door tell it. */
export const thing = of.object('Thing', {
  uuid: of.uuid('id'),
  product: of.text('productName', 'T-shirt'),
  price: of.text('priceName', 'L'),
  quantity: of.integer('quantity', 2),
  handed_out: of.integer('handedOut', 1),
  left: of.integer('left', 1),
})
