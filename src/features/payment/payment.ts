export const paymentMethods = ['cash', 'card', 'transfer', 'free'] as const
/** How it was paid at the desk; `free` is a gift of the house. */
export type PaymentMethod = (typeof paymentMethods)[number]

/** What a payment brings in: all that is due, and nothing where the house gives it away. */
export function takings(method: PaymentMethod, dueMinor: number): number {
  return method === 'free' ? 0 : dueMinor
}
