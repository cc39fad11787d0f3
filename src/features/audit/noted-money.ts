/** Money as an entry of the log keeps it, in its own currency: "4400 EUR". */
export type NotedMoney = { readonly amountMinor: number; readonly currency: string }

export function notedMoney({ amountMinor, currency }: NotedMoney): string {
  return `${amountMinor} ${currency}`
}

/** Reads an amount from the log; null: it was noted before currencies were, as a number in the organisation's. */
export function readNotedMoney(text: string): NotedMoney | null {
  const [, amount, currency] = /^(\d+) ([A-Z]{3})$/.exec(text) ?? []
  return currency === undefined ? null : { amountMinor: Number(amount), currency }
}
