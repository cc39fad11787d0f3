import { AppError, fieldError } from '../../errors.ts'
import type { ProductKind } from '../catalog/product.ts'
import { discounted, isDiscounted, isUsable, type PromotionalCode } from '../catalog/promotional-code.ts'

/** Refuses a code that may not be used. @throws AppError validation_failed (unknown, or not at this time), promotional_code_used_up */
export function requireUsable(code: PromotionalCode | undefined, now: Date): PromotionalCode {
  if (!code || !isUsable(code, now)) throw fieldError('promotional_code', 'unknown_promotional_code')
  if (code.mostUses !== null && code.used >= code.mostUses) throw new AppError('promotional_code_used_up')
  return code
}

type Line = {
  readonly price: { readonly productId: string; readonly kind: ProductKind; readonly openAmount: boolean }
  readonly unitAmountMinor: number
}

/** What was taken off each thing of a line; its `unitAmountMinor` is what is left. */
export type Discounted = { readonly unitDiscountMinor: number }

/** Takes a code's discount off lines. @throws AppError validation_failed (a code for other things) */
export function withDiscount<L extends Line>(
  lines: readonly L[],
  code: PromotionalCode | null,
): readonly (L & Discounted)[] {
  if (code !== null && !lines.some(({ price }) => isDiscounted(code, price)))
    throw fieldError('promotional_code', 'promotional_code_elsewhere')
  return lines.map((line) => takeOff(line, code))
}

/** Takes the discount off one line; nothing where the code is for other things. */
function takeOff<L extends Line>(line: L, code: PromotionalCode | null): L & Discounted {
  const before = line.unitAmountMinor
  const unitAmountMinor = code !== null && isDiscounted(code, line.price) ? discounted(before, code) : before
  return { ...line, unitAmountMinor, unitDiscountMinor: before - unitAmountMinor }
}
