import { type Static, Type } from 'typebox'
import { AppError, errorStatus } from '../../errors.ts'
import { type DeskMethod, deskMethods } from '../../features/payment/payment.ts'
import type { RepeatableRequest } from '../../features/request/idempotency.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Asked } from '../../http/route.ts'
import { EnumIn, IntegerIn, largestInteger, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { totalText } from '../../pages/booking/running-total.tsx'
import { doOnce } from '../../pages/form/pressed-twice.ts'
import { asWhole, type FormProblem } from '../../pages/form/problems.tsx'
import { takesNothing } from './desk-methods.tsx'
import { explained } from '../../pages/form/explained.ts'

/** Fields of every form that sells at the desk. */
export const deskSaleFields = {
  key: UuidIn,
  /** The way to pay that was pressed; without one nothing is sold, and the form is shown with the total. */
  method: Maybe(EnumIn([...deskMethods, takesNothing])),
  /** The sum that was shown when the method was pressed, in the smallest unit. */
  seen: Maybe(IntegerIn({ min: 0, max: largestInteger })),
}

const SaleBody = Type.Object(deskSaleFields)

/** Problems and total that the form is shown again with. */
export type Pricing = {
  readonly problems: readonly FormProblem[]
  /** What the sale comes to; null: nobody asked. */
  readonly priced: BookingTotal | null
}

type DeskSale = {
  readonly body: Static<typeof SaleBody>
  /** The name of the form; with `key` it makes a second press known. */
  readonly form: string
  /** @throws AppError amount_mismatch, and what `explain` explains */
  sell(
    expectedMinor: number,
    payment: { readonly method: DeskMethod; readonly repeat: RepeatableRequest },
  ): Promise<string>
  price(): Promise<BookingTotal>
  readonly explain: (refusal: AppError) => Promise<FormProblem | null>
  readonly words: {
    readonly totalFirst: (given: { readonly total: string }) => string
    readonly totalChanged: (given: { readonly total: string; readonly seen: string }) => string
  }
  show(form: Pricing): string | Promise<string>
  /** The path that the seller is led to. @param id of what was sold */
  goesOn(id: string): string
}

/**
 * Sells for the sum that the seller saw, once however often it is pressed and whichever way to pay is pressed; otherwise the form is shown
 * again, with what it comes to (ADR 0172).
 */
export async function sellAsSeen(asked: Asked, sale: DeskSale) {
  const { tenant, language } = asked.request
  const { method: pressed, seen, key, ...wanted } = sale.body
  const method = pressed === takesNothing ? 'free' : pressed
  try {
    if (method) {
      const repeat = { key: `${sale.form} ${key}`, bodyHash: sha256(JSON.stringify(wanted)) }
      // A sale that costs nothing need not be seen first; without a way to pay nothing may be due, whatever was typed since.
      const expectedMinor = pressed === takesNothing ? 0 : (seen ?? 0)
      const sold = await unlessOtherTotal(doOnce(() => sale.sell(expectedMinor, { method, repeat })))
      if (sold !== null) return asked.reply.redirect(sale.goesOn(sold), 303)
    }
    const priced = await sale.price()
    if (!method) return await sale.show({ priced, problems: [] })
    const sum = (minor: number) => totalText(minor, tenant.currency, language)
    const total = sum(priced.totalMinor)
    const isFirst = pressed === takesNothing || seen == null
    const detail = isFirst ? sale.words.totalFirst({ total }) : sale.words.totalChanged({ total, seen: sum(seen) })
    asked.reply.code(errorStatus.amount_mismatch)
    return await sale.show({ priced, problems: asWhole(detail) })
  } catch (error) {
    const problems = await explained(error, asked, async (refusal) => {
      const problem = await sale.explain(refusal)
      return problem && [problem]
    })
    return sale.show({ priced: null, problems })
  }
}

/** Awaits a sale. @returns null: nothing was sold, since it comes to another sum than the seller saw */
async function unlessOtherTotal(sale: Promise<string>): Promise<string | null> {
  try {
    return await sale
  } catch (error) {
    if (error instanceof AppError && error.code === 'amount_mismatch') return null
    throw error
  }
}
