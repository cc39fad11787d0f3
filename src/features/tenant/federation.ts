/** How an organisation stands to the federation of a Meta, once it asked or was put into it. */
export type FederationState = 'waiting' | 'member' | 'withdrawn' | 'declined' | 'left'

/** What happens to its place: from which states (null: it never had one) to which. The first three it does itself. */
export const federationMoves = {
  asked: { from: [null, 'withdrawn', 'declined', 'left'], to: 'waiting' },
  withdrawn: { from: ['waiting'], to: 'withdrawn' },
  left: { from: ['member'], to: 'left' },
  accepted: { from: ['waiting'], to: 'member' },
  declined: { from: ['waiting'], to: 'declined' },
  removed: { from: ['member'], to: 'left' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly (FederationState | null)[]; readonly to: FederationState }>
>
export type FederationMove = keyof typeof federationMoves

/** Moves of the organisation, and of the people of the Meta. */
export type MemberMove = Extract<FederationMove, 'asked' | 'withdrawn' | 'left'>
export type MetaMove = Exclude<FederationMove, MemberMove>

/** How a calendar stands to an organisation that looks; `everybody`: it lists every organisation by itself. */
export const calendarStandings = ['everybody', 'member', 'waiting', 'declined', 'none'] as const
export type CalendarStanding = (typeof calendarStandings)[number]

/** Of whom the people of a Meta see a list. */
export const federatedStates = ['waiting', 'member'] as const satisfies readonly FederationState[]
export type FederatedState = (typeof federatedStates)[number]

/** The people of a Meta are mailed of one organisation once within that time, however often it asks and withdraws. */
export const askedAgainMs = 7 * 86_400_000
