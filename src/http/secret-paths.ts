/** Addresses that are the right to what they show: whoever reads one may use it. They stand in no log, and nothing leads back to them. */
export const secretPath =
  /^(\/sign-in|\/set-up|\/confirm|\/invitation|\/bookings|\/tickets|\/waiting-list|\/objection|\/membership|\/tenant\/new)\/.+/
