import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import { listSimilarNames } from '../../db/similar-names.ts'
import { orNotFound } from '../../errors.ts'
import type { MomentThere } from '../../features/event/event.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { listNearEvents, type NearEvent } from '../../features/event/near-events.queries.ts'
import { sumFound } from '../../features/payment/found-sums.queries.ts'
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
import { momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import type { Clock } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { Several, tickColumn } from '../kit/several.tsx'
import type { Column } from '../kit/table.tsx'
import { listFoundBy, type TicketFound } from './found-by.ts'
import { Amount, AtEvent, Booked, countsOf, moneyOf, nameOf, Who } from './reservation-columns.tsx'
import { OwedMoney } from './reservation-money.tsx'
import { ReservationState } from './reservation-state.tsx'
import { severalActs } from './several.tsx'

const mostEvents = 100
const states = Object.keys(officeFilters) as readonly OfficeFilter[]

/** Registers the list of reservations, and the search that leads to one. */
export function registerReservationList(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.reservations,
    access: staff('reservations'),
    area: 'reservations',
    narrow: { event: Type.Optional(TextQuery), state: Type.Optional(TextQuery), ticked: Type.Optional(TextQuery) },
    sorts: { by: officeOrders, usual: '-created' },
    tooLittle: isTooLittle,
    similar: ({ request: { tenant } }, text) =>
      context.database.asTenant(tenant.id, (tx) => listSimilarNames(tx, 'tickets', text)),
    read: ({ request: { tenant } }, { text, ...part }, narrowed) =>
      context.database.asTenant(tenant.id, async (tx) => {
        const eventId = readUuid(narrowed.event)
        const filter = states.find((state) => state === narrowed.state) ?? null
        const events = await listChosen(tx, eventId, { now: context.now(), timeZone: tenant.timeZone })
        const found = await findAtOffice(tx, text === '' ? null : text, context.now())
        const rows = await listAtOffice(tx, { found, eventId, filter, ...part })
        const ids = rows.map(({ id }) => id)
        const sums = await sumFound(tx, found, { eventId, filter })
        const foundBy = await listFoundBy(tx, rows, text)
        return { events, eventId, filter, rows, sums, foundBy, owed: await sumRefundsDue(tx, ids) }
      }),
    only: ({ id }) => at(paths.reservation, { uuid: id }),
    show: ({ asked: { request }, found: { events, eventId, filter, sums, owed, foundBy, rows }, narrowed }) => {
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
        columns: columnsOf({ owed, foundBy, isTicked: narrowed.ticked === 'all' }, language),
        foot: rows.length === 0 ? null : <SeveralReservations here={request.query} />,
      }
    },
  })
}

function SeveralReservations({ here }: Pick<Parameters<typeof Several>[0], 'here'>) {
  const { several } = useTexts(reservationsTexts)
  const acts = severalActs.map((act) => [act, several.act[act]] as const)
  return <Several url={paths.reservationsSeveral} words={several} {...{ acts, here }} />
}

/** Lists the events that may be chosen; the chosen one is among them. @throws AppError not_found */
async function listChosen(tx: TenantTx, eventId: string | null, moment: MomentThere) {
  const near = await listNearEvents(tx, { ...moment, limit: mostEvents })
  if (eventId === null) return near
  const event = orNotFound(await findEvent(tx, eventId))
  return near.some(({ id }) => id === event.id) ? near : [event, ...near]
}

/** Makes the options of a choice of events: "The Owls · Friday 12 June, 20:30", since a house plays one piece on many nights. */
export function eventOptions(events: readonly Pick<NearEvent, 'id' | 'name' | 'startsAt'>[], clock: Clock) {
  return events.map(({ id, name, startsAt }) => [id, `${name} · ${momentText({ ...clock, at: startsAt })}`] as const)
}

type Owed = ReadonlyMap<string, readonly AmountDue[]>

type ColumnsOf = {
  /** Refunds due, by reservation. */
  readonly owed: Owed
  /** The tickets by which some were found. */
  readonly foundBy: readonly TicketFound[]
  readonly isTicked: boolean
}

function columnsOf(
  { owed, foundBy, isTicked }: ColumnsOf,
  language: Language,
): readonly Column<OfficeReservation, OfficeOrder>[] {
  const { columns, several } = reservationsTexts[language]
  return [
    tickColumn(several, isTicked, (one) => nameOf(one, language)),
    { name: columns.who, sort: 'who', bare: true, show: (one) => <Who reservation={one} foundBy={foundBy} /> },
    { name: columns.booked, sort: 'created', show: (one) => <Booked reservation={one} /> },
    { name: columns.event, sort: 'event', bare: true, show: (one) => <AtEvent reservation={one} /> },
    { name: columns.tickets, figures: true, show: ({ ticketCount }) => String(ticketCount) },
    { name: columns.amount, sort: 'amount', figures: true, show: (one) => <Amount reservation={one} /> },
    {
      name: columns.state,
      bare: true,
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
