/** Where the money of a dispute with a bank is, and what is left to be decided. */
export type DisputeState = 'asked' | 'taken' | 'lost' | 'won' | 'wonNotYetBack'

/** A dispute as the provider last reported it. */
type Dispute = { readonly outcome: 'open' | 'won' | 'lost'; readonly isWithdrawn: boolean }

export function disputeStateOf({ outcome, isWithdrawn }: Dispute): DisputeState {
  if (outcome === 'won') return isWithdrawn ? 'wonNotYetBack' : 'won'
  if (outcome === 'lost') return 'lost'
  return isWithdrawn ? 'taken' : 'asked'
}
