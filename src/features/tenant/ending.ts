/** What an organisation leaves behind when it is archived. */
export type Ending = {
  /** Events to come, published and not cancelled. */
  readonly events: number
  /** Bookings at events to come that are not cancelled. */
  readonly bookings: number
  /** The refunds that are due or under way, by currency. */
  readonly refunds: readonly { readonly currency: string; readonly amountMinor: number }[]
}
