import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import { AppError, type ErrorCode, orNotFound } from '../../errors.ts'
import { cancelWithRefund } from '../../features/payment/cancel-with-refund.ts'
import { payReservation } from '../../features/payment/pay-reservation.ts'
import { deskMethods } from '../../features/payment/payment.ts'
import { changeTicket } from '../../features/reservation/change-ticket.ts'
import { correctAddress } from '../../features/reservation/correct-address.ts'
import { resendTickets } from '../../features/reservation/resend-tickets.ts'
import { findReservation, type Reservation } from '../../features/reservation/reservation.queries.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import { makeTicketDocument } from '../../features/ticket/make-ticket-document.ts'
import { isConflict } from '../../features/ticket/inside.queries.ts'
import { areCancelled, findOfficeTicket, type OfficeTicket } from '../../features/ticket/office-tickets.queries.ts'
import { holdsQrCode } from '../../features/ticket/qr-code.ts'
import { undoScan } from '../../features/ticket/undo-scan.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff } from '../../http/route.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import {
  ArrayIn,
  BooleanIn,
  EnumIn,
  IntegerIn,
  largestInteger,
  MachineText,
  Maybe,
  TypedText,
  UuidIn,
} from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { sendDocument } from '../../http/send-document.ts'
import { firstParts, OfficeQuery, type OfficeParts, partsOf, queryOf } from './office-query.ts'
import { type Answering, showReservation } from './reservation-page.tsx'
import { type FilledTicket, reasonField, seatField } from './reservation-tickets.tsx'

const TicketParams = Type.Object({ ...UuidParams.properties, ticket: UuidIn })

const Name = Maybe(TypedText({ max: 200 }))
const Seat = Maybe(TypedText({ max: 20 }))

