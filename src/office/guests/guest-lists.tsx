import type { Guest, GuestList } from '../../features/guest-list/guest-list.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { mailsTexts } from '../../messages/office/mails.ts'
import { When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Listed } from '../kit/list-page.tsx'
import { NamedAt } from '../kit/parts.tsx'
import { Go, QuietLink, Section } from '../../pages/parts.tsx'
import { Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

export type ShownLists = {
  readonly lists: readonly GuestList[]
  /** The list whose guests are shown; null: none. */
  readonly open: { readonly list: GuestList; readonly guests: readonly Guest[]; readonly page: number } | null
}

/** Shows the lists that were sent for an event, and who is on one of them. */
export function GuestLists({ lists, open, path }: ShownLists & { readonly path: string }) {
  const words = useTexts(guestTexts).lists
  return (
    <Section id="lists" title={words.title}>
      {lists.length === 0 ? <p class="empty">{words.none}</p> : null}
      {open === null ? (
        <ul class="rows">
          {lists.map((list) => (
            <ListRow key={list.id} list={list} path={path} />
          ))}
        </ul>
      ) : (
        <OpenList {...open} path={path} />
      )}
    </Section>
  )
}

type ListProps = { readonly list: GuestList; readonly path: string }

function ListRow({ list, path }: ListProps) {
  const words = useTexts(guestTexts).lists
  const name = list.name || words.unnamed
  const { mailed, all } = mailsOf(list)
  return (
    <li>
      <NamedAt href={`${path}?list=${list.id}`} says={words.show({ name })} name={name} at={list.createdAt} />
      <span class="muted">
        {words.count({ guests: list.guests ?? 0, places: list.places ?? 0 })}
        {/* As long as there is something to wait for or to see to. */}
        {mailed === all ? null : (
          <>
            <br />
            <span class="small">{words.mailed({ mailed, of: all })}</span>
          </>
        )}
      </span>
    </li>
  )
}

function OpenList({ list, guests, page, path }: NonNullable<ShownLists['open']> & ListProps) {
  const { language } = useReader()
  const words = guestTexts[language].lists
  return (
    <>
      <h3>{list.name || words.unnamed}</h3>
      <p class="muted">
        {words.count({ guests: list.guests ?? 0, places: list.places ?? 0 })} · <When at={list.createdAt} />
      </p>
      <Mails list={list} path={path} />
      <Listed
        label={words.title}
        rows={guests}
        keyOf={({ reservationId }) => reservationId}
        columns={columnsOf(language)}
        empty={words.nobody}
        page={page}
        query={{ list: list.id }}
      />
      <Go to={path}>{words.all}</Go>
    </>
  )
}

function columnsOf(language: Language): readonly Column<Guest>[] {
  const { columns, lists: words } = guestTexts[language]
  const fullName = ({ firstName, lastName }: Guest) => [firstName, lastName].filter(Boolean).join(' ') || words.unnamed
  return [
    {
      name: columns.name,
      show: (guest) => <a href={at(paths.reservation, { uuid: guest.reservationId })}>{fullName(guest)}</a>,
    },
    { name: columns.email, bare: true, show: ({ bookerEmail }) => bookerEmail },
    { name: columns.places, show: ({ places }) => places, figures: true },
    { name: columns.note, show: ({ note }) => note },
    { name: columns.standing, bare: true, show: (guest) => <GuestStanding guest={guest} /> },
  ]
}

function GuestStanding({ guest }: { readonly guest: Guest }) {
  const words = useTexts(guestTexts).lists
  const { isIn, inside, isMailed, status } = guest
  if (!isIn) return <Standing sign="gone">{words.cancelled}</Standing>
  if (inside) return <Standing sign="well">{words.inside({ count: inside })}</Standing>
  if (!isMailed || status === 'valid') return <Standing sign="well">{words.isIn}</Standing>
  if (status === 'paid_email_invalid') return <Standing sign="watch">{words.standing.refused}</Standing>
  if (status === 'paid_email_unsent') return <Standing sign="well">{words.standing.notMailed}</Standing>
  return <Standing sign="waits">{words.standing.onTheirWay}</Standing>
}

/** Says how far the mails with the tickets of a list are: bookings are made at once, mails take their time (ADR 0248). */
function Mails({ list, path }: ListProps) {
  const { language } = useReader()
  const words = guestTexts[language].lists
  const { mailed, onTheirWay, notMailed, all } = mailsOf(list)
  if (all === 0) return null
  return (
    <div class="stack">
      <p class="numbers" id="mailed">
        {words.mailed({ mailed, of: all })}
      </p>
      <progress value={mailed} max={all} aria-labelledby="mailed" />
      {onTheirWay === 0 ? null : (
        <>
          <p>{words.onTheirWay({ guests: onTheirWay })}</p>
          <div class="actions">
            <QuietLink to={`${path}?list=${list.id}`}>{words.lookAgain}</QuietLink>
          </div>
        </>
      )}
      {notMailed === 0 ? null : (
        <p>
          {words.notMailed({ guests: notMailed })} <a href={paths.mails}>{mailsTexts[language].title}</a>
        </p>
      )}
    </div>
  )
}

function mailsOf({ mailed, onTheirWay, notMailed }: GuestList) {
  const counts = { mailed: mailed ?? 0, onTheirWay: onTheirWay ?? 0, notMailed: notMailed ?? 0 }
  return { ...counts, all: counts.mailed + counts.onTheirWay + counts.notMailed }
}
