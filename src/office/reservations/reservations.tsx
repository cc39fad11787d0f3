import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { listNearEvents, type NearEvent } from '../../features/event/near-events.queries.ts'
import { type AmountDue, sumRefundsDue } from '../../features/payment/refunds-due.queries.ts'
import {
  listAtOffice,
  type OfficeFilter,
  type OfficeReservation,
  officeFilters,
} from '../../features/reservation/office-list.queries.ts'
import { amountText, momentText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { type Clock, When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import type { Column } from '../kit/table.tsx'
import { OwedMoney } from './reservation-money.tsx'
import { ReservationState } from './reservation-state.tsx'

const mostEvents = 100
const states = Object.keys(officeFilters) as readonly OfficeFilter[]

/** Registers the list of reservations, and the search that leads to one. */
export function registerReservationList(app: FastifyInstance, context: Context): void {
  listPage(app, {
    url: paths.reservations,
    access: staff('reservations'),
    area: 'reservations',
    narrow: { event: Type.Optional(TextQuery), state: Type.Optional(TextQuery) },
    tooLittle: isTooLittle,
    read: ({ request: { tenant } }, { text, ...part }, narrowed) =>
      context.database.asTenant(tenant.id, async (tx) => {
        const eventId = readUuid(narrowed.event)
        const filter = states.find((state) => state === narrowed.state) ?? null
        const events = await listChosen(tx, eventId, context.now())
        const search = { text: text === '' ? null : text, eventId, filter, now: context.now(), ...part }
        const rows = await listAtOffice(tx, search)
        const ids = rows.map(({ id }) => id)
        return { events, eventId, filter, rows, owed: await sumRefundsDue(tx, ids) }
      }),
    only: ({ id }) => at(paths.reservation, { uuid: id }),
    show: ({ asked: { request }, found: { events, eventId, filter, owed } }) => {
      const { language, tenant } = request
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

type Owed = ReadonlyMap<string, readonly AmountDue[]>

/** @param owed refunds due, by reservation */
function columnsOf(owed: Owed, language: Language): readonly Column<OfficeReservation>[] {
  const { columns } = reservationsTexts[language]
  return [
    { name: columns.who, show: (one) => <Who reservation={one} /> },
    { name: columns.number, show: ({ id }) => <code>{shortReference(id)}</code> },
    { name: columns.event, show: (one) => <AtEvent reservation={one} /> },
    { name: columns.tickets, figures: true, show: ({ ticketCount }) => String(ticketCount) },
    { name: columns.amount, figures: true, show: (one) => <Amount reservation={one} /> },
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
