import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { type DeskReservation, searchAtDesk } from '../../features/reservation/desk-search.queries.ts'
import { countThings, type EventThings } from '../../features/reservation/hand-out.queries.ts'
import { isEmptyHanded, thingsLeftText } from '../../features/ticket/thing.ts'
import { shortReference } from '../../lib/ids.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { type Asked, staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { State } from '../../pages/booking/price-row.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { DeskSearchField, longestSearch } from '../kit/desk-search-field.tsx'
import { EventsWithThings } from './events-with-things.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { LinkTo, Submit } from '../../pages/parts.tsx'
import { registerHandOutPage } from './hand-out.tsx'

const DeskQuery = Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery), event: Type.Optional(UuidIn) })

/** Registers the pages where staff at the counter finds the person who stands before it (ADR 0110). */
export function registerHandOutPages(app: FastifyInstance, context: Context): void {
  registerHandOutPage(app, context)

  page(app, {
    method: 'GET',
    url: paths.handOuts,
    access: staff('reservations'),
    query: DeskQuery,
    handler: async (asked) => {
      const { language, query, reply } = asked
      const { title } = handOutsTexts[language]
      const text = (query.q ?? '').trim().slice(0, longestSearch)
      const number = query.page ?? 1
      const shown = await readDesk(context, asked, { text, eventId: query.event ?? null, number })
      const [only, ...others] = shown.found ?? []
      // A search that finds one booking alone leads there at once.
      if (text !== '' && only && others.length === 0 && number === 1)
        return reply.redirect(at(paths.handOut, { uuid: only.id }), 303)
      return showAdminPage(
        asked,
        { title, area: 'hand_outs' },
        <div class="stack">
          <h1>{title}</h1>
          <SearchForm text={text} isTooShort={shown.isTooShort} />
          {shown.found === null ? (
            <Events things={shown.things} />
          ) : (
            <Found found={shown.found} event={shown.event} text={text} number={number} />
          )}
        </div>,
      )
    },
  })
}

type Looked = { readonly text: string; readonly eventId: string | null; readonly number: number }

/** Reads who is listed. `found` is null where nobody is searched for, or the text is too short. @throws AppError not_found */
async function readDesk(context: Context, { request }: Asked, { text, eventId, number }: Looked) {
  return context.database.asTenant(request.tenant.id, async (tx) => {
    const event = text === '' && eventId !== null ? orNotFound(await findEvent(tx, eventId)) : null
    const search = text !== '' ? { text } : event && { eventId: event.id }
    const found = search && (await searchAtDesk(tx, search, rowsOf(number)))
    const isTooShort = text !== '' && found?.length === 0 && number === 1 && isTooLittle(text)
    if (found && !isTooShort) return { event, isTooShort, found, things: [] }
    return { event, isTooShort, found: null, things: await countThings(tx, context.now()) }
  })
}

function SearchForm({ text, isTooShort }: { readonly text: string; readonly isTooShort: boolean }) {
  const words = useTexts(handOutsTexts)
  const problem = isTooShort ? words.tooShort : null
  return (
    <search>
      <form class="search" method="get" action={paths.handOuts}>
        <DeskSearchField words={words} text={text} problem={problem} required autofocus={text === ''} />
        <Submit>{words.searchButton}</Submit>
      </form>
    </search>
  )
}

function Events({ things }: { readonly things: readonly EventThings[] }) {
  const { events, noEvents } = useTexts(handOutsTexts)
  return (
    <>
      <h2>{events}</h2>
      {things.length === 0 ? <p class="empty">{noEvents}</p> : <EventsWithThings things={things} />}
    </>
  )
}

type FoundProps = {
  /** The people of a page, and one more where there is another page. */
  readonly found: readonly DeskReservation[]
  /** The event whose people with something to collect are all listed; null: people are searched for. */
  readonly event: { readonly id: string; readonly name: string } | null
  readonly text: string
  readonly number: number
}

function Found({ found, event, text, number }: FoundProps) {
  const words = useTexts(handOutsTexts)
  return (
    <>
      <h2>
        {event === null ? (
          words.found({ query: text })
        ) : (
          <WrittenWithin sentence={(name) => words.atEvent({ event: name })}>{event.name}</WrittenWithin>
        )}
      </h2>
      {found.length === 0 ? (
        <p class="empty">{event === null ? words.nobody({ query: text }) : words.allCollected}</p>
      ) : (
        <ul class="rows">
          {found.slice(0, cardsPerPage).map((reservation) => (
            <FoundOne key={reservation.id} reservation={reservation} isOfOneEvent={event !== null} />
          ))}
        </ul>
      )}
      <Pager page={number} more={found.length > cardsPerPage} query={{ q: text, event: event?.id ?? '' }} />
    </>
  )
}

/** Shows one booking that was found. @param isOfOneEvent whether the page has already named the event */
function FoundOne({ reservation, isOfOneEvent }: { reservation: DeskReservation; isOfOneEvent: boolean }) {
  const words = useTexts(handOutsTexts)
  const { id, holder, bookerEmail, eventName, status, things } = reservation
  const left = thingsLeftText(things)
  // Why there is nothing to hand out.
  const why = isEmptyHanded(status) ? words.states[status] : words.nothingLeft
  return (
    <li>
      <span class="name">
        <LinkTo to={at(paths.handOut, { uuid: id })}>
          <strong>{holder ?? words.unnamed}</strong>
        </LinkTo>
      </span>
      <code>{shortReference(id)}</code>
      <State
        said={[
          bookerEmail === '' ? words.noAddress : bookerEmail,
          ...(isOfOneEvent || eventName === null ? [] : [<Written>{eventName}</Written>]),
          left === null ? why : <Written>{left}</Written>,
        ]}
      />
    </li>
  )
}
