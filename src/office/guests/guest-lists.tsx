import type { Guest, GuestList } from '../../features/guest-list/guest-list.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { mailsTexts } from '../../messages/office/mails.ts'
import { When } from '../../pages/format.tsx'
import { cardsPerPage, Pager } from '../../pages/pager.tsx'
import { Standing } from '../kit/standing.tsx'
import { DataTable } from '../kit/table.tsx'

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
                <a href={`${path}?list=${list.id}`} aria-label={words.show({ name: nameOf(list, language) })}>
                  {nameOf(list, language)}
                </a>
                <br />
                <span class="muted small">
                  <When at={list.createdAt} timeZone={timeZone} now={now} language={language} />
                </span>
              </span>
              <span class="muted">
                {words.count({ guests: list.guests ?? 0, places: list.places ?? 0 })}
                <MailedBriefly list={list} language={language} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <h3>{nameOf(open.list, language)}</h3>
          <p class="muted">
            {words.count({ guests: open.list.guests ?? 0, places: open.list.places ?? 0 })} ·{' '}
            <When at={open.list.createdAt} timeZone={timeZone} now={now} language={language} />
          </p>
          <Mailed list={open.list} path={path} language={language} />
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

type GuestsProps = { readonly guests: readonly Guest[]; readonly label: string; readonly language: Language }

function Guests({ guests, label, language }: GuestsProps) {
  const { columns, lists: words } = guestTexts[language]
  if (guests.length === 0) return <p class="empty">{words.nobody}</p>
  const fullName = ({ firstName, lastName }: Guest) => [firstName, lastName].filter(Boolean).join(' ') || words.unnamed
  return (
    <DataTable
      label={label}
      rows={guests}
      keyOf={({ reservationId }) => reservationId}
      columns={[
        {
          name: columns.name,
          show: (guest) => <a href={at(paths.reservation, { uuid: guest.reservationId })}>{fullName(guest)}</a>,
        },
        { name: columns.email, show: ({ bookerEmail }) => bookerEmail },
        { name: columns.places, show: ({ places }) => places, figures: true },
        { name: columns.note, show: ({ note }) => note },
        { name: columns.standing, show: (guest) => <GuestStanding guest={guest} language={language} /> },
      ]}
    />
  )
}

function GuestStanding({ guest, language }: { readonly guest: Guest; readonly language: Language }) {
  const words = guestTexts[language].lists
  const { isIn, inside, isMailed, status } = guest
  if (!isIn) return <Standing sign="gone">{words.cancelled}</Standing>
  if (inside) return <Standing sign="well">{words.inside({ count: inside })}</Standing>
  if (!isMailed || status === 'valid') return <Standing sign="well">{words.isIn}</Standing>
  if (status === 'paid_email_invalid') return <Standing sign="watch">{words.standing.refused}</Standing>
  if (status === 'paid_email_unsent') return <Standing sign="well">{words.standing.notMailed}</Standing>
  return <Standing sign="waits">{words.standing.onTheirWay}</Standing>
}

type MailedProps = { readonly list: GuestList; readonly language: Language }

/** How far the mails with the tickets of a list are: the bookings are made at once, and mails take their time (ADR 0248). */
function Mailed({ list, path, language }: MailedProps & { readonly path: string }) {
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
            <a class="button quiet" href={`${path}?list=${list.id}`}>
              {words.lookAgain}
            </a>
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

/** The same in a line, as long as there is something to wait for or to see to. */
function MailedBriefly({ list, language }: MailedProps) {
  const { mailed, all } = mailsOf(list)
  if (mailed === all) return null
  return (
    <>
      <br />
      <span class="small">{guestTexts[language].lists.mailed({ mailed, of: all })}</span>
    </>
  )
}

function mailsOf({ mailed, onTheirWay, notMailed }: GuestList) {
  const counts = { mailed: mailed ?? 0, onTheirWay: onTheirWay ?? 0, notMailed: notMailed ?? 0 }
  return { ...counts, all: counts.mailed + counts.onTheirWay + counts.notMailed }
}

function nameOf({ name }: Pick<GuestList, 'name'>, language: Language): string {
  return name === '' ? guestTexts[language].lists.unnamed : name
}
