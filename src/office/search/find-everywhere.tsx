import type { FastifyRequest } from 'fastify'
import { serverSide, type TenantTx } from '../../db/database.ts'
import { listSimilarNames } from '../../db/similar-names.ts'
import { listPrivileged } from '../../features/account/account.queries.ts'
import { findCardByText, listPurses } from '../../features/card/card-list.queries.ts'
import { searchProducts } from '../../features/catalog/catalog.queries.ts'
import { productLists } from '../../features/catalog/product.ts'
import { codeLists, isCode, normalizeCode } from '../../features/catalog/promotional-code.ts'
import { searchCodes } from '../../features/catalog/promotional-code.queries.ts'
import { searchEvents, usualOrder } from '../../features/event/event-lists.queries.ts'
import { listMembers } from '../../features/membership/member-list.queries.ts'
import { findAtOffice, listAtOffice } from '../../features/reservation/office-list.queries.ts'
import { searchEntries } from '../../features/tenant/programme.queries.ts'
import { searchDirectory } from '../../features/tenant/root.queries.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import { isReferenceOf, shortReference } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { foldedWords, isEmail } from '../../lib/text.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { productTexts } from '../../messages/office/product.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { searchTexts } from '../../messages/office/search.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { CardStanding } from '../cards/cards.tsx'
import { EventState } from '../events/events.tsx'
import { type AdminArea, adminAreas } from '../kit/areas.ts'
import { groupsFor, mayEnter } from '../kit/frame.tsx'
import { MemberStanding, memberName } from '../members/member-standing.tsx'
import { entryRooms } from '../programme/entry-rooms.ts'
import { listFoundBy, nameOn, type TicketFound } from '../reservations/found-by.ts'
import { ReservationState } from '../reservations/reservation-state.tsx'
import { rootRooms } from '../root/rooms.ts'
import { settingsRoomsFor } from '../settings/settings-page.tsx'
import type { Found, FoundGroup } from './found.tsx'

/** How many things of a kind are shown. */
const mostOfKind = 5
const latest = { sort: 'created', isDescending: true } as const
/** One more, to know whether there are others. */
const part = { limit: mostOfKind + 1, offset: 0 }

type AtOffice = Awaited<ReturnType<typeof listAtOffice>>[number]

type Search = {
  readonly tx: TenantTx
  readonly request: FastifyRequest
  /** What was typed, without blanks around it. */
  readonly text: string
  readonly now: Date
}

/**
 * Finds everything that a text finds in the lists of the rooms that somebody may enter, by the searches of these lists: the first of
 * each kind. Kinds of which there is nothing are left out.
 */
export async function findEverywhere(search: Search): Promise<readonly FoundGroup[]> {
  const { request } = search
  if (request.tenant.category === 'root')
    return [findPages(search), await findOrganisations(search), await findPrivileged(search)].filter(isAny)
  const kinds: readonly (readonly [AdminArea, (search: Search) => Promise<readonly FoundGroup[]>])[] = [
    // Whoever sees how an evening goes may open the page of each event.
    ['overview', findEvents],
    ['reservations', findBookings],
    ['members', findMembers],
    ['cards', findCards],
    ['products', findProducts],
    ['promotional_codes', findCodes],
    ...entryRooms.map(({ noun, area }) => [area, (asked: Search) => findEntries(asked, noun, area)] as const),
  ]
  const found = kinds.filter(([area]) => mayEnter(request, area)).map(([, find]) => find(search))
  return [findPages(search), ...(await Promise.all(found)).flat()].filter(isAny)
}

/** Finds names that are written nearly as one that nobody has, of those whom somebody may search by name. */
export async function findSimilarNames({ tx, request, text }: Search): Promise<readonly string[]> {
  if (request.tenant.category === 'root') return []
  const tickets = mayEnter(request, 'reservations') ? await listSimilarNames(tx, 'tickets', text) : []
  const members = mayEnter(request, 'members') ? await listSimilarNames(tx, 'members', text) : []
  return [...new Set([...tickets, ...members])]
}

const isAny = ({ found }: FoundGroup) => found.length > 0

async function findOrganisations({ tx, request: { language }, text }: Search): Promise<FoundGroup> {
  const { organisations: title } = rootTexts[language].rooms
  const rows = await searchDirectory(serverSide(tx), { wanted: text, sort: 'since', isDescending: true, ...part })
  const found = rows
    .slice(0, mostOfKind)
    .map(({ id, organisation, city, host }) => ({
      href: at(paths.organisation, { uuid: id }),
      name: <Written>{organisation}</Written>,
      note: [host, city].filter(Boolean).join(' · '),
    }))
  const more = rows.length > mostOfKind ? at(rootRooms.organisations, {}, { q: text }) : null
  return { id: 'organisations', title, found, more }
}

