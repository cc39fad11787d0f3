import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { type DeskReservation, type DeskSearch, searchAtDesk } from '../../features/reservation/desk-search.queries.ts'
import { countThings } from '../../features/reservation/hand-out.queries.ts'
import { isEmptyHanded, thingsLeftText } from '../../features/ticket/thing.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { State } from '../../pages/booking/price-row.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { DeskSearchField, longestSearch } from '../kit/desk-search-field.tsx'
import { EventsWithThings } from './events-with-things.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { registerHandOutPage } from './hand-out.tsx'

const DeskQuery = Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery), event: Type.Optional(UuidIn) })

/** Where somebody at the counter finds whoever stands before it (ADR 0110). */
export function registerHandOutPages(app: FastifyInstance, context: Context): void {
  registerHandOutPage(app, context)

  page(app, {
    method: 'GET',
    url: paths.handOuts,
    access: staff('reservations'),
    query: DeskQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = handOutsTexts[language]
      const text = (query.q ?? '').trim().slice(0, longestSearch)
      const number = query.page ?? 1
      const asked: DeskSearch | null = text !== '' ? { text } : query.event ? { eventId: query.event } : null
      const shown = await context.database.asTenant(tenant.id, async (tx) => {
        const event = asked && 'eventId' in asked ? await findEvent(tx, asked.eventId) : null
        if (asked && 'eventId' in asked && !event) throw new AppError('not_found')
        const found = asked && (await searchAtDesk(tx, asked, rowsOf(number)))
        const tooShort = text !== '' && found?.length === 0 && number === 1 && isTooLittle(text)
        const isShown = asked !== null && !tooShort
        return {
          event,
          tooShort,
          found: isShown ? found : null,
          things: isShown ? [] : await countThings(tx, context.now()),
        }
      })
      const [only, ...others] = shown.found ?? []
      // Whoever typed what only one booking has is there at once.
      if (asked && 'text' in asked && only && others.length === 0 && number === 1)
        return reply.redirect(at(paths.handOut, { uuid: only.id }), 303)
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'hand_outs' },
        <div class="stack">
          <h1>{words.title}</h1>
          <SearchForm text={text} problem={shown.tooShort ? words.tooShort : null} language={language} />
          {shown.found ? (
            <>
              <h2>
                {shown.event ? (
                  <WrittenWithin sentence={(event) => words.atEvent({ event })}>{shown.event.name}</WrittenWithin>
                ) : (
                  words.found({ query: text })
                )}
              </h2>
              <Found
                found={shown.found.slice(0, cardsPerPage)}
                nobody={shown.event ? words.allCollected : words.nobody({ query: text })}
                isOfOneEvent={shown.event !== null}
                language={language}
              />
              <Pager
                page={number}
                more={shown.found.length > cardsPerPage}
                language={language}
                query={{ q: text, event: shown.event?.id ?? '' }}
              />
            </>
          ) : (
            <>
              <h2>{words.events}</h2>
              {shown.things.length === 0 ? (
                <p class="empty">{words.noEvents}</p>
              ) : (
                <EventsWithThings
                  things={shown.things}
                  timeZone={tenant.timeZone}
                  now={context.now()}
                  language={language}
                />
              )}
            </>
          )}
        </div>,
      )
    },
  })
}

type SearchFormProps = { readonly text: string; readonly problem: string | null; readonly language: Language }

function SearchForm({ text, problem, language }: SearchFormProps) {
  const words = handOutsTexts[language]
  return (
    <search>
      <form class="search" method="get" action={paths.handOuts}>
        <DeskSearchField words={words} text={text} problem={problem} required autofocus={text === ''} />
        <button class="button" type="submit">
          {words.searchButton}
        </button>
      </form>
    </search>
  )
}

type FoundProps = {
  readonly found: readonly DeskReservation[]
  readonly nobody: string
  /** Which the page has named. */
  readonly isOfOneEvent: boolean
  readonly language: Language
}

function Found({ found, nobody, isOfOneEvent, language }: FoundProps) {
  if (found.length === 0) return <p class="empty">{nobody}</p>
  return (
    <ul class="rows">
      {found.map((reservation) => (
        <FoundOne key={reservation.id} {...{ reservation, isOfOneEvent, language }} />
      ))}
    </ul>
  )
}

type FoundOneProps = Omit<FoundProps, 'found' | 'nobody'> & { readonly reservation: DeskReservation }

function FoundOne({ reservation, isOfOneEvent, language }: FoundOneProps) {
  const words = handOutsTexts[language]
  const { id, holder, bookerEmail, eventName } = reservation
  const left = thingsLeftText(reservation.things)
  return (
    <li>
      <span class="name">
        <a class="go" href={at(paths.handOut, { uuid: id })}>
          <strong>{holder ?? words.unnamed}</strong>
        </a>
      </span>
      <code>{shortReference(id)}</code>
      <State
        said={[
          bookerEmail === '' ? words.noAddress : bookerEmail,
          ...(isOfOneEvent || eventName === null ? [] : [<Written>{eventName}</Written>]),
          left === null ? stateOf(reservation, language) : <Written>{left}</Written>,
        ]}
      />
    </li>
  )
}

/** Why there is nothing to hand out. */
function stateOf({ status }: DeskReservation, language: Language): string {
  const words = handOutsTexts[language]
  return isEmptyHanded(status) ? words.states[status] : words.nothingLeft
}
