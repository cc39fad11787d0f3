import type { ComponentChildren } from 'preact'
import { type Handover, listHandovers } from '../../features/payment/handover.queries.ts'
import {
  type HandedOverRefund,
  type RefundDue,
  listHandedOver,
  listRefundsDue,
  type RefundsDueFilter,
} from '../../features/payment/refunds-due.queries.ts'
import { amountText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { refundsTexts } from '../../messages/office/refunds.ts'
import { When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { ActionButton } from '../../pages/parts.tsx'
import type { TenantTx } from '../../db/database.ts'
import { cardsPerPage, Pager } from '../../pages/pager.tsx'

const latestHandedOver = 20

/** Reads refunds to be seen to, a page and one more, and those handed over lately; of one event or of all. */
export async function readRefunds(tx: TenantTx, filter: RefundsDueFilter) {
  const owed = await listRefundsDue(tx, filter)
  const handedOver = await listHandedOver(tx, { ...filter, limit: latestHandedOver, offset: 0 })
  const ids = [...owed, ...handedOver].map(({ id }) => id)
  return { owed, handedOver, handovers: await listHandovers(tx, ids) }
}

type RefundsProps = Omit<RefundListProps<never>, 'refunds'> &
  Awaited<ReturnType<typeof readRefunds>> & { readonly page: number }

export function Refunds({ owed, handedOver, page, ...props }: RefundsProps) {
  return (
    <>
      <h2>{useTexts(refundsTexts).toSeeTo}</h2>
      <OwedRefunds refunds={owed.slice(0, cardsPerPage)} {...props} />
      <Pager page={page} more={owed.length > cardsPerPage} />
      <HandedOverRefunds refunds={handedOver} {...props} />
    </>
  )
}

type RefundListProps<Refund> = {
  readonly refunds: readonly Refund[]
  /** Names of the people who handed them over, or undid that. */
  readonly handovers: ReadonlyMap<string, readonly Handover[]>
  /** The notice whose page this is; null: the page of all refunds. */
  readonly noticeId: string | null
  /** Whether the person's name leads to the booking. */
  readonly opensReservations: boolean
}

/** Lists money that somebody has to see to, with what can be done about it. */
function OwedRefunds(props: RefundListProps<RefundDue>) {
  const { refunds, noticeId } = props
  const words = useTexts(refundsTexts)
  if (refunds.length === 0) return <p class="empty">{words.nobody}</p>
  const hasFailed = refunds.some(({ state }) => state === 'failed')
  return (
    <>
      {hasFailed ? (
        <ActionButton action={paths.refundsAttempts} sends={{ notice: noticeId }}>
          {words.retryAll}
        </ActionButton>
      ) : null}
      <ul class="rows">
        {refunds.map((refund) => (
          <OwedRefundRow key={refund.id} refund={refund} {...props} />
        ))}
      </ul>
    </>
  )
}

/** Lists refunds that were handed over lately, with the undo: the refund is then due again. */
function HandedOverRefunds(props: RefundListProps<HandedOverRefund>) {
  const { refunds, noticeId } = props
  const words = useTexts(refundsTexts)
  if (refunds.length === 0) return null
  return (
    <>
      <h2>{words.latestHandovers}</h2>
      <ul class="rows">
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} {...props}>
            <details>
              <summary aria-describedby={nameOf(refund)}>{words.undo}</summary>
              <ActionButton
                look="main"
                action={at(paths.undoHandover, { uuid: refund.id })}
                sends={{ notice: noticeId }}
                of={nameOf(refund)}
                note={words.undoNote}
              >
                {words.notHandedOver}
              </ActionButton>
            </details>
          </RefundRow>
        ))}
      </ul>
    </>
  )
}

type RowProps<Refund> = RefundListProps<Refund> & { readonly refund: Refund }

function OwedRefundRow({ refund, ...props }: RowProps<RefundDue>) {
  const { language } = useReader()
  const words = refundsTexts[language]
  const amount = amountText(refund.amountMinor, refund.currency, language)
  const hasFailed = refund.state === 'failed'
  const state = hasFailed ? words.failed({ reason: reasonOf(refund.failure, language) }) : words.owed
  const given = { of: nameOf(refund), sends: { notice: props.noticeId } }
  return (
    <RefundRow refund={refund} state={state} {...props}>
      {hasFailed ? (
        <ActionButton {...given} action={at(paths.refundAttempts, { uuid: refund.id })}>
          {words.retry}
        </ActionButton>
      ) : null}
      <details>
        <summary aria-describedby={nameOf(refund)}>{words.handOver({ amount })}</summary>
        <ActionButton
          look="main"
          {...given}
          action={at(paths.refundHandover, { uuid: refund.id })}
          note={words.handOverNote}
        >
          {words.handedOver}
        </ActionButton>
      </details>
    </RefundRow>
  )
}

type RefundRowProps = RowProps<HandedOverRefund> & { readonly state?: string; readonly children: ComponentChildren }

/** Shows one refund: whose it is, how much, its state, who said what about it, and what can be done. */
function RefundRow({ refund, state, handovers, noticeId, opensReservations, children }: RefundRowProps) {
  const { language } = useReader()
  const words = refundsTexts[language]
  const { bookerEmail, eventName, reservationId } = refund
  const holder = opensReservations ? refund.holder : null
  const said = [noticeId === null ? eventName : null, state ?? null].filter((part) => part !== null).join(' · ')
  const whose = (
    <>
      {holder ?? (bookerEmail || words.unnamed)} <code>{shortReference(reservationId)}</code>
    </>
  )
  return (
    <li>
      <span class="name" id={nameOf(refund)}>
        {opensReservations ? <a href={at(paths.reservation, { uuid: reservationId })}>{whose}</a> : whose}
      </span>
      <span class="figure">{amountText(refund.amountMinor, refund.currency, language)}</span>
      {holder !== null && bookerEmail !== '' ? <span class="state">{bookerEmail}</span> : null}
      {said === '' ? null : <span class="state">{said}</span>}
      {(handovers.get(refund.id) ?? []).map(({ isUndo, by, at }) => (
        <span key={at.getTime()} class="state">
          {isUndo ? words.undoneBy({ name: by }) : words.handedOverBy({ name: by })} · <When at={at} />
        </span>
      ))}
      <div class="actions">{children}</div>
    </li>
  )
}

function nameOf({ id }: { readonly id: string }): string {
  return `refund-${id}`
}

/** Writes the provider's reason in plain words, or as it is where there are none. */
function reasonOf(failure: string | null, language: Language): string {
  const { reasons, otherReason } = refundsTexts[language]
  const known = Object.entries(reasons).find(([code]) => code === failure)
  return known ? known[1] : otherReason({ code: failure ?? '?' })
}
