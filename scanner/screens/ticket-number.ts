/** The number of a ticket, as it is printed on it. */
export function numberOf({ uuid }: { readonly uuid: string }): string {
  return uuid.slice(-10).replace(/.{5}/, '$&-').toUpperCase()
}
