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
  /** The sessions of the person. */
  readonly sessions: Rows
  /** The browsers in which the person signed in to work at an organisation. */
  readonly browsers: Rows
  /** The person's passkeys, for every organisation of the server; without what is checked of them. */
  readonly passkeys: Rows
  /** The page reports that the person sent to the super-users. */
  readonly reports: Rows
  /** The cards linked to the address, for every organisation of the server, by the number that is printed on each. */
  readonly cards: readonly { readonly number: string; readonly lostAt: Date | null }[]
  readonly organisations: readonly KeptAt[]
}

type KeptAt = Awaited<ReturnType<typeof readHere>> & { readonly organisation: string; readonly currency: string }

/** Exports everything that is kept of a person where it is asked for (GDPR, articles 15 and 20). Amounts in the smallest unit. */
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
    /** The tickets that somebody else booked and gave them. */
    givenTickets: await listGivenTickets(tx, email),
    memberships: await listMembershipsOf(tx, email, now),
    /** The money for the card; null when there never was any. */
    purse: await findOwnPurse(tx, email),
    mails: await listOwnMails(tx, email),
    /** The objection to messages of the organisation, and since when: one, or none. */
    objections: await listOwnObjections(tx, email),
    /** The waiting entries. */
    waiting: await listOwnWaiting(tx, email),
    /** The invitations to work there that are not answered yet. */
    invitations: await listOwnInvitations(tx, email),
    /** The sign-in provider that the person uses there, and since when: one, or none. */
    signInProviders: await listSubjectsOf(tx, email),
  }
}

/** Reads the reservations, each with what was booked, what of it was shown or handed out, and its payments and refunds. */
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

/** Groups rows by the id in one column: looked up one by one, those of 66,000 bookings keep everybody waiting for minutes. */
function byId<Column extends string, Row extends Readonly<Record<Column, string>>>(
  rows: readonly Row[],
  column: Column,
): (id: string) => readonly Row[] {
  const groups = Map.groupBy(rows, (row): string => row[column])
  return (id) => groups.get(id) ?? []
}
