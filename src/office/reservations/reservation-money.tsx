import type { AmountDue } from '../../features/payment/refunds-due.queries.ts'
import type { Payment } from '../../features/payment/payment.queries.ts'
import { methodOf, moneyMethods, refundStateOf } from '../../features/payment/payment.ts'
import type { Refund } from '../../features/payment/refund.queries.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import type { Reservation } from '../../features/reservation/reservation.queries.ts'
import { amountText, listText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { reservationMoneyTexts } from '../../messages/office/reservation-money.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { useTold } from '../kit/no-mail-server.tsx'
import { Standing } from '../kit/standing.tsx'

export type BookingMoney = { readonly payments: readonly Payment[]; readonly refunds: readonly Refund[] }

type MoneyProps = BookingMoney & {
  readonly summary: Pick<BookingSummary, 'id' | 'ticketCount' | 'cancelledTickets'>
  /** Whether the viewer may see to refunds that the provider did not send back. */
  readonly opensRefunds: boolean
}

/** Lists payments, refunds, and refunds due, with the button for handing these over. */
export function ReservationMoney({ payments, refunds, summary, opensRefunds }: MoneyProps) {
  const { language } = useReader()
  const words = reservationMoneyTexts[language]
  const came = payments.filter(({ receivedMinor }) => (receivedMinor ?? 0) > 0)
  const { id, ticketCount, cancelledTickets } = summary
  if (came.length === 0 && cancelledTickets === 0) return null
  return (
    <ul class="rows">
      {cancelledTickets === 0 ? null : (
        <li>
          <span class="name">{words.cancelled({ cancelled: cancelledTickets, all: ticketCount })}</span>
        </li>
      )}
      {came.map((payment) => (
        <li key={payment.id}>
          <span class="name">{words.paid[methodOf(payment)]}</span>
          <span class="figure">
            {amountText(payment.receivedMinor ?? 0, payment.receivedCurrency ?? payment.currency, language)}
          </span>
          <Correction payment={payment} reservationId={id} />
        </li>
      ))}
      {refunds.map((refund) => {
        const state = refundStateOf(refund)
        const amount = amountText(refund.amountMinor, refund.currency, language)
        return (
          <li key={refund.id}>
            <span class="name">{words[wordOf[state]]}</span>
            <span class="figure">{amount}</span>
            {state === 'owed' ? (
              <ActionButton
                look="main"
                class="state"
                action={at(paths.reservationRefundHandover, { uuid: id, refund: refund.id })}
              >
                {words.handOver({ amount })}
              </ActionButton>
            ) : null}
            {state === 'failed' && opensRefunds ? (
              <a class="state go" href={paths.refunds}>
                {words.seeTo}
              </a>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

type CorrectionProps = { readonly payment: Payment; readonly reservationId: string }

/** Asks how the desk was paid after all, as long as the house has any of it. */
function Correction({ payment, reservationId }: CorrectionProps) {
  const words = useTexts(reservationMoneyTexts)
  const recorded = methodOf(payment)
  const others = moneyMethods.filter((method) => method !== recorded)
  const isHere = payment.status === 'settled' && payment.refundedMinor < (payment.receivedMinor ?? 0)
  if (!isHere || others.length === moneyMethods.length) return null
  return (
    <details>
      <summary>{words.correction.title}</summary>
      <form class="stack" method="post" action={at(paths.reservationPaymentCorrection, { uuid: reservationId })}>
        <p class="prose">{words.correction.help}</p>
        <div class="actions">
          {others.map((method) => (
            <Submit key={method} look="quiet" name="method" value={method}>
              {words.correction.methods[method]}
            </Submit>
          ))}
        </div>
      </form>
    </details>
  )
}

const wordOf = { done: 'refunded', under_way: 'underWay', owed: 'owed', failed: 'failed' } as const

/** Says beside the state of a booking that it is not finished while somebody is owed money. */
export function OwedMoney({ owed }: { readonly owed: readonly AmountDue[] }) {
  const { language } = useReader()
  if (owed.length === 0) return null
  const amounts = owed.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language))
  return (
    <Standing sign="watch">
      {reservationMoneyTexts[language].toRefund({ amount: listText(amounts, language) })}
    </Standing>
  )
}

type CancellingProps = {
  readonly payments: readonly Payment[]
  readonly reservation: Pick<Reservation, 'bookerEmail' | 'toMail'>
  /** How many of its tickets somebody else was given, and whether the address of any of them is known. */
  readonly givenCount: number
  readonly holdersMailed: boolean
}

/** Says what becomes of the money when something of a booking is cancelled, who is told, and that who was given a ticket loses it. */
export function Cancelling({ payments, reservation, givenCount, holdersMailed }: CancellingProps) {
  const { language } = useReader()
  const told = useTold()
  const words = reservationMoneyTexts[language].cancelling
  const sentences = [
    words.again,
    moneyText(payments, language),
    bookerToldText(reservation, language, told),
    ...(givenCount > 0 ? [words.given({ count: givenCount })] : []),
    ...(holdersMailed ? [told(words.holdersMailed)] : []),
  ]
  return <p class="prose">{[...new Set(sentences)].join(' ')}</p>
}

function bookerToldText(
  { bookerEmail, toMail }: CancellingProps['reservation'],
  language: Language,
  told: ReturnType<typeof useTold>,
): string {
  const words = reservationMoneyTexts[language].cancelling
  if (bookerEmail === '') return words.nobodyTold
  return toMail ? told(words.mailed({ email: bookerEmail })) : words.unwanted
}

function moneyText(payments: readonly Payment[], language: Language): string {
  const words = reservationMoneyTexts[language].cancelling
  const paid = payments.find(({ status }) => status === 'settled')
  if (paid?.method === 'free') return words.givenAway
  const left = (paid?.receivedMinor ?? 0) - (paid?.refundedMinor ?? 0)
  if (!paid || left <= 0) return words.nothing
  const amount = amountText(left, paid.receivedCurrency ?? paid.currency, language)
  return paid.method === 'online' ? words.online({ amount }) : words.desk({ amount })
}
