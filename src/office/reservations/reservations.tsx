import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { listNearEvents, type NearEvent } from '../../features/event/near-events.queries.ts'
import { type FoundSums, sumFound } from '../../features/payment/found-sums.queries.ts'
import { type AmountDue, sumRefundsDue } from '../../features/payment/refunds-due.queries.ts'
import {
  findAtOffice,
  listAtOffice,
  type OfficeFilter,
  type OfficeOrder,
  type OfficeReservation,
  officeFilters,
  officeOrders,
} from '../../features/reservation/office-list.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText, momentText, numberText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { reservationMoneyTexts } from '../../messages/office/reservation-money.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { type Clock, When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { listChoice, listPage, type Sum } from '../kit/list-page.tsx'
import type { Column } from '../kit/table.tsx'
import { OwedMoney } from './reservation-money.tsx'
import { ReservationState } from './reservation-state.tsx'

const mostEvents = 100
const states = Object.keys(officeFilters) as readonly OfficeFilter[]

/** Registers the list of reservations, and the search that leads to one. */
export function registerReservationList(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.reservations,
    access: staff('reservations'),
    area: 'reservations',
    narrow: { event: Type.Optional(TextQuery), state: Type.Optional(TextQuery) },
    sorts: { by: officeOrders, usual: '-created' },
    tooLittle: isTooLittle,
    read: ({ request: { tenant } }, { text, ...part }, narrowed) =>
      context.database.asTenant(tenant.id, async (tx) => {
        const eventId = readUuid(narrowed.event)
        const filter = states.find((state) => state === narrowed.state) ?? null
        const events = await listChosen(tx, eventId, context.now())
        const found = await findAtOffice(tx, text === '' ? null : text, context.now())
        const rows = await listAtOffice(tx, { found, eventId, filter, ...part })
        const ids = rows.map(({ id }) => id)
        const sums = await sumFound(tx, found, { eventId, filter })
        return { events, eventId, filter, rows, sums, owed: await sumRefundsDue(tx, ids) }
      }),
    only: ({ id }) => at(paths.reservation, { uuid: id }),
    show: ({ asked: { request }, found: { events, eventId, filter, sums, owed } }) => {
      const { language, tenant, actor } = request
      const words = reservationsTexts[language]
      const when = { timeZone: tenant.timeZone, now: context.now(), language }
      return {
        title: words.title,
        search: words,
        choices: [
          {
            id: 'event',
            label: words.event,
            value: eventId ?? '',
            options: [['', words.anyEvent], ...eventOptions(events, when)],
          },
          listChoice<'' | OfficeFilter>(['state', words.state], filter ?? '', ['', ...states], {
            ...words.filters,
            '': words.anyState,
          }),
        ],
        sums: [
          ...countsOf(sums, language),
          ...(hasStaffPermission(actor, tenant, 'money') ? moneyOf(sums, tenant, language) : []),
        ],
        empty: words.empty,
        nobody: words.nobody,
        everything: words.everything,
        columns: columnsOf(owed, language),
      }
    },
  })
}

/** Lists the events that may be chosen; the chosen one is among them. @throws AppError not_found */
async function listChosen(tx: TenantTx, eventId: string | null, now: Date) {
  const near = await listNearEvents(tx, { now, limit: mostEvents })
  if (eventId === null) return near
  const event = orNotFound(await findEvent(tx, eventId))
  return near.some(({ id }) => id === event.id) ? near : [event, ...near]
}

/** Makes the options of a choice of events: "The Owls · Friday 12 June, 20:30", since a house plays one piece on many nights. */
export function eventOptions(events: readonly Pick<NearEvent, 'id' | 'name' | 'startsAt'>[], clock: Clock) {
  return events.map(({ id, name, startsAt }) => [id, `${name} · ${momentText({ ...clock, at: startsAt })}`] as const)
}

function countsOf({ bookings, tickets }: FoundSums, language: Language): readonly Sum[] {
  const { title, columns } = reservationsTexts[language]
  return [
    [title, numberText(bookings, language)],
    [columns.tickets, numberText(tickets, language)],
  ]
}

/** Says what money the bookings brought and are to bring, of each kind that there is any of. */
function moneyOf(
  { toPayMinor, received, refunded, owed }: FoundSums,
  tenant: Tenant,
  language: Language,
): readonly Sum[] {
  const { filters } = reservationsTexts[language]
  const { paid, refunded: back, owed: toRefund } = reservationMoneyTexts[language]
  const toPay = toPayMinor === 0 ? [] : [{ amountMinor: toPayMinor, currency: tenant.currency }]
  const lines = [
    ...toPay.map((sum) => [filters.to_pay, sum] as const),
    ...received.map((sum) => [paid[sum.method], sum] as const),
    ...refunded.map((sum) => [back, sum] as const),
    ...owed.map((sum) => [toRefund, sum] as const),
  ]
  return lines.map(([name, { amountMinor, currency }]) => [name, amountText(amountMinor, currency, language)])
}

type Owed = ReadonlyMap<string, readonly AmountDue[]>

/** @param owed refunds due, by reservation */
function columnsOf(owed: Owed, language: Language): readonly Column<OfficeReservation, OfficeOrder>[] {
  const { columns } = reservationsTexts[language]
  return [
    { name: columns.who, sort: 'who', show: (one) => <Who reservation={one} /> },
    { name: columns.booked, sort: 'created', show: (one) => <Booked reservation={one} /> },
    { name: columns.event, sort: 'event', show: (one) => <AtEvent reservation={one} /> },
    { name: columns.tickets, figures: true, show: ({ ticketCount }) => String(ticketCount) },
    { name: columns.amount, sort: 'amount', figures: true, show: (one) => <Amount reservation={one} /> },
    {
      name: columns.state,
      show: (one) => (
        <span>
          <ReservationState {...one} />
          <br />
          <OwedMoney owed={owed.get(one.id) ?? []} />
        </span>
      ),
    },
  ]
}

type OfReservation = { readonly reservation: OfficeReservation }

function Booked({ reservation: { id, createdAt } }: OfReservation) {
  return (
    <span>
      <code>{shortReference(id)}</code>
      <br />
      <span class="muted small">
        <When at={createdAt} />
      </span>
    </span>
  )
}

function AtEvent({ reservation: { eventName, startsAt } }: OfReservation) {
  const { noEvent } = useTexts(reservationsTexts)
  if (eventName === null || startsAt === null) return <span class="muted">{noEvent}</span>
  return (
    <span>
      <Written>{eventName}</Written>
      <br />
      <span class="muted small">
        <When at={startsAt} />
      </span>
    </span>
  )
}

/** Shows what a booking costs; one that was given away costs nothing, and its worth is shown. */
function Amount({ reservation: { totalMinor, isGivenAway } }: OfReservation) {
  const { currency, language } = useReader()
  const amount = amountText(totalMinor, currency, language)
  if (!isGivenAway) return <>{amount}</>
  return (
    <span>
      {amountText(0, currency, language)}
      <span class="tight muted small">{reservationsTexts[language].worth({ amount })}</span>
    </span>
  )
}

function Who({ reservation: { id, holder, bookerEmail } }: OfReservation) {
  const words = useTexts(reservationsTexts)
  return (
    <span>
      <a class="go" href={at(paths.reservation, { uuid: id })}>
        <strong>{holder ?? (bookerEmail === '' ? words.unnamed : bookerEmail)}</strong>
      </a>
      {holder === null && bookerEmail !== '' ? null : (
        <span class="tight muted small">{bookerEmail === '' ? words.noAddress : bookerEmail}</span>
      )}
    </span>
  )
}
