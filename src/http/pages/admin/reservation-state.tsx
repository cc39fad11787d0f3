import {
  isExpired,
  type ReservationStatus,
  type ReservationState as State,
} from '../../../features/reservation/reservation.ts'
import type { Language } from '../../../lib/language.ts'
import { reservationsTexts } from '../../texts/admin/reservations-texts.ts'

/** Colour and shape of each state; the word stands beside them. */
const signs = {
  waits: { name: 'waits', sign: '◔' },
  well: { name: 'well', sign: '✓' },
  watch: { name: 'watch', sign: '!' },
  gone: { name: 'gone', sign: '✕' },
} as const

const signOf = {
  created: signs.waits,
  unpaid: signs.waits,
  email_unverified: signs.waits,
  email_verified: signs.well,
  paid: signs.well,
  valid: signs.well,
  paid_email_unsent: signs.well,
  paid_email_invalid: signs.watch,
  cancelled: signs.gone,
} as const satisfies Record<ReservationStatus, unknown>

/** Where a reservation stands, as a word with its sign. */
export function ReservationState({ language, ...state }: State & { readonly language: Language }) {
  const { name, sign } = signOf[state.status]
  return (
    <span class={`standing ${name}`}>
      <span aria-hidden="true">{sign}</span>{' '}
      {reservationsTexts[language].states[isExpired(state) ? 'expired' : state.status]}
    </span>
  )
}