/** Finds people with rights on the server by a part of their address; all are on one page. */
async function findPrivileged({ tx, request: { language }, text }: Search): Promise<FoundGroup> {
  const { people } = rootTexts[language].rooms
  const accounts = await listPrivileged(serverSide(tx))
  const found = accounts.filter(({ email }) => email.includes(text.toLowerCase()))
  const lines = found.map(({ id, email }) => ({ href: `${rootRooms.people}#${id}`, name: email }))
  return {
    id: 'people',
    title: people,
    found: lines.slice(0, mostOfKind),
    more: found.length > mostOfKind ? rootRooms.people : null,
  }
}

/** Finds pages by the beginnings of words of their names. */
function findPages({ request, text }: Search): FoundGroup {
  const { language } = request
  const rooms = groupsFor(request).flatMap((group) => group.rooms)
  const { title, rooms: names } = settingsTexts[language]
  const pages = [
    ...rooms.map(({ path, name }) => ({ href: path, name, note: null })),
    ...(request.tenant.category === 'root' ? [] : settingsRoomsFor(request)).map(([room, { path }]) => ({
      href: path,
      name: names[room].name,
      note: title,
    })),
  ]
  const words = foldedWords(text)
  const isSuch = (name: string) => {
    const own = foldedWords(name)
    return words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word)))
  }
  const found = pages.filter(({ name }) => isSuch(name)).slice(0, mostOfKind)
  return { id: 'pages', title: searchTexts[language].pages, found, more: null }
}

async function findEvents({ tx, request, text, now }: Search): Promise<readonly FoundGroup[]> {
  // Together they are all there are: what is unpublished is upcoming or past as well.
  const { found, more } = await readLists(['upcoming', 'past', 'cancelled', 'archived'], (list, limit) =>
    searchEvents(tx, {
      list,
      text,
      locationId: null,
      now,
      timeZone: request.tenant.timeZone,
      ...usualOrder(list),
      limit,
      offset: 0,
    }),
  )
  const bookings = mayEnter(request, 'reservations') ? frameTexts[request.language].areas.reservations : null
  const lines = found.map((event) => ({
    href: at(paths.event, { uuid: event.id }),
    name: <Written>{event.name}</Written>,
    note: (
      <>
        <When at={event.startsAt} />
        <EventState event={event} />
      </>
    ),
    end:
      bookings === null ? null : (
        <a href={at(paths.reservations, {}, { event: event.id })} aria-label={`${bookings}: ${event.name}`}>
          {bookings}
        </a>
      ),
  }))
  return [groupOf(request, 'events', lines, mayEnter(request, 'events') && more ? { q: text, list: more } : null)]
}

/** Finds bookings, and of these the tickets that say why. */
async function findBookings({ tx, request, text, now }: Search): Promise<readonly FoundGroup[]> {
  const { language } = request
  const words = reservationsTexts[language]
  const found = await findAtOffice(tx, text, now)
  const rows = await listAtOffice(tx, { found, eventId: null, filter: null, ...latest, ...part })
  const shown = rows.slice(0, mostOfKind)
  const tickets = await listFoundBy(tx, shown, text)
  const byId = new Map(shown.map((one) => [one.id, one]))
  const all = { q: text }
  const bookings = shown.map((one) => bookingLine(one, text, words.unnamed))
  const own = tickets
    .slice(0, mostOfKind)
    .map((ticket) => ticketLine(ticket, byId.get(ticket.reservationId)?.eventName ?? null, text))
  return [
    groupOf(request, 'reservations', bookings, rows.length > mostOfKind ? all : null),
    {
      ...groupOf(request, 'reservations', own, tickets.length > mostOfKind ? all : null),
      id: 'tickets',
      title: words.columns.tickets,
      isWithin: true,
    },
  ]
}

/** A booking that was found. @param unnamed what it is called where neither a holder nor an address is known */
function bookingLine(one: AtOffice, text: string, unnamed: string): Found {
  return {
    href: at(paths.reservation, { uuid: one.id }),
    name: one.holder ?? (one.bookerEmail === '' ? unnamed : one.bookerEmail),
    note: (
      <>
        <code>{shortReference(one.id)}</code>
        {one.eventName === null ? null : (
          <>
            {' · '}
            <Written>{one.eventName}</Written>
          </>
        )}
        {one.startsAt === null ? null : (
          <>
            {' · '}
            <When at={one.startsAt} />
          </>
        )}
        {one.holder === null || one.bookerEmail === '' ? null : ` · ${one.bookerEmail}`}
      </>
    ),
    end: <ReservationState {...one} />,
    isNumbered: isReferenceOf(text, one.id),
  }
}

