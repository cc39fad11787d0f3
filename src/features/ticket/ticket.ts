import { AppError } from '../../errors.ts'

export const ticketStatuses = ['created', 'not_active', 'not_scanned', 'scanned'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/**
 * Every move a ticket can make (ADR 0063); any other is refused. To `not_active`: its payment was opened, its e-mail awaits
 * confirmation, or it was cancelled (`cancelledAt` says so; a ticket that was not active yet stays not active). Back to
 * `not_scanned`: a supervisor undid the scan. A cancelled ticket makes no move by itself.
 */
export const ticketTransitions = {
  created: ['not_active', 'not_scanned'],
  not_active: ['not_active', 'not_scanned'],
  not_scanned: ['not_active', 'scanned'],
  scanned: ['not_scanned'],
} as const satisfies Record<TicketStatus, readonly TicketStatus[]>

export function canTicketMove(from: TicketStatus, to: TicketStatus): boolean {
  return (ticketTransitions[from] as readonly TicketStatus[]).includes(to)
}

/** The statuses of tickets that open the door, or did. */
export const openStatuses: readonly TicketStatus[] = ['not_scanned', 'scanned']

/** The seat of a ticket without a numbered place; any number of tickets share it. */
export const freeSeating = 'L'

/** Refuses what the status of a ticket does not allow. @param to the status that was wanted; undefined: it would have stayed */
export function refusedTicketMove({ status: from }: { readonly status: string }, to?: TicketStatus): AppError {
  return new AppError('invalid_transition', { move: { of: 'ticket', from, ...(to && { to }) } })
}
