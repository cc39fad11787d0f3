import { type Static, Type } from 'typebox'
import type { Thing } from '../../features/ticket/thing.ts'
import { IntegerOut, TextOut, UuidOut, withExample } from './schemas.ts'

/** What goes over the desk (ADR 0110), as the API and the door tell it. */
export const ThingOut = Type.Object(
  {
    uuid: UuidOut,
    product: withExample(TextOut, 'T-shirt'),
    price: withExample(TextOut, 'L'),
    quantity: withExample(IntegerOut, 2),
    handed_out: withExample(IntegerOut, 1),
    left: withExample(IntegerOut, 1),
  },
  { title: 'Thing' },
)

export function presentThing(thing: Thing): Static<typeof ThingOut> {
  return {
    uuid: thing.id,
    product: thing.productName,
    price: thing.priceName,
    quantity: thing.quantity,
    handed_out: thing.handedOut,
    left: thing.left,
  }
}
