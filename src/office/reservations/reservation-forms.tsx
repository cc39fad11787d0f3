import type { ComponentChildren } from 'preact'
import { addressVersion } from '../../features/reservation/correct-address.ts'
import type { Reservation } from '../../features/reservation/reservation.queries.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import type { OfficeCounts, OfficeTicket } from '../../features/ticket/office-tickets.queries.ts'
import { shortReference } from '../../lib/ids.ts'
import { numberText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { reservationMoneyTexts } from '../../messages/office/reservation-money.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { EmailField } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { DeskMethods } from '../kit/desk-methods.tsx'
import { FoldedForm, Submit } from '../../pages/parts.tsx'
import { type OfficeParts, queryOf } from './office-query.ts'

/** Says what is due, and asks how it was just paid. */
export function PayForm({ id, amount }: { readonly id: string; readonly amount: string }) {
  const words = useTexts(reservationTexts)
  return (
    <form method="post" action={at(paths.reservationPayments, { uuid: id })}>
      <p class="sum">{words.pay({ amount })}</p>
      <div class="actions">
        <DeskMethods words={words.payMethods} />
      </div>
    </form>
  )
}

type AddressFormProps = {
  readonly reservation: Reservation
  readonly refused: { readonly problems: readonly FormProblem[]; readonly email?: string }
}

/** Asks for the right address, where the tickets reached nobody. */
export function AddressForm({ reservation, refused }: AddressFormProps) {
  const words = useTexts(reservationTexts).address
  const { id, status, bookerEmail } = reservation
  const isRefused = status === 'paid_email_invalid'
  return (
    <FoldedForm
      title={words.title}
      isOpen={isRefused || refused.email !== undefined}
      action={at(paths.reservationAddress, { uuid: id })}
      sends={{ seen: addressVersion(reservation) }}
      class="narrow"
      look="quiet"
      button={words.button}
    >
      <p class="prose">{isRefused ? words.refused : words.unsent}</p>
      <EmailField
        label={words.label}
        autocomplete="off"
        problems={refused.problems}
        value={refused.email ?? bookerEmail}
      />
    </FoldedForm>
  )
}

type CancelFormProps = {
  readonly reservation: Reservation
  /** The tickets that the page shows. */
  readonly tickets: readonly OfficeTicket[]
  readonly counts: OfficeCounts
  /** Those that somebody else was given. */
  readonly given: ReadonlySet<string>
  readonly parts: OfficeParts
  /** Whether somebody has entered with it, or things of it were handed out. */
  readonly isUsed: boolean
  readonly mayInsist: boolean
  readonly isPaidAtDesk: boolean
  /** What becomes of the money, and who is told. */
  readonly effect: ComponentChildren
}

/** Cancels the reservation or tickets of it; folded up, so that nobody comes here by mistake. */
export function CancelForm(props: CancelFormProps) {
  const { reservation, tickets, given, counts, parts, isUsed, mayInsist, isPaidAtDesk, effect } = props
  const { language } = useReader()
  const words = reservationTexts[language]
  const number = (count: number) => numberText(count, language)
  const open = tickets.filter(({ status, cancelledAt }) => status === 'not_scanned' && cancelledAt === null)
  const mayChoose = !canExpire(reservation.status) && counts.all > 1
  return (
    <details>
      <summary>{words.cancelTitle}</summary>
      <form
        class="panel"
        method="post"
        action={`${at(paths.reservationCancellation, { uuid: reservation.id })}${queryOf(parts)}`}
      >
        {effect}
        {isPaidAtDesk ? <Tick name="handed_over">{words.handsOver}</Tick> : null}
        {mayChoose && counts.open > open.length ? (
          <p class="muted">
            {words.cancelPart({ here: number(open.length), count: counts.open, number: number(counts.open) })}
          </p>
        ) : null}
        {mayChoose ? <ChooseTickets tickets={open} given={given} /> : null}
        {isUsed ? (
          <p class="notice">{mayInsist ? reservationMoneyTexts[language].insistMine : words.insistNeeded}</p>
        ) : null}
        {isUsed && mayInsist ? <Tick name="insist">{words.insist}</Tick> : null}
        <button class="button danger" type="submit" name="all" value="true">
          {words.cancelAll}
        </button>
      </form>
    </details>
  )
}

type ChooseProps = Pick<CancelFormProps, 'tickets' | 'given'>

function ChooseTickets({ tickets, given }: ChooseProps) {
  const words = useTexts(reservationTexts)
  if (tickets.length === 0) return null
  return (
    <>
      <fieldset>
        <legend>{words.chooseTickets}</legend>
        {tickets.map(({ id, firstName, lastName, holderEmail }) => (
          <label key={id} class="check">
            <input type="checkbox" name="ticket" value={id} />
            <span>
              <code>{shortReference(id)}</code> {`${firstName} ${lastName}`.trim() || words.unnamed}
              {given.has(id) ? (
                <span class="tight muted small">
                  {holderEmail === null ? words.ticketStates.given : words.givenTo({ email: holderEmail })}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </fieldset>
      <Submit look="quiet">{words.cancelSome}</Submit>
    </>
  )
}

function Tick({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} value="true" />
      {children}
    </label>
  )
}
