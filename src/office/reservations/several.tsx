import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { cancelWithRefund } from '../../features/payment/cancel-with-refund.ts'
import { sumFound } from '../../features/payment/found-sums.queries.ts'
import { listAtOffice } from '../../features/reservation/office-list.queries.ts'
import { countTicketsMails, mayResend, resendTickets } from '../../features/reservation/resend-tickets.ts'
import { canMove } from '../../features/reservation/reservation.ts'
import { findReservation } from '../../features/reservation/reservation.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { staff } from '../../http/route.ts'
import { idsOf } from '../../lib/ids.ts'
import { paths } from '../../lib/paths.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { type Look, mostTicked, severalPages } from '../kit/several.tsx'
import { refused } from './reservation.tsx'
import { ReservationState } from './reservation-state.tsx'
import { AtEvent, countsOf, moneyOf, Who } from './reservation-columns.tsx'

/** What is done to several bookings at once: each as it is done to one. */
export const severalActs = ['mails', 'cancellation'] as const

/** Registers what is done to the bookings that were ticked in the list (ADR 0284). */
export function registerSeveralReservations(app: FastifyInstance, context: Context): void {
  severalPages(app, {
    url: paths.reservationsSeveral,
    acts: severalActs,
    urls: { mails: paths.reservationsMails, cancellation: paths.reservationsCancellation },
    access: staff('reservations'),
    area: 'reservations',
    body: {},
    words: (language) => {
      const { title, columns, several } = reservationsTexts[language]
      return {
        title,
        columns,
        back: reservationTexts[language].all,
        ...several,
        told: { mails: '', cancellation: several.told },
      }
    },
    read: ({ request: { tenant } }, ids) =>
      context.database.asTenant(tenant.id, (tx) =>
        listAtOffice(tx, { found: amongThese(ids), ...everything, limit: mostTicked, offset: 0 }),
      ),
    look: ({ request: { tenant, language } }, act, rows) =>
      context.database.asTenant(tenant.id, async (tx) => {
        const closed = reservationsTexts[language].several.cannot[act]
        if (act === 'cancellation')
          return rows.map((row) => ({ seen: 0, closed: canMove(row, 'cancelled') ? null : closed }))
        const looks: Look[] = []
        for (const row of rows)
          looks.push({ seen: await countTicketsMails(tx, row.id), closed: mayResend(row) ? null : closed })
        return looks
      }),
    sums: async ({ request: { tenant, actor, language } }, _, open) => {
      const found = amongThese(idsOf(open))
      const sums = await context.database.asTenant(tenant.id, (tx) => sumFound(tx, found, everything))
      return [
        ...countsOf(sums, language),
        ...(hasStaffPermission(actor, tenant, 'money') ? moneyOf(sums, tenant, language) : []),
      ]
    },
    act: ({ request: { tenant, actor } }, act, { id, seen }) =>
      act === 'mails'
        ? resendTickets(context, tenant, actor, { reservationId: id, seen })
        : cancelWithRefund(context, tenant, actor, id, { insist: false, ticketIds: null }),
    isDone: async ({ request: { tenant } }, act, { id }, { code }) =>
      act === 'cancellation' &&
      code === 'invalid_transition' &&
      (await context.database.asTenant(tenant.id, (tx) => findReservation(tx, id)))?.status === 'cancelled',
    explain: ({ request: { language } }, _, { code }) => refused(code, language)?.[0]?.detail,
    columns: (language) => {
      const { columns } = reservationsTexts[language]
      return [
        { name: columns.who, show: (one) => <Who reservation={one} /> },
        { name: columns.event, show: (one) => <AtEvent reservation={one} /> },
      ]
    },
    state: (one) => <ReservationState {...one} />,
    isDangerous: (act) => act === 'cancellation',
  })
}

const everything = { eventId: null, filter: null, sort: 'created', isDescending: true } as const

const amongThese = (ids: readonly string[]) =>
  ({ kind: 'few', among: sql<boolean>`reservation.id = any(${ids}::uuid[])` }) as const
