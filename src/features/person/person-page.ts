import type { BasicDeps, Deps } from '../deps.ts'
import { type ListedMembership, listMembershipsOf } from '../membership/membership.queries.ts'
import { countBookingsOver, type ListedBooking, listBookingsOf } from '../reservation/booking-page.queries.ts'
import { isOpenTo } from '../tenant/approval.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type GivenTicket, listTicketsGivenTo } from '../ticket/ticket.queries.ts'
import { qrCodesOf, type WithQrCode } from '../ticket/tickets-in-hand.ts'
import { findOfferedPasses, findReservationPasses, walletsOf } from '../wallet/offered-passes.ts'
import type { PassTickets } from '../wallet/wallet.queries.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { tenantsOfPerson } from './tenants-of-person.ts'

type At<Row> = Row & { readonly at: Tenant }

export type BookingAt = At<{
  readonly booking: ListedBooking
  readonly wallets: readonly Wallet[]
  /** The tickets that can be added to the wallets; null when there are none. */
  readonly passes: PassTickets | null
}>
/** A ticket of what somebody else booked. */
export type GivenAt = At<{ readonly ticket: GivenTicket & WithQrCode; readonly wallets: readonly Wallet[] }>
export type MembershipAt = At<{ readonly membership: ListedMembership }>

/** A page of a list. */
export type Shown<Row> = {
  readonly rows: readonly Row[]
  readonly page: number
  /** Another page follows. */
  readonly more: boolean
}

/** What a person has booked, was given and joined, wherever that was. */
export type PersonPage = {
  /** Bookings to come, by time. */
  readonly ahead: Shown<BookingAt>
  /** The latest first. */
  readonly past: Shown<BookingAt>
  readonly pastCount: number
  readonly given: Shown<GivenAt>
  readonly memberships: Shown<MembershipAt>
}

/** Which page of each list, and how long it is. */
export type PersonPages = Readonly<
  Record<'ahead' | 'past' | 'given' | 'memberships', { readonly page: number; readonly size: number }>
>

type PersonDeps = BasicDeps & { readonly signingKeys: SigningKeys }

/** @param person.here nothing of other organisations, also at a Meta */
export async function readPersonPage(
  deps: PersonDeps,
  tenant: Tenant,
  { email, here: isHereAlone, pages }: PersonAsk,
): Promise<PersonPage> {
  const now = deps.now()
  const read: (Awaited<ReturnType<typeof readAt>> & { readonly at: Tenant })[] = []
  const others = isHereAlone ? [tenant] : await tenantsOfPerson(deps, tenant)
  // What one that waits for approval calls itself and its events is nobody's to read yet, and nothing of a sandbox is real elsewhere.
  const shown = (one: Tenant) => one.id === tenant.id || (isOpenTo(one, undefined) && !one.sandbox)
  for (const at of others.filter(shown)) read.push({ at, ...(await readAt(deps, at, email, pages, now)) })
  const startOf = ({ startsAt }: { readonly startsAt: Date }) => startsAt.getTime()
  const bookings = (which: 'ahead' | 'past') =>
    read.flatMap(({ at, [which]: rows }) => rows.map((booking) => ({ at, booking })))
  const ahead = bookings('ahead').toSorted((a, b) => startOf(a.booking) - startOf(b.booking))
  const past = bookings('past').toSorted((a, b) => startOf(b.booking) - startOf(a.booking))
  const given = read
    .flatMap(({ at, given: rows }) => rows.map((ticket) => ({ at, ticket })))
    .toSorted((a, b) => startOf(a.ticket) - startOf(b.ticket))
  const memberships = read.flatMap(({ at, memberships: rows }) => rows.map((membership) => ({ at, membership })))
  return {
    ahead: await mapShown(show(ahead, pages.ahead), (rows) => offerBookings(deps, rows, now)),
    past: await mapShown(show(past, pages.past), async (rows) =>
      rows.map((row) => ({ ...row, wallets: [], passes: null })),
    ),
    pastCount: read.reduce((sum, { pastCount }) => sum + pastCount, 0),
    given: await mapShown(show(given, pages.given), (rows) => offerGiven(deps, rows, now)),
    memberships: show(memberships, pages.memberships),
  }
}

type PersonAsk = { readonly email: string; readonly here: boolean; readonly pages: PersonPages }

/** Reads as much of one organisation as the pages asked for can show when nothing of another comes between. */
function readAt({ database }: Pick<Deps, 'database'>, tenant: Tenant, email: string, pages: PersonPages, now: Date) {
  const { id, timeZone } = tenant
  const upTo = ({ page, size }: PersonPages['ahead']) => page * size + 1
  return database.asTenant(id, async (tx) => ({
    ahead: await listBookingsOf(tx, email, { now, timeZone, isAhead: true, limit: upTo(pages.ahead) }),
    past: await listBookingsOf(tx, email, { now, timeZone, isAhead: false, limit: upTo(pages.past) }),
    pastCount: await countBookingsOver(tx, email, { now, timeZone }),
    given: await listTicketsGivenTo(tx, email, { now, timeZone, limit: upTo(pages.given) }),
    memberships: await listMembershipsOf(tx, email, now),
  }))
}

function show<Row>(rows: readonly Row[], { page, size }: PersonPages['ahead']): Shown<Row> {
  const end = page * size
  return { rows: rows.slice(end - size, end), page, more: rows.length > end }
}

async function mapShown<Row, Next>(
  { rows, ...shown }: Shown<Row>,
  map: (rows: readonly Row[]) => Promise<readonly Next[]>,
): Promise<Shown<Next>> {
  return { ...shown, rows: await map(rows) }
}

/** Maps the rows of each organisation together; the result has the order of the page. */
async function mapByTenant<Row extends { readonly at: Tenant }, Next>(
  rows: readonly Row[],
  map: (at: Tenant, rows: readonly Row[]) => Promise<(row: Row) => Next>,
): Promise<readonly Next[]> {
  const maps = new Map<string, (row: Row) => Next>()
  for (const [id, here] of Map.groupBy(rows, ({ at }) => at.id)) {
    const at = here[0]?.at
    if (at) maps.set(id, await map(at, here))
  }
  return rows.flatMap((row) => maps.get(row.at.id)?.(row) ?? [])
}

function offerBookings(
  { database }: Pick<Deps, 'database'>,
  rows: readonly At<{ readonly booking: ListedBooking }>[],
  now: Date,
): Promise<readonly BookingAt[]> {
  return mapByTenant(rows, async ({ id }, here) => {
    const ids = here.map(({ booking }) => booking.id)
    const { wallets, tickets } = await database.asTenant(id, (tx) => findReservationPasses(tx, ids, now))
    return (row): BookingAt => ({ ...row, wallets, passes: tickets.get(row.booking.id) ?? null })
  })
}

function offerGiven(deps: PersonDeps, rows: readonly At<{ readonly ticket: GivenTicket }>[], now: Date) {
  return mapByTenant(rows, async ({ id }, here) => {
    const ids = here.map(({ ticket }) => ticket.id)
    const offered = await deps.database.asTenant(id, (tx) => findOfferedPasses(tx, ids, now))
    const qrCodeOf = await qrCodesOf(deps.signingKeys, id)
    return ({ at, ticket }): GivenAt => ({
      at,
      ticket: { ...ticket, qrCodeData: qrCodeOf(ticket.id) },
      wallets: walletsOf(offered, ticket.id),
    })
  })
}
