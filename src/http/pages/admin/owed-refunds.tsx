import type { OwedRefund } from '../../../features/payment/owed-refunds.queries.ts'
import { amountText } from '../../../lib/format.ts'
import { shortReference } from '../../../lib/ids.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'

type OwedRefundsProps = {
  readonly refunds: readonly OwedRefund[]
  /** The notice whose page this is; null: the page of all refunds. */
  readonly noticeId: string | null
  readonly language: Language
}

/** Money that somebody has to see to, with what can be done about it. */
export function OwedRefunds({ refunds, noticeId, language }: OwedRefundsProps) {
  const words = pageTexts[language].refunds
  if (refunds.length === 0) return <p class="empty">{words.nobody}</p>
  const hasFailed = refunds.some(({ state }) => state === 'failed')
  return (
    <>
      {hasFailed ? (
        <form method="post" action="/admin/refunds/attempts/">
          <From noticeId={noticeId} />
          <button class="button quiet" type="submit">
            {words.retryAll}
          </button>
        </form>
      ) : null}
      <ul class="rows">
        {refunds.map((refund) => (
          <OwedRefundRow key={refund.id} refund={refund} noticeId={noticeId} language={language} />
        ))}
      </ul>
    </>
  )
}

type RowProps = Pick<OwedRefundsProps, 'noticeId' | 'language'> & { readonly refund: OwedRefund }

function OwedRefundRow({ refund, noticeId, language }: RowProps) {
  const words = pageTexts[language].refunds
  const amount = amountText(refund.amountMinor, refund.currency, language)
  const named = `refund-${refund.id}`
  return (
    <li>
      <span class="name" id={named}>
        {refund.bookerEmail === '' ? words.unnamed : refund.bookerEmail}{' '}
        <code>{shortReference(refund.reservationId)}</code>
      </span>
      <span class="figure">{amount}</span>
      <span class="state">
        {noticeId === null && refund.eventName !== null ? `${refund.eventName} · ` : null}
        {refund.state === 'failed' ? words.failed(reasonOf(refund.failure, language)) : words.owed}
      </span>
      <div class="actions">
        {refund.state === 'failed' ? (
          <form method="post" action={`/admin/refunds/${refund.id}/attempts/`}>
            <From noticeId={noticeId} />
            <button class="button quiet" type="submit" aria-describedby={named}>
              {words.retry}
            </button>
          </form>
        ) : null}
        <details>
          <summary aria-describedby={named}>{words.handOver(amount)}</summary>
          <form method="post" action={`/admin/refunds/${refund.id}/handover/`}>
            <From noticeId={noticeId} />
            <p>{words.handOverNote}</p>
            <button class="button" type="submit" aria-describedby={named}>
              {words.handedOver}
            </button>
          </form>
        </details>
      </div>
    </li>
  )
}

/** Where to go back to. */
function From({ noticeId }: { readonly noticeId: string | null }) {
  return noticeId === null ? null : <input type="hidden" name="notice" value={noticeId} />
}

/** The provider's word in plain ones, or as it is where there are none. */
function reasonOf(failure: string | null, language: Language): string {
  const { reasons, otherReason } = pageTexts[language].refunds
  const known = Object.entries(reasons).find(([code]) => code === failure)
  return known ? known[1] : otherReason(failure ?? '?')
}
