type Named = { readonly priceName: string; readonly productName: string }

/** Names what was sold at a price, which alone may not say it: "Full price (Concert)", and "Poster" of a product of that name. */
export function soldName({ priceName, productName }: Named): string {
  return priceName === productName ? priceName : `${priceName} (${productName})`
}

/** Says what was booked at a price: "2 × Full price (Concert)". */
export function lineText({ quantity, ...named }: Named & { readonly quantity: number }): string {
  return `${quantity} × ${soldName(named)}`
}
