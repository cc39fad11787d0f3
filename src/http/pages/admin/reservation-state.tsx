import {
  isExpired,
  type ReservationStatus,
  type ReservationState as State,
} from '../../../features/reservation/reservation.ts'
import type { Language } from '../../../lib/language.ts'
import { reservationsTexts } from '../../texts/admin/reservations-texts.ts'
import { type Sign, Standing } from './standing.tsx'

/** Colour and shape of each state; the word stands beside them. */
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

/** Where a reservation stands, as a word with its sign. */
export function ReservationState({ language, ...state }: State & { readonly language: Language }) {
  return (
    <Standing sign={signOf[state.status]}>
      {reservationsTexts[language].states[isExpired(state) ? 'expired' : state.status]}
    </Standing>
  )
}
