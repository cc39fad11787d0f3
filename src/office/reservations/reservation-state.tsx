import {
  isExpired,
  type ReservationStatus,
  type ReservationState as State,
} from '../../features/reservation/reservation.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { useTexts } from '../../pages/reader.ts'
import { type Sign, Standing } from '../kit/standing.tsx'

/** Colour and shape of each state; the word is beside them. */
const signOf = {
  created: 'waits',
  unpaid: 'waits',
  email_unverified: 'waits',
  email_verified: 'well',
  paid: 'well',
  valid: 'well',
  paid_email_unsent: 'well',
  paid_email_invalid: 'watch',
  cancelled: 'gone',
} as const satisfies Record<ReservationStatus, Sign>

type ReservationStateProps = State & {
  readonly isGivenAway: boolean
  /** The booker's e-mail address; '' when nobody gave one. */
  readonly bookerEmail: string
}

/** Shows the state of a reservation as a word with its sign. */
export function ReservationState(props: ReservationStateProps) {
  return <Standing sign={signOf[props.status]}>{useTexts(reservationsTexts).states[wordOf(props)]}</Standing>
}

/** Names the state: a paid booking without an address is settled, though no mail was sent. */
function wordOf(props: ReservationStateProps): ReservationStatus | 'expired' | 'given_away' | 'settled' {
  const { status, isGivenAway, bookerEmail } = props
  if (isExpired(props)) return 'expired'
  if (isGivenAway && signOf[status] === 'well') return 'given_away'
  return status === 'paid_email_unsent' && bookerEmail === '' ? 'settled' : status
}
