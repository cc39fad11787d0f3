import { describe, expect, it } from 'vitest'
import {
  canExpire,
  canMove,
  type ReservationStatus,
  reservationStatuses,
} from '../../src/features/reservation/reservation.ts'
import { canTicketMove, ticketStatuses } from '../../src/features/ticket/ticket.ts'

/** Written out a second time from docs/interface/reservations.md, "Statuses", so that a slip in the table shows. Interface codes, from → to. */
const moves = [
  'R U',
  'R F',
  'R FA',
  'R P',
  'U P',
  'F FA',
  'FA V',
  'FA PE',
  'FA PN',
  'P V',
  'P PE',
  'P PN',
  'PE V',
  'PN V',
  'PN PE',
  'R C',
  'U C',
  'F C',
  'FA C',
  'P C',
  'PE C',
  'PN C',
  'V C',
]
const lateMoves = ['C P', 'C FA']
const codes: Record<ReservationStatus, string> = {
  cancelled: 'C',
  created: 'R',
  unpaid: 'U',
  email_unverified: 'F',
  email_verified: 'FA',
  paid: 'P',
  paid_email_invalid: 'PE',
  paid_email_unsent: 'PN',
  valid: 'V',
}

const pairs = reservationStatuses.flatMap((from) => reservationStatuses.map((to) => ({ from, to })))

describe('reservation', () => {
  it('has 81 pairs', () => {
    expect(pairs).toHaveLength(81)
  })

  it.each(pairs)('$from to $to', ({ from, to }) => {
    const pair = `${codes[from]} ${codes[to]}`
    const because = from === 'cancelled' ? 'cancellation' : null
    expect(canMove({ status: from, cancelledBecause: because }, to)).toBe(moves.includes(pair))
  })

  it.each(reservationStatuses)('from an expired one to %s', (to) => {
    const pair = `C ${codes[to]}`
    expect(canMove({ status: 'cancelled', cancelledBecause: 'expiry' }, to)).toBe(lateMoves.includes(pair))
  })

  it.each(reservationStatuses)('%s expires only while it is a hold', (status) => {
    expect(canExpire(status)).toBe(['R', 'U', 'F'].includes(codes[status]))
  })
})

describe('ticket', () => {
  const ticketMoves = ['created not_active', 'created not_scanned', 'not_active not_active']
  const allowed = [
    ...ticketMoves,
    'not_active not_scanned',
    'not_scanned not_active',
    'not_scanned scanned',
    'scanned not_scanned',
  ]
  const ticketPairs = ticketStatuses.flatMap((from) => ticketStatuses.map((to) => ({ from, to })))

  it('has 16 pairs', () => {
    expect(ticketPairs).toHaveLength(16)
  })

  it.each(ticketPairs)('$from to $to', ({ from, to }) => {
    expect(canTicketMove(from, to)).toBe(allowed.includes(`${from} ${to}`))
  })
})