/** One reservation: its whole story, and everything that staff does about it. */
export function registerReservationPages(app: FastifyInstance, context: Context): void {
  const access = staff('reservations')

  page(app, {
    method: 'GET',
    url: paths.reservation,
    access,
    params: UuidParams,
    query: OfficeQuery,
    handler: ({ params, query, request, reply }) =>
      showReservation(context, { request, reply }, params.uuid, partsOf(query)),
  })

  page(app, {
    method: 'GET',
    url: paths.reservationTicketsPdf,
    access,
    params: UuidParams,
    handler: async ({ tenant, params, reply }) => {
      const id = params.uuid
      const reservation = await context.database.asTenant(tenant.id, (tx) => findReservation(tx, id))
      const document = reservation && (await makeTicketDocument(context, tenant.id, id, reservation.language))
      return sendDocument(reply, document)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.reservationPayments,
    access,
    forms: true,
    params: UuidParams,
    body: Type.Object({ method: EnumIn(deskMethods) }),
    handler: ({ tenant, actor, params, body, request, reply }) =>
      orSay(context, { request, reply }, params.uuid, {
        work: (id) => payReservation(context, tenant, actor, id, { method: body.method, amountMinor: null }),
        isDone: async (tx, id) => {
          const reservation = await findReservation(tx, id)
          return reservation !== null && isSettled(reservation)
        },
      }),
  })

  page(app, {
    method: 'POST',
    url: paths.reservationMails,
    access,
    forms: true,
    params: UuidParams,
    body: Type.Object({ seen: IntegerIn({ min: 0, max: largestInteger }) }),
    handler: ({ tenant, actor, params, body, request, reply }) =>
      orSay(context, { request, reply }, params.uuid, {
        work: (reservationId) => resendTickets(context, tenant, actor, { reservationId, seen: body.seen }),
      }),
  })

  page(app, {
    method: 'POST',
    url: paths.reservationAddress,
    access,
    forms: true,
    params: UuidParams,
    body: Type.Object({ seen: MachineText({ max: 64 }), email: Maybe(TypedText({ max: 300 })) }),
    handler: ({ tenant, actor, language, params, body, request, reply }) => {
      const [to, typed] = [{ request, reply }, body.email ?? '']
      if (!isEmail(typed)) {
        reply.code(400)
        const problems = [{ field: 'email', detail: reservationTexts[language].address.wrong }]
        return showReservation(context, to, params.uuid, firstParts, { problems, email: typed })
      }
      const email = normalizeEmail(typed)
      return orSay(context, to, params.uuid, {
        work: (reservationId) => correctAddress(context, tenant, actor, { reservationId, seen: body.seen, email }),
        email,
      })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.reservationCancellation,
    access,
    forms: true,
    params: UuidParams,
    query: OfficeQuery,
    body: Type.Object({
      all: Maybe(BooleanIn),
      ticket: Type.Optional(ArrayIn(UuidIn, { max: 1000 })),
      insist: Maybe(BooleanIn),
      handed_over: Maybe(BooleanIn),
    }),
    handler: ({ tenant, actor, language, params, query, body, request, reply }) => {
      const to = { request, reply }
      const parts = partsOf(query)
      const chosen = [...new Set(body.ticket)]
      if (!body.all && chosen.length === 0) {
        reply.code(400)
        const detail = reservationTexts[language].chooseTickets
        return showReservation(context, to, params.uuid, parts, { problems: [{ field: null, detail }] })
      }
      const ticketIds = body.all ? null : chosen
      const insist = (body.insist ?? false) && ticketIds === null
      return orSay(context, to, params.uuid, {
        work: (id) =>
          cancelWithRefund(context, tenant, actor, id, { insist, ticketIds, handsOver: body.handed_over ?? false }),
        isDone: async (tx, id) =>
          ticketIds === null
            ? (await findReservation(tx, id))?.status === 'cancelled'
            : areCancelled(tx, id, ticketIds),
        parts,
      })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.reservationTicket,
    access,
    forms: true,
    params: TicketParams,
    query: OfficeQuery,
    body: Type.Object({ seen: MachineText({ max: 64 }), first_name: Name, last_name: Name, seat: Seat }),
    handler: ({ tenant, actor, params, query, body, request, reply }) => {
      const ticketId = params.ticket
      const wanted = { firstName: body.first_name ?? '', lastName: body.last_name ?? '', seat: body.seat ?? '' }
      return orSay(context, { request, reply }, params.uuid, {
        work: (reservationId) =>
          changeTicket(context, tenant, actor, { reservationId, ticketId, seen: body.seen, wanted }),
        filled: { ticketId, ...wanted },
        parts: partsOf(query),
      })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.undoScan,
    access,
    forms: true,
    params: TicketParams,
    query: OfficeQuery,
    body: Type.Object({ reason: Name, scan: Maybe(UuidIn) }),
    handler: async ({ tenant, actor, language, params, query, body, request, reply }) => {
      const ticketId = params.ticket
      const [reason, to, parts] = [body.reason ?? '', { request, reply }, partsOf(query)]
      const scanId = body.scan ?? null
      const isCode = holdsQrCode(reason)
      if (reason === '' || isCode) {
        reply.code(400)
        const detail = isCode ? fieldTexts[language].problems.ticket_code : reservationTexts[language].reasonMissing
        const problems = [{ field: reasonField(scanId ?? ticketId), detail }]
        const filled = { ticketId, scanId, reason: '' }
        return showReservation(context, to, params.uuid, parts, { problems, filled })
      }
      return orSay(context, to, params.uuid, {
        async work(reservationId) {
          orNotFound(await context.database.asTenant(tenant.id, (tx) => findOfficeTicket(tx, reservationId, ticketId)))
          await undoScan(context, tenant, actor, { ticketId, scanId, reason })
        },
        isDone: async (tx, id) =>
          scanId === null
            ? (await findOfficeTicket(tx, id, ticketId))?.status === 'not_scanned'
            : !(await isConflict(tx, scanId)),
        parts,
        at: scanId === null ? 'tickets' : 'conflicts',
      })
    },
  })
}

function isSettled({ status }: Reservation): boolean {
  return status !== 'cancelled' && !canExpire(status)
}

type Asked = {
  readonly work: (id: string) => Promise<unknown>
  /** A second press, or a colleague's, has found what was wanted done. */
  readonly isDone?: (tx: TenantTx, id: string) => Promise<boolean>
  /** What was typed, of one ticket. */
  readonly filled?: FilledTicket
  /** The address that was typed, where one was. */
  readonly email?: string
  /** What was shown of its lists, as long as it has that many; the first parts when absent. */
  readonly parts?: OfficeParts
  /** The list that it was done in. */
  readonly at?: 'tickets' | 'conflicts'
}

/** Back to the page; where it was refused, it says why, and how the reservation stands. */
async function orSay(context: Context, to: Answering, id: string, asked: Asked) {
  const { work, isDone, filled, email, parts = firstParts, at: list = 'tickets' } = asked
  const { tenant, language } = to.request
  const back = () => {
    // Under another name a ticket is no longer found by what was searched for.
    const isFound = parts.text === '' || filled === undefined
    const query = queryOf(isFound ? parts : { ...firstParts, text: shortReference(filled.ticketId) })
    return to.reply.redirect(`${at(paths.reservation, { uuid: id })}${query}${query === '' ? '' : `#${list}`}`, 303)
  }
  try {
    await work(id)
    return back()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const stands = await context.database.asTenant(tenant.id, async (tx) => ({
      isDone: error.code === 'invalid_transition' && (await isDone?.(tx, id)),
      reservation: await findReservation(tx, id),
      ticket: filled === undefined ? null : await findOfficeTicket(tx, id, filled.ticketId),
    }))
    if (stands.isDone) return back()
    const isAddress = error.code === 'changed_meanwhile' && email !== undefined
    const detail = isAddress
      ? reservationTexts[language].address.changed({ now: stands.reservation?.bookerEmail ?? '' })
      : refusalText(error.code, stands.ticket, language)
    if (detail === null) throw error
    to.reply.code(errorStatus[error.code])
    const field = error.code === 'seat_taken' && filled ? seatField(filled.ticketId) : null
    return showReservation(context, to, id, parts, {
      problems: [{ field: isAddress ? 'email' : field, detail }],
      ...(filled === undefined ? {} : { filled }),
      ...(email === undefined ? {} : { email }),
    })
  }
}

/** Null: nothing that this page can put right. */
function refusalText(code: ErrorCode, now: OfficeTicket | null, language: Language): string | null {
  const words = reservationTexts[language].refused
  switch (code) {
    case 'changed_meanwhile':
      return words.changedMeanwhile({ now: now === null ? '' : ticketText(now) })
    case 'invalid_transition':
      return words.moved
    case 'sold_out':
      return words.soldOut
    case 'max_per_user':
      return words.maximum
    case 'seat_taken':
      return words.seatTaken
    case 'ticket_scanned':
      return words.ticketScanned
    case 'already_handed_out':
      return words.handedOut
    case 'top_up_spent':
      return words.topUpSpent
    default:
      return null
  }
}

/** "Ada Lovelace, B12" */
function ticketText({ firstName, lastName, seat }: OfficeTicket): string {
  return [`${firstName} ${lastName}`.trim(), seat].filter((part) => part !== '').join(', ')
}
