import type { ComponentChildren } from 'preact'
import type { Handover } from '../../features/payment/handover.queries.ts'
import type { HandedOverRefund, RefundDue } from '../../features/payment/refunds-due.queries.ts'
import { amountText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { refundsTexts } from '../../messages/office/refunds.ts'
import { When } from '../../pages/format.tsx'

export type RefundListProps<Refund> = {
  readonly refunds: readonly Refund[]
  /** Who handed them over, or undid that. */
  readonly handovers: ReadonlyMap<string, readonly Handover[]>
  /** The notice whose page this is; null: the page of all refunds. */
  readonly noticeId: string | null
  /** Whose it is leads to the booking. */
  readonly opensReservations: boolean
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** Money that somebody has to see to, with what can be done about it. */
export function OwedRefunds(props: RefundListProps<RefundDue>) {
  const { refunds, noticeId, language } = props
  const words = refundsTexts[language]
  if (refunds.length === 0) return <p class="empty">{words.nobody}</p>
  const hasFailed = refunds.some(({ state }) => state === 'failed')
  return (
    <>
      {hasFailed ? (
        <RefundForm action={paths.refundsAttempts} noticeId={noticeId} label={words.retryAll} isQuiet />
      ) : null}
      <ul class="rows">
        {refunds.map((refund) => (
          <OwedRefundRow key={refund.id} refund={refund} {...props} />
        ))}
      </ul>
    </>
  )
}

/** What was handed over lately, to be undone: then it is owed again. */
export function HandedOverRefunds(props: RefundListProps<HandedOverRefund>) {
  const { refunds, noticeId, language } = props
  const words = refundsTexts[language]
  if (refunds.length === 0) return null
  return (
    <>
      <h2>{words.latestHandovers}</h2>
      <ul class="rows">
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} {...props}>
            <details>
              <summary aria-describedby={nameOf(refund)}>{words.undo}</summary>
              <RefundForm
                action={at(paths.undoHandover, { uuid: refund.id })}
                noticeId={noticeId}
                label={words.notHandedOver}
                of={nameOf(refund)}
                note={words.undoNote}
              />
            </details>
          </RefundRow>
        ))}
      </ul>
    </>
  )
}

type RowProps<Refund> = RefundListProps<Refund> & { readonly refund: Refund }

function OwedRefundRow({ refund, ...props }: RowProps<RefundDue>) {
  const { noticeId, language } = props
  const words = refundsTexts[language]
  const amount = amountText(refund.amountMinor, refund.currency, language)
  const hasFailed = refund.state === 'failed'
  const state = hasFailed ? words.failed({ reason: reasonOf(refund.failure, language) }) : words.owed
  return (
    <RefundRow refund={refund} state={state} {...props}>
      {hasFailed ? (
        <RefundForm
          action={at(paths.refundAttempts, { uuid: refund.id })}
          noticeId={noticeId}
          label={words.retry}
          of={nameOf(refund)}
          isQuiet
        />
      ) : null}
      <details>
        <summary aria-describedby={nameOf(refund)}>{words.handOver({ amount })}</summary>
        <RefundForm
          action={at(paths.refundHandover, { uuid: refund.id })}
          noticeId={noticeId}
          label={words.handedOver}
          of={nameOf(refund)}
          note={words.handOverNote}
        />
      </details>
    </RefundRow>
  )
}

type RefundRowProps = RowProps<HandedOverRefund> & { readonly state?: string; readonly children: ComponentChildren }

/** Whose it is, how much, how it stands, who said what of it; and what can be done. */
function RefundRow(props: RefundRowProps) {
  const { refund, state, handovers, noticeId, opensReservations, children, ...when } = props
  const words = refundsTexts[when.language]
  const known = [noticeId === null ? refund.eventName : null, state ?? null].filter((part) => part !== null)
  return (
    <li>
      <span class="name" id={nameOf(refund)}>
        {opensReservations ? (
          <a href={at(paths.reservation, { uuid: refund.reservationId })}>
            {refund.holder ?? (refund.bookerEmail || words.unnamed)} <code>{shortReference(refund.reservationId)}</code>
          </a>
        ) : (
          <>
            {refund.bookerEmail || words.unnamed} <code>{shortReference(refund.reservationId)}</code>
          </>
        )}
      </span>
      <span class="figure">{amountText(refund.amountMinor, refund.currency, when.language)}</span>
      {opensReservations && refund.holder !== null && refund.bookerEmail !== '' ? (
        <span class="state">{refund.bookerEmail}</span>
      ) : null}
      {known.length === 0 ? null : <span class="state">{known.join(' · ')}</span>}
      {(handovers.get(refund.id) ?? []).map(({ isUndo, by, at }) => (
        <span key={at.getTime()} class="state">
          {isUndo ? words.undoneBy({ name: by }) : words.handedOverBy({ name: by })} · <When at={at} {...when} />
        </span>
      ))}
      <div class="actions">{children}</div>
    </li>
  )
}

type RefundFormProps = {
  readonly action: string
  /** Where to go back to. */
  readonly noticeId: string | null
  readonly label: string
  /** The id of what names the refund, where there are several of these buttons. */
  readonly of?: string
  /** What is to be known before it is pressed. */
  readonly note?: string
  readonly isQuiet?: boolean
}

/** One press about money. */
function RefundForm({ action, noticeId, label, of, note, isQuiet = false }: RefundFormProps) {
  return (
    <form method="post" action={action}>
      {noticeId === null ? null : <input type="hidden" name="notice" value={noticeId} />}
      {note === undefined ? null : <p>{note}</p>}
      <button
        class={isQuiet ? 'button quiet' : 'button'}
        type="submit"
        {...(of === undefined ? {} : { 'aria-describedby': of })}
      >
        {label}
      </button>
    </form>
  )
}

function nameOf({ id }: { readonly id: string }): string {
  return `refund-${id}`
}

/** The provider's word in plain ones, or as it is where there are none. */
function reasonOf(failure: string | null, language: Language): string {
  const { reasons, otherReason } = refundsTexts[language]
  const known = Object.entries(reasons).find(([code]) => code === failure)
  return known ? known[1] : otherReason({ code: failure ?? '?' })
}
