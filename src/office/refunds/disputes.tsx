import type { DisputeSeen } from '../../features/payment/dispute.queries.ts'
import { disputeStateOf } from '../../features/payment/dispute.ts'
import { amountText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import { refundsTexts } from '../../messages/office/refunds.ts'
import { When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Standing } from '../kit/standing.tsx'

/** Payments that somebody disputes with their bank: where the money is, and who has to do something about it. */
export function Disputes({ disputes }: { readonly disputes: readonly DisputeSeen[] }) {
  const { language } = useReader()
  const words = refundsTexts[language]
  if (disputes.length === 0) return null
  return (
    <>
      <h2>{words.disputes.title}</h2>
      <p>{words.disputes.note}</p>
      <ul class="rows">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <span class="name">
              {dispute.bookerEmail === '' ? words.unnamed : dispute.bookerEmail}{' '}
              <code>{shortReference(dispute.reservationId)}</code>
            </span>
            <span class="figure">{amountText(dispute.amountMinor, dispute.currency, language)}</span>
            {dispute.eventName === null ? null : <span class="state">{dispute.eventName}</span>}
            <span class="state">
              <DisputeStanding dispute={dispute} /> · <When at={dispute.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const signOf = { asked: 'watch', taken: 'watch', lost: 'gone', won: 'well', wonNotYetBack: 'waits' } as const

function DisputeStanding({ dispute }: { readonly dispute: DisputeSeen }) {
  const state = disputeStateOf(dispute)
  return <Standing sign={signOf[state]}>{useTexts(refundsTexts).disputes[state]}</Standing>
}
