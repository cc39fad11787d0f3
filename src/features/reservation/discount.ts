import { AppError, fieldError } from '../../errors.ts'
import type { ProductKind } from '../catalog/product.ts'
import { discounted, isDiscounted, isUsable, type PromotionalCode } from '../catalog/promotional-code.ts'

/** @throws AppError validation_failed (unknown, or not at this time), promotional_code_used_up */
export function requireUsable(code: PromotionalCode | undefined, now: Date): PromotionalCode {
  if (!code || !isUsable(code, now)) throw fieldError('promotional_code', 'unknown_promotional_code')
  if (code.mostUses !== null && code.used >= code.mostUses) throw new AppError('promotional_code_used_up')
  return code
}

type Line = {
  readonly price: { readonly productId: string; readonly kind: ProductKind; readonly openAmount: boolean }
  readonly unitAmountMinor: number
}

/** What a code takes off each thing of the lines it is for. @throws AppError validation_failed (a code for other things) */
export function withDiscount<L extends Line>(
  lines: readonly L[],
  code: PromotionalCode | null,
): readonly L[] {
  if (code === null) return lines
  if (!lines.some(({ price }) => isDiscounted(code, price)))
    throw fieldError('promotional_code', 'promotional_code_elsewhere')
  return lines.map((line) =>
    isDiscounted(code, line.price)
      ? { ...line, unitAmountMinor: discounted(line.unitAmountMinor, code) }
      : line,
  )
}
