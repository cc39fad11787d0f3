export type FilledName = { readonly firstName: string; readonly lastName: string }

/** What a visitor has filled in; shown again beside what was wrong with it. */
export type FilledBooking = {
  /** By price, as it was typed. */
  readonly quantities: ReadonlyMap<string, string>
  /** By price whose amount is open, as it was typed. */
  readonly amounts: ReadonlyMap<string, string>
  readonly optionIds: readonly string[]
  readonly firstName: string
  readonly lastName: string
  /** By price, in the order of its tickets; null: one name, above, is for all of them. */
  readonly holders: ReadonlyMap<string, readonly FilledName[]> | null
  readonly email: string
  readonly promotionalCode: string
}

export function quantityId(priceId: string): string {
  return `quantity-${priceId}`
}

export function quantityIn({ quantities }: FilledBooking, priceId: string): string {
  return quantities.get(priceId) ?? '0'
}

/** However many: too many is said in other words. */
export function isQuantity(text: string): boolean {
  return /^\d+$/.test(text)
}
