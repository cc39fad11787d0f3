export type FilledName = { readonly firstName: string; readonly lastName: string }

/** What a visitor has filled in; shown again with what was wrong with it. */
export type FilledBooking = {
  /** The number of places by price, as it was typed. */
  readonly quantities: ReadonlyMap<string, string>
  /** The amount by price that leaves it open, as it was typed. */
  readonly amounts: ReadonlyMap<string, string>
  readonly optionIds: readonly string[]
  readonly firstName: string
  readonly lastName: string
  /** The names by price, in the order of its tickets; null: one name, above, is for all of them. */
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

/** Whether a text is a number of places, however large: a number that is too large is refused in other words. */
export function isQuantity(text: string): boolean {
  return /^\d+$/.test(text)
}
