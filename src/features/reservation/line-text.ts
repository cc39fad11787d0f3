type Line = { readonly quantity: number; readonly priceName: string; readonly productName: string }

/** Says what was booked at a price: "2 × Full price (Concert)", and "1 × Poster" of a product of that name. */
export function lineText({ quantity, priceName, productName }: Line): string {
  return `${quantity} × ${priceName}${priceName === productName ? '' : ` (${productName})`}`
}
