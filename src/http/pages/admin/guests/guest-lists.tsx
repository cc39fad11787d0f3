import type { Guest, GuestList } from '../../../../features/guest-list/guest-list.queries.ts'
import type { Language } from '../../../../lib/language.ts'
import { guestTexts } from '../../../texts/admin/guest-texts.ts'
import { When } from '../../format.tsx'
import { cardsPerPage, Pager } from '../../pager.tsx'
import { Standing } from '../standing.tsx'
import { DataTable } from '../table.tsx'

export type ShownLists = {
  readonly lists: readonly GuestList[]
  /** Whose guests are shown; null: of none. */
  readonly open: { readonly list: GuestList; readonly guests: readonly Guest[]; readonly page: number } | null
}

type ListsProps = ShownLists & {
  readonly path: string
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** The lists that were sent for an event, and who is on one of them. */
export function GuestLists({ lists, open, path, timeZone, now, language }: ListsProps) {
  const words = guestTexts[language].lists
  return (
    <section class="stack" aria-labelledby="lists">
      <h2 id="lists">{words.title}</h2>
      {lists.length === 0 ? <p class="empty">{words.none}</p> : null}
      {open === null ? (
        <ul class="rows">
          {lists.map((list) => (
            <li key={list.id}>
              <span class="name">
                <a href={`${path}?list=${list.id}`} aria-label={words.show(nameOf(list, language))}>
                  {nameOf(list, language)}
                </a>
                <br />
                <span class="muted small">
                  <When at={list.createdAt} timeZone={timeZone} now={now} language={language} />
                </span>
              </span>
              <span class="muted">{words.count(list.guests ?? 0, list.places ?? 0)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <h3>{nameOf(open.list, language)}</h3>
          <p class="muted">
            {words.count(open.list.guests ?? 0, open.list.places ?? 0)} ·{' '}
            <When at={open.list.createdAt} timeZone={timeZone} now={now} language={language} />
          </p>
          <Guests guests={open.guests.slice(0, cardsPerPage)} label={words.title} language={language} />
          <Pager
            page={open.page}
            more={open.guests.length > cardsPerPage}
            language={language}
            query={{ list: open.list.id }}
          />
          <p>
            <a class="go" href={path}>
              {words.all}
            </a>
          </p>
        </>
      )}
    </section>
  )
}

type GuestsProps = {
  readonly guests: readonly Guest[]
  readonly label: string
  readonly language: Language
}

function Guests({ guests, label, language }: GuestsProps) {
  const { columns, lists: words } = guestTexts[language]
  if (guests.length === 0) return <p class="empty">{words.nobody}</p>
  const fullName = ({ firstName, lastName }: Guest) =>
    [firstName, lastName].filter(Boolean).join(' ') || words.unnamed
  return (
    <DataTable
      label={label}
      rows={guests}
      keyOf={({ reservationId }) => reservationId}
      columns={[
        {
          name: columns.name,
          show: (guest) => <a href={`/admin/reservations/${guest.reservationId}/`}>{fullName(guest)}</a>,
        },
        { name: columns.email, show: ({ bookerEmail }) => bookerEmail },
        { name: columns.places, show: ({ places }) => places, figures: true },
        { name: columns.note, show: ({ note }) => note },
        {
          name: columns.standing,
          show: ({ isIn, inside }) =>
            !isIn ? (
              <Standing sign="gone">{words.cancelled}</Standing>
            ) : (
              <Standing sign="well">{inside ? words.inside(inside) : words.isIn}</Standing>
            ),
        },
      ]}
    />
  )
}

function nameOf({ name }: Pick<GuestList, 'name'>, language: Language): string {
  return name === '' ? guestTexts[language].lists.unnamed : name
}
