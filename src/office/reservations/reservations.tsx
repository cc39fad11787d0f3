import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { listNearEvents, type NearEvent } from '../../features/event/near-events.queries.ts'
import { type AmountDue, sumRefundsDue } from '../../features/payment/refunds-due.queries.ts'
import {
  listAtOffice,
  type OfficeFilter,
  type OfficeReservation,
  officeFilters,
} from '../../features/reservation/office-list.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText, momentText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { DeskSearchField, longestSearch } from '../kit/desk-search-field.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { OwedMoney } from './reservation-money.tsx'
import { ReservationState } from './reservation-state.tsx'
import { DataTable } from '../kit/table.tsx'

const mostEvents = 100

const OfficeQuery = Type.Object({
  ...PagerQuery.properties,
  q: Type.Optional(TextQuery),
  event: Type.Optional(TextQuery),
  state: Type.Optional(TextQuery),
})

/** Every reservation, and the way to one of them. */
export function registerReservationList(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.reservations,
    access: staff('reservations'),
    query: OfficeQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = reservationsTexts[language]
      const text = (query.q ?? '').slice(0, longestSearch)
      const [number, now] = [query.page ?? 1, context.now()]
      const filter = isFilter(query.state) ? query.state : null
      const eventId = readUuid(query.event)
      const shown = await context.database.asTenant(tenant.id, async (tx) => {
        const event = eventId === null ? null : await findEvent(tx, eventId)
        if (eventId !== null && !event) throw new AppError('not_found')
        const near = await listNearEvents(tx, { now, limit: mostEvents })
        const search = { text: text === '' ? null : text, eventId, filter, now, ...rowsOf(number) }
        const found = await listAtOffice(tx, search)
        return {
          events: event && near.every(({ id }) => id !== event.id) ? [event, ...near] : near,
          found,
          owed: await sumRefundsDue(
            tx,
            found.map(({ id }) => id),
          ),
        }
      })
      const isNarrowed = eventId !== null || filter !== null
      // Narrowed down, somebody may be called so all the same.
      const tooShort = text !== '' && shown.found.length === 0 && number === 1 && !isNarrowed && isTooLittle(text)
      const isChosen = text !== '' || isNarrowed
      const [only, ...others] = shown.found
      // Whoever typed what only one booking has is there at once.
      if (text !== '' && only && others.length === 0 && number === 1)
        return reply.redirect(at(paths.reservation, { uuid: only.id }), 303)
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'reservations' },
        <div class="stack">
          <h1>{words.title}</h1>
          <SearchForm
            text={text}
            problem={tooShort ? words.tooShort : null}
            events={shown.events}
            eventId={eventId}
            filter={filter}
            timeZone={tenant.timeZone}
            now={now}
            language={language}
          />
          {tooShort ? null : shown.found.length === 0 ? (
            <p class="empty">{isChosen || number > 1 ? words.nobody : words.empty}</p>
          ) : (
            <Found found={shown.found.slice(0, cardsPerPage)} {...{ owed: shown.owed, tenant, now, language }} />
          )}
          {isChosen ? (
            <p>
              <a class="go" href={paths.reservations}>
                {words.everything}
              </a>
            </p>
          ) : null}
          <Pager
            page={number}
            more={shown.found.length > cardsPerPage}
            language={language}
            query={{ q: text, event: eventId ?? '', state: filter ?? '' }}
          />
        </div>,
      )
    },
  })
}

function isFilter(text: string | undefined): text is OfficeFilter {
  return text !== undefined && Object.hasOwn(officeFilters, text)
}

type SearchFormProps = {
  readonly text: string
  readonly problem: string | null
  readonly events: readonly Pick<NearEvent, 'id' | 'name' | 'startsAt'>[]
  readonly eventId: string | null
  readonly filter: OfficeFilter | null
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function SearchForm({ text, problem, events, eventId, filter, ...when }: SearchFormProps) {
  const words = reservationsTexts[when.language]
  const states = Object.keys(officeFilters) as OfficeFilter[]
  return (
    <search>
      <form class="search" method="get" action={paths.reservations}>
        <div class="more">
          <DeskSearchField words={words} text={text} problem={problem} />
        </div>
        <Choice
          id="event"
          label={words.event}
          value={eventId ?? ''}
          options={[
            ['', words.anyEvent],
            ...events.map(({ id, name, startsAt }) => [id, eventText(name, startsAt, when)] as const),
          ]}
        />
        <Choice
          id="state"
          label={words.state}
          value={filter ?? ''}
          options={[['', words.anyState], ...states.map((state) => [state, words.filters[state]] as const)]}
        />
        <button class="button" type="submit">
          {words.button}
        </button>
      </form>
    </search>
  )
}

type Moments = { readonly timeZone: string; readonly now: Date; readonly language: Language }

/** "The Owls · Friday 12 June, 20:30": a house plays one piece on many nights. */
export function eventText(name: string, startsAt: Date, when: Moments): string {
  return `${name} · ${momentText({ at: startsAt, ...when })}`
}

type FoundProps = {
  readonly found: readonly OfficeReservation[]
  /** By reservation. */
  readonly owed: ReadonlyMap<string, readonly AmountDue[]>
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

function Found({ found, owed, tenant, now, language }: FoundProps) {
  const words = reservationsTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={found}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.who, show: (one) => <Who reservation={one} language={language} /> },
        { name: columns.number, show: ({ id }) => <code>{shortReference(id)}</code> },
        {
          name: columns.event,
          show: ({ eventName, startsAt }) =>
            eventName === null || startsAt === null ? (
              <span class="muted">{words.noEvent}</span>
            ) : (
              <span>
                <Written>{eventName}</Written>
                <br />
                <span class="muted small">
                  <When at={startsAt} timeZone={tenant.timeZone} now={now} language={language} />
                </span>
              </span>
            ),
        },
        { name: columns.tickets, figures: true, show: ({ ticketCount }) => String(ticketCount) },
        {
          name: columns.amount,
          figures: true,
          show: (one) => <Amount reservation={one} currency={tenant.currency} language={language} />,
        },
        {
          name: columns.state,
          show: (one) => (
            <span>
              <ReservationState {...one} language={language} />
              <br />
              <OwedMoney owed={owed.get(one.id) ?? []} language={language} />
            </span>
          ),
        },
      ]}
    />
  )
}

type AmountProps = WhoProps & { readonly currency: string }

/** What it costs; of what was given away nothing, with what it is worth. */
function Amount({ reservation: { totalMinor, isGivenAway }, currency, language }: AmountProps) {
  const amount = amountText(totalMinor, currency, language)
  if (!isGivenAway) return <>{amount}</>
  return (
    <span>
      {amountText(0, currency, language)}
      <span class="tight muted small">{reservationsTexts[language].worth({ amount })}</span>
    </span>
  )
}

type WhoProps = { readonly reservation: OfficeReservation; readonly language: Language }

function Who({ reservation: { id, holder, bookerEmail }, language }: WhoProps) {
  const words = reservationsTexts[language]
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
