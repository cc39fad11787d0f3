export const paymentMethods = ['cash', 'card', 'transfer', 'free'] as const
/** How it was paid at the desk; `free` is a gift of the house. */
export type PaymentMethod = (typeof paymentMethods)[number]
