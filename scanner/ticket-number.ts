/** The number of a ticket, as it is printed on it. */
export function numberOf({ uuid }: { readonly uuid: string }): string {
  return uuid.slice(-10).replace(/.{5}/, '$&-').toUpperCase()
}

/** Whether somebody typed such a number, where a code is asked for. No code is that short. */
export function isTicketNumber(typed: string): boolean {
  return /^[0-9a-f]{10}$/i.test(typed.replaceAll(/[\s\p{Pd}]/gu, ''))
}
