import { versionOf } from '../../features/reservation/change-ticket.ts'
import type { Reservation } from '../../features/reservation/reservation.queries.ts'
import type { OfficeTicket } from '../../features/ticket/office-tickets.queries.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import { shortReference } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { type OfficeParts, queryOf } from './office-query.ts'
import { FoldedForm } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'

/** What was typed into the forms of one ticket. */
export type FilledTicket = {
  readonly ticketId: string
  readonly firstName?: string
  readonly lastName?: string
  readonly seat?: string
  readonly reason?: string
  /** The scan of somebody who was let in without network; otherwise the scan that the ticket's state comes from. */
  readonly scanId?: string | null
}

export type RefusedTicket = { readonly problems: readonly FormProblem[]; readonly filled?: FilledTicket }

export const seatField = (ticketId: string) => `seat-${ticketId}`
/** The id of the field for a reason. @param id the id of the ticket, or of the scan */
export const reasonField = (id: string) => `reason-${id}`

/** What the forms of tickets need to know of the page. */
export type TicketsShown = {
  readonly reservation: Reservation
  readonly parts: OfficeParts
  readonly refused: RefusedTicket
}

/** Lists the tickets of a reservation, with what can be done about each. */
export function TicketTable({ tickets, ...shown }: TicketsShown & { readonly tickets: readonly OfficeTicket[] }) {
  const words = useTexts(reservationTexts)
  const { columns } = words
  return (
    <DataTable
      label={words.tickets}
      rows={tickets}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.number, show: ({ id }) => <code id={`ticket-${id}`}>{shortReference(id)}</code> },
        {
          name: columns.holder,
          show: ({ firstName, lastName, holderEmail }) => (
            <span>
              {`${firstName} ${lastName}`.trim() || <span class="muted">{words.unnamed}</span>}
              {holderEmail === null ? null : (
                <span class="tight muted small">{words.givenTo({ email: holderEmail })}</span>
              )}
            </span>
          ),
        },
        {
          name: columns.price,
          show: ({ productName, priceName }) => (
            <Written>{productName === priceName ? priceName : `${productName}, ${priceName}`}</Written>
          ),
        },
        { name: columns.seat, show: ({ seat }) => (seat === freeSeating ? words.freeSeating : seat) },
        { name: columns.state, bare: true, show: (ticket) => <TicketState ticket={ticket} /> },
        {
          name: columns.change,
          bare: true,
          show: (ticket) => (ticket.cancelledAt === null ? <TicketForms ticket={ticket} {...shown} /> : null),
        },
      ]}
    />
  )
}

function TicketState({ ticket }: { readonly ticket: OfficeTicket }) {
  const words = useTexts(reservationTexts)
  const { status, cancelledAt, supersededBy, scannedAt, scannedBy } = ticket
  if (cancelledAt !== null) return words.ticketStates[supersededBy === null ? 'cancelled' : 'given']
  if (status === 'not_scanned') return words.ticketStates.valid
  if (status !== 'scanned') return words.ticketStates.waits
  return (
    <span>
      {words.ticketStates.scanned}
      <span class="tight muted small">
        {scannedAt === null ? null : (
          <span>
            <When at={scannedAt} />
            {scannedBy === null ? null : ` ${words.scannedBy({ device: scannedBy })}`}
          </span>
        )}
      </span>
    </span>
  )
}

function TicketForms({ ticket, ...shown }: TicketsShown & { readonly ticket: OfficeTicket }) {
  const { reservation, parts, refused } = shown
  const { id, firstName, lastName, status } = ticket
  const seat = ticket.seat === freeSeating ? '' : ticket.seat
  const filled = refused.filled?.ticketId === id ? refused.filled : undefined
  const names = { autocomplete: 'off', maxLength: 200 } as const
  const words = useTexts(reservationTexts)
  return (
    <div class="tight">
      <FoldedForm
        title={words.change}
        of={`ticket-${id}`}
        isOpen={filled !== undefined && filled.reason === undefined}
        action={`${at(paths.reservationTicket, { uuid: reservation.id, ticket: id })}${queryOf(parts)}`}
        sends={{ seen: versionOf(ticket) }}
        noValidate
        button={words.save}
      >
        <Field
          {...names}
          id={`first-name-${id}`}
          name="first_name"
          label={words.firstName}
          value={filled?.firstName ?? firstName}
        />
        <Field
          {...names}
          id={`last-name-${id}`}
          name="last_name"
          label={words.lastName}
          value={filled?.lastName ?? lastName}
        />
        <Field
          id={seatField(id)}
          name="seat"
          label={words.seat}
          help={words.seatHelp}
          autocomplete="off"
          autocapitalize="characters"
          maxLength={20}
          value={filled?.seat ?? seat}
          problems={refused.problems}
        />
      </FoldedForm>
      {status === 'scanned' && reservation.status !== 'cancelled' ? (
        <UndoScanForm {...shown} ticketId={id} scanId={null} of={`ticket-${id}`} />
      ) : null}
    </div>
  )
}

type UndoScanFormProps = TicketsShown & {
  readonly ticketId: string
  /** The scan to undo; null: the scan that the ticket's state comes from. */
  readonly scanId: string | null
  /** The id of the element that names what is undone. */
  readonly of: string
}

/** Undoes one scan, with the reason. */
export function UndoScanForm({ reservation, ticketId, scanId, parts, refused, of }: UndoScanFormProps) {
  const words = useTexts(reservationTexts)
  const { problems, filled } = refused
  const isFilled = filled?.reason !== undefined && filled.ticketId === ticketId && filled.scanId === scanId
  return (
    <FoldedForm
      title={words.undoScanTitle}
      of={of}
      isOpen={isFilled}
      action={`${at(paths.undoScan, { uuid: reservation.id, ticket: ticketId })}${queryOf(parts)}`}
      sends={{ scan: scanId }}
      noValidate
      button={words.undoScan}
    >
      <Field
        id={reasonField(scanId ?? ticketId)}
        name="reason"
        label={words.reason}
        autocomplete="off"
        maxLength={200}
        value={isFilled ? filled.reason : ''}
        problems={problems}
        required
      />
    </FoldedForm>
  )
}
