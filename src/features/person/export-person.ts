import type { TenantTx } from '../../db/database.ts'
import { findAccountByEmail } from '../account/account.queries.ts'
import { listBrowsers } from '../account/known-browser.queries.ts'
import { listPasskeys } from '../account/passkey.queries.ts'
import { listSessions } from '../account/session.queries.ts'
import { listCardsOf } from '../card/card.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { listMembershipsOf } from '../membership/membership.queries.ts'
import { listReportsBy } from '../tenant/page-report.queries.ts'
import { listSubjectsOf } from '../team/sign-in-provider.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listThings } from '../ticket/things.queries.ts'
import {
  findOwnPurse,
  listGivenTickets,
  listOwnHandOuts,
  listOwnInvitations,
  listOwnLines,
  listOwnMails,
  listOwnObjections,
  listOwnPayments,
  listOwnRefunds,
  listOwnReservations,
  listOwnScans,
  listOwnTickets,
  listOwnWaiting,
} from './person.queries.ts'
import { tenantsOfPerson } from './tenants-of-person.ts'

type Rows = readonly Record<string, unknown>[]

export type PersonExport = {
  readonly email: string
  readonly accountSince: Date | null
  /** Where the person is signed in. */
  readonly sessions: Rows
  /** That the person signed in with to work at an organisation. */
  readonly browsers: Rows
  /** By which the person signs in, for every organisation of the server; not what is checked of them. */
  readonly passkeys: Rows
  /** Of pages, that the person told whoever runs the server of. */
  readonly reports: Rows
  /** Linked to the address, for every organisation of the server; by the number that is printed on each. */
  readonly cards: readonly { readonly number: string; readonly lostAt: Date | null }[]
  readonly organisations: readonly KeptAt[]
}

type KeptAt = Awaited<ReturnType<typeof readHere>> & { readonly organisation: string; readonly currency: string }

/** Everything that is kept of a person where it is asked for (GDPR, articles 15 and 20). Amounts in the smallest unit. */
export async function exportPerson(deps: BasicDeps, tenant: Tenant, email: string): Promise<PersonExport> {
  const account = await deps.database.asServer((tx) => findAccountByEmail(tx, email))
  const asked = await tenantsOfPerson(deps, tenant)
  const [sessions, browsers, passkeys, cards] =
    account === null
      ? [[], [], [], []]
      : await deps.database.asServer(async (tx) => [
          await listSessions(tx, { accountId: account.id, token: null, now: deps.now() }),
          await listBrowsers(tx, account.id),
          await listPasskeys(tx, account.id),
          await listCardsOf(tx, account.id),
        ])
  const organisations: KeptAt[] = []
  for (const at of asked) {
    const kept = await deps.database.asTenant(at.id, (tx) => readHere(tx, email, deps.now()))
    const { purse, ...lists } = kept
    if (purse === null && Object.values(lists).every((rows) => rows.length === 0)) continue
    organisations.push({ organisation: at.organisation, currency: at.currency, ...kept })
  }
  return {
    email,
    accountSince: account?.createdAt ?? null,
    sessions: sessions
      .filter(({ tenantId }) => asked.some(({ id }) => id === tenantId))
      .map(({ organisation, device, createdAt, lastSeenAt }) => ({ organisation, device, createdAt, lastSeenAt })),
    browsers: browsers
      .filter(({ tenantId }) => asked.some(({ id }) => id === tenantId))
      .map(({ organisation, lastSeenAt }) => ({ organisation, lastSeenAt })),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    reports: await deps.database.asServer((tx) =>
      listReportsBy(
        tx,
        email,
        asked.map(({ id }) => id),
      ),
    ),
    // Not what a reader shows, by which a till knows the card.
    cards: cards.map(({ number, lostAt }) => ({ number, lostAt })),
    organisations,
  }
}

async function readHere(tx: TenantTx, email: string, now: Date) {
  return {
    reservations: await readReservations(tx, email),
    /** That somebody else booked and gave them. */
    givenTickets: await listGivenTickets(tx, email),
    memberships: await listMembershipsOf(tx, email, now),
    /** Money for the card. Null: never any. */
    purse: await findOwnPurse(tx, email),
    mails: await listOwnMails(tx, email),
    /** That the person wants no more messages of the organisation, and since when: one, or none. */
    objections: await listOwnObjections(tx, email),
    /** On waiting lists. */
    waiting: await listOwnWaiting(tx, email),
    /** To work there, not answered yet. */
    invitations: await listOwnInvitations(tx, email),
    /** By which the person signs in there, and since when: one, or none. */
    signInProviders: await listSubjectsOf(tx, email),
  }
}

/** Each with what was booked, what of it was shown or handed out, and its payments and refunds. */
async function readReservations(tx: TenantTx, email: string) {
  const reservations = await listOwnReservations(tx, email)
  if (reservations.length === 0) return []
  const ids = reservations.map(({ id }) => id)
  const tickets = await listOwnTickets(tx, ids)
  const ticketIds = tickets.map(({ id }) => id)
  const scans = byId(ticketIds.length === 0 ? [] : await listOwnScans(tx, ticketIds), 'ticketId')
  const things = await listThings(tx, ids)
  const thingIds = [...things.values()].flat().map(({ id }) => id)
  const handedOut = thingIds.length === 0 ? [] : await listOwnHandOuts(tx, thingIds)
  const handOuts = byId(handedOut, 'reservationLineId')
  const ticketsOf = byId(tickets, 'reservationId')
  const lines = byId(await listOwnLines(tx, ids), 'reservationId')
  const payments = byId(await listOwnPayments(tx, ids), 'reservationId')
  const refunds = byId(await listOwnRefunds(tx, ids), 'reservationId')
  return reservations.map((reservation) => ({
    ...reservation,
    lines: lines(reservation.id),
    tickets: ticketsOf(reservation.id).map((ticket) => ({ ...ticket, scans: scans(ticket.id) })),
    things: (things.get(reservation.id) ?? []).map((thing) => ({ ...thing, handOuts: handOuts(thing.id) })),
    payments: payments(reservation.id),
    refunds: refunds(reservation.id),
  }))
}

/** Rows by the id in one of their columns: looked for one by one they keep everybody waiting for minutes, of 66,000 bookings. */
function byId<Column extends string, Row extends Readonly<Record<Column, string>>>(
  rows: readonly Row[],
  column: Column,
): (id: string) => readonly Row[] {
  const groups = Map.groupBy(rows, (row): string => row[column])
  return (id) => groups.get(id) ?? []
}