/** A ticket that was found. @param night the name of its event */
function ticketLine(ticket: TicketFound, night: string | null, text: string): Found {
  const number = shortReference(ticket.id)
  return {
    href: at(paths.reservation, { uuid: ticket.reservationId }, { q: number }),
    name: nameOn(ticket) || number,
    note: (
      <>
        <code>{number}</code>
        {' · '}
        <Written>{ticket.productName}</Written>
        {ticket.seat === freeSeating ? null : ` · ${ticket.seat}`}
        {ticket.holderEmail === null ? null : ` · ${ticket.holderEmail}`}
        {night === null ? null : (
          <>
            {' · '}
            <Written>{night}</Written>
          </>
        )}
      </>
    ),
    isNumbered: isReferenceOf(text, ticket.id),
  }
}

async function findMembers({ tx, request, text, now }: Search): Promise<readonly FoundGroup[]> {
  const rows = await listMembers(tx, {
    text,
    productId: null,
    filter: null,
    now,
    sort: 'taken',
    isDescending: true,
    ...part,
  })
  const lines = rows.slice(0, mostOfKind).map((member) => {
    const name = memberName(member)
    return {
      href: at(paths.member, { uuid: member.id }),
      name,
      note: (
        <>
          {member.number === null ? null : `${member.number} · `}
          <Written>{member.productName}</Written>
          {name === member.email ? null : ` · ${member.email}`}
        </>
      ),
      end: <MemberStanding held={member} />,
    }
  })
  return [groupOf(request, 'members', lines, rows.length > mostOfKind ? { q: text } : null)]
}

/** Finds the card with this number or tag, or those of the person with this address. */
async function findCards({ tx, request, text, now }: Search): Promise<readonly FoundGroup[]> {
  const card = await findCardByText(tx, text, now)
  const purses = card === null && isEmail(text) ? await listPurses(tx, { email: text, ...latest, ...part }) : []
  const cards = card ? [card] : purses.flatMap(({ cards, email }) => cards.map((one) => ({ ...one, email })))
  const lines = cards.map(({ tagId, number, email, lostAt }) => ({
    href: at(paths.card, { tag_id: tagId }),
    name: number,
    note: email,
    end: <CardStanding isLost={lostAt !== null} />,
  }))
  return [groupOf(request, 'cards', lines, null)]
}

const byName = { sort: 'name', isDescending: false } as const

async function findProducts({ tx, request, text, now }: Search): Promise<readonly FoundGroup[]> {
  const { found, more } = await readLists(productLists, async (list, limit) => {
    const search = { list, made: 'of_use', kind: null, text, now, ...byName, limit, offset: 0 } as const
    return (await searchProducts(tx, search)).rows
  })
  const { kinds } = productTexts[request.language]
  const lines = found.map(({ id, name, kind }) => ({
    href: at(paths.product, { uuid: id }),
    name: <Written>{name}</Written>,
    note: kinds[kind].name,
  }))
  return [groupOf(request, 'products', lines, more ? { q: text, list: more } : null)]
}

async function findCodes({ tx, request, text, now }: Search): Promise<readonly FoundGroup[]> {
  const code = normalizeCode(text)
  if (!isCode(code)) return []
  const { found, more } = await readLists(codeLists, (list, limit) =>
    searchCodes(tx, { list, text: code, now, ...latest, limit, offset: 0 }),
  )
  const lines = found.map(({ id, code }) => ({ href: at(paths.promotionalCode, { uuid: id }), name: code }))
  return [groupOf(request, 'promotional_codes', lines, more ? { q: text, list: more } : null)]
}

async function findEntries(
  { tx, request, text }: Search,
  noun: (typeof entryRooms)[number]['noun'],
  area: AdminArea,
): Promise<readonly FoundGroup[]> {
  const { found, more } = await readLists(['kept', 'archived'] as const, async (list, limit) => {
    const search = { list, text, events: new Map(), ...byName, limit, offset: 0 }
    return (await searchEntries(tx, noun, search)).rows
  })
  const lines = found.map(({ id, name }) => ({
    href: `${adminAreas[area].path}${id}/`,
    name: <Written>{name}</Written>,
  }))
  return [groupOf(request, area, lines, more ? { q: text, list: more } : null)]
}

/** Makes the group of what was found in a room. @param more what narrows its list down to all of it; null: there is no more */
function groupOf(
  { language }: FastifyRequest,
  area: AdminArea,
  found: readonly Found[],
  more: Readonly<Record<string, string>> | null,
): FoundGroup {
  const title = frameTexts[language].areas[area]
  return { id: area, title, found, more: more === null ? null : at(adminAreas[area].path, {}, more) }
}

/** Reads lists one after the other, until there is enough. @returns `more`: the first list of which not all is shown; null: none */
async function readLists<List extends string, Row>(
  lists: readonly List[],
  read: (list: List, limit: number) => Promise<readonly Row[]>,
): Promise<{ readonly found: readonly Row[]; readonly more: List | null }> {
  const found: Row[] = []
  for (const list of lists) {
    found.push(...(await read(list, part.limit - found.length)))
    if (found.length > mostOfKind) return { found: found.slice(0, mostOfKind), more: list }
  }
  return { found, more: null }
}
