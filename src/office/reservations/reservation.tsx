import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import { type AppError, type ErrorCode, orNotFound } from '../../errors.ts'
import { cancelWithRefund } from '../../features/payment/cancel-with-refund.ts'
import { correctPayment } from '../../features/payment/correct-payment.ts'
import { payReservation } from '../../features/payment/pay-reservation.ts'
import { listPayments } from '../../features/payment/payment.queries.ts'
import { deskMethods, methodOf, moneyMethods } from '../../features/payment/payment.ts'
import { changeTicket } from '../../features/reservation/change-ticket.ts'
import { correctAddress } from '../../features/reservation/correct-address.ts'
import { resendTickets } from '../../features/reservation/resend-tickets.ts'
import { findReservation } from '../../features/reservation/reservation.queries.ts'
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
import { type Asked, staff } from '../../http/route.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { type ReservationTexts, reservationTexts } from '../../messages/office/reservation.ts'
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
import { asWhole, type FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { sendDocument } from '../../http/send-document.ts'
import { pressPage } from '../kit/press-page.ts'
import { firstParts, OfficeQuery, type OfficeParts, partsOf, queryOf } from './office-query.ts'
import { type RefusedChange, showReservation } from './reservation-page.tsx'
import { reasonField, seatField } from './reservation-tickets.tsx'

const access = staff('reservations')
const Name = Maybe(TypedText({ max: 200 }))
const ofTicket = {
  access,
  query: OfficeQuery.properties,
  params: Type.Object({ ...UuidParams.properties, ticket: UuidIn }),
}

type OfReservation = Asked & { readonly params: { readonly uuid: string }; readonly query: Static<typeof OfficeQuery> }

/** Registers the page of one reservation: its whole story, and everything that staff does about it. */
export function registerReservationPages(app: FastifyInstance, context: Context): void {
  const office = officeOf(context)

  page(app, {
    method: 'GET',
    url: paths.reservation,
    access,
    params: UuidParams,
    query: OfficeQuery,
    handler: (asked) => office.show(asked, []),
  })

  page(app, {
    method: 'GET',
    url: paths.reservationTicketsPdf,
    access,
    params: UuidParams,
    handler: async ({ tenant, params: { uuid: id }, reply }) => {
      const reservation = await context.database.asTenant(tenant.id, (tx) => findReservation(tx, id))
      const document = reservation && (await makeTicketDocument(context, tenant.id, id, reservation.language))
      return sendDocument(reply, document)
    },
  })

  registerPayment(app, context, office)
  registerPaymentCorrection(app, context, office)
  registerMails(app, context, office)
  registerCancellation(app, context, office)
  registerTicketChange(app, context, office)
  registerUndoScan(app, context, office)
}

type Office = ReturnType<typeof officeOf>

/** What all forms of the page share: the page as it is, with problems, and the way back to it. */
function officeOf(context: Context) {
  return {
    access,
    query: OfficeQuery.properties,
    explain: ({ code }: AppError, { request }: Asked) => refused(code, request.language),
    show: (asked: OfReservation, problems: readonly FormProblem[], typed: Omit<RefusedChange, 'problems'> = {}) =>
      showReservation(context, asked, asked.params.uuid, partsOf(asked.query), { problems, ...typed }),
    goesOn: ({ params, query }: OfReservation) => backTo(params.uuid, partsOf(query)),
    /** Reads in the organisation of the caller. */
    read: <Found,>({ request }: Asked, work: (tx: TenantTx) => Promise<Found>) =>
      context.database.asTenant(request.tenant.id, work),
  }
}

/** The address of the page with the same parts of its lists. @param list the list that the action was in */
function backTo(uuid: string, parts: OfficeParts, list: 'tickets' | 'conflicts' = 'tickets'): string {
  const query = queryOf(parts)
  return `${at(paths.reservation, { uuid })}${query}${query === '' ? '' : `#${list}`}`
}

/** The address of the page, which says at its head what was done. */
function saying(done: 'mailed' | 'corrected', { params: { uuid }, query }: OfReservation): string {
  const parts = queryOf(partsOf(query))
  return `${at(paths.reservation, { uuid })}${parts === '' ? '?' : `${parts}&`}done=${done}`
}

function registerPayment(app: FastifyInstance, context: Context, office: Office): void {
  pressPage(app, {
    ...office,
    url: paths.reservationPayments,
    body: { method: EnumIn(deskMethods) },
    act: ({ tenant, actor, params, body }) =>
      payReservation(context, tenant, actor, params.uuid, { method: body.method, amountMinor: null }),
    isDone: async (asked) => {
      const now = await office.read(asked, (tx) => findReservation(tx, asked.params.uuid))
      return now !== null && now.status !== 'cancelled' && !canExpire(now.status)
    },
  })
}

function registerPaymentCorrection(app: FastifyInstance, context: Context, office: Office): void {
  pressPage(app, {
    ...office,
    url: paths.reservationPaymentCorrection,
    body: { method: EnumIn(moneyMethods) },
    act: ({ tenant, actor, params, body }) =>
      correctPayment(context, tenant, actor, { reservationId: params.uuid, method: body.method }),
    goesOn: (asked) => saying('corrected', asked),
    isDone: (asked) =>
      office.read(asked, async (tx) => {
        const payments = await listPayments(tx, [asked.params.uuid])
        return payments.some((one) => one.status === 'settled' && methodOf(one) === asked.body.method)
      }),
  })
}

function registerMails(app: FastifyInstance, context: Context, office: Office): void {
  pressPage(app, {
    ...office,
    url: paths.reservationMails,
    body: { seen: IntegerIn({ min: 0, max: largestInteger }) },
    act: ({ tenant, actor, params: { uuid: reservationId }, body: { seen } }) =>
      resendTickets(context, tenant, actor, { reservationId, seen }),
    goesOn: (asked) => saying('mailed', asked),
  })

  pressPage(app, {
    ...office,
    url: paths.reservationAddress,
    body: { seen: MachineText({ max: 64 }), email: Maybe(TypedText({ max: 300 })) },
    check: ({ body, language }) =>
      isEmail(body.email ?? '') ? [] : [{ field: 'email', detail: reservationTexts[language].address.wrong }],
    act: ({ tenant, actor, params: { uuid: reservationId }, body: { seen, email } }) =>
      correctAddress(context, tenant, actor, { reservationId, seen, email: normalizeEmail(email ?? '') }),
    explain: async (refusal, asked) => {
      if (refusal.code !== 'changed_meanwhile') return office.explain(refusal, asked)
      const now = await office.read(asked, (tx) => findReservation(tx, asked.params.uuid))
      const detail = reservationTexts[asked.language].address.changed({ now: now?.bookerEmail ?? '' })
      return [{ field: 'email', detail }]
    },
    show: (asked, problems) => {
      const typed = asked.body.email ?? ''
      return office.show(asked, problems, { email: isEmail(typed) ? normalizeEmail(typed) : typed })
    },
  })
}

function registerCancellation(app: FastifyInstance, context: Context, office: Office): void {
  const ticketsOf = ({ all, ticket }: { readonly all?: boolean | null; readonly ticket?: readonly string[] }) =>
    all ? null : [...new Set(ticket)]
  pressPage(app, {
    ...office,
    url: paths.reservationCancellation,
    body: {
      all: Maybe(BooleanIn),
      ticket: Type.Optional(ArrayIn(UuidIn, { max: 1000 })),
      insist: Maybe(BooleanIn),
      handed_over: Maybe(BooleanIn),
    },
    check: ({ body, language }) =>
      ticketsOf(body)?.length === 0 ? asWhole(reservationTexts[language].chooseTickets) : [],
    act: ({ tenant, actor, params, body }) => {
      const ticketIds = ticketsOf(body)
      const insist = (body.insist ?? false) && ticketIds === null
      const handsOver = body.handed_over ?? false
      return cancelWithRefund(context, tenant, actor, params.uuid, { insist, ticketIds, handsOver })
    },
    isDone: (asked) =>
      office.read(asked, async (tx) => {
        const [id, ticketIds] = [asked.params.uuid, ticketsOf(asked.body)]
        if (ticketIds !== null) return areCancelled(tx, id, ticketIds)
        return (await findReservation(tx, id))?.status === 'cancelled'
      }),
  })
}

function registerTicketChange(app: FastifyInstance, context: Context, office: Office): void {
  const TicketBody = Type.Object({ first_name: Name, last_name: Name, seat: Maybe(TypedText({ max: 20 })) })
  const wantedOf = (body: Static<typeof TicketBody>) => ({
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    seat: body.seat ?? '',
  })
  pressPage(app, {
    ...ofTicket,
    url: paths.reservationTicket,
    body: { seen: MachineText({ max: 64 }), ...TicketBody.properties },
    act: ({ tenant, actor, params: { uuid: reservationId, ticket: ticketId }, body }) =>
      changeTicket(context, tenant, actor, { reservationId, ticketId, seen: body.seen, wanted: wantedOf(body) }),
    explain: async ({ code }, asked) => {
      const { uuid, ticket } = asked.params
      const now = await office.read(asked, (tx) => findOfficeTicket(tx, uuid, ticket))
      return refused(code, asked.language, now)
    },
    show: (asked, problems) =>
      office.show(asked, problems, { filled: { ticketId: asked.params.ticket, ...wantedOf(asked.body) } }),
    goesOn: ({ params, query }) => {
      const parts = partsOf(query)
      // With another name a ticket is no longer found by the text that was searched for.
      return backTo(params.uuid, parts.text === '' ? parts : { ...firstParts, text: shortReference(params.ticket) })
    },
  })
}

function registerUndoScan(app: FastifyInstance, context: Context, office: Office): void {
  const problemWith = (reason: string, words: ReservationTexts, language: Language) => {
    if (reason === '') return words.reasonMissing
    return holdsQrCode(reason) ? fieldTexts[language].problems.ticket_code : null
  }
  pressPage(app, {
    ...ofTicket,
    url: paths.undoScan,
    body: { reason: Name, scan: Maybe(UuidIn) },
    check: ({ params, body, language }) => {
      const detail = problemWith(body.reason ?? '', reservationTexts[language], language)
      return detail === null ? [] : [{ field: reasonField(body.scan ?? params.ticket), detail }]
    },
    async act(asked) {
      const { uuid, ticket: ticketId } = asked.params
      orNotFound(await office.read(asked, (tx) => findOfficeTicket(tx, uuid, ticketId)))
      const { reason, scan } = asked.body
      await undoScan(context, asked.tenant, asked.actor, { ticketId, scanId: scan ?? null, reason: reason ?? '' })
    },
    isDone: (asked) =>
      office.read(asked, async (tx) => {
        const { uuid, ticket } = asked.params
        if (asked.body.scan) return !(await isConflict(tx, asked.body.scan))
        return (await findOfficeTicket(tx, uuid, ticket))?.status === 'not_scanned'
      }),
    explain: office.explain,
    show: (asked, problems) => {
      const scanId = asked.body.scan ?? null
      const isBeside = problems.some(({ field }) => field !== null)
      const filled = { ticketId: asked.params.ticket, scanId, reason: '' }
      return office.show(asked, problems, isBeside ? { filled } : {})
    },
    goesOn: ({ params, query, body }) => backTo(params.uuid, partsOf(query), body.scan ? 'conflicts' : 'tickets'),
  })
}

/** Explains a refusal. Null: nothing that this page can put right. @param now the ticket that was to be changed */
export function refused(
  code: ErrorCode,
  language: Language,
  now: OfficeTicket | null = null,
): readonly FormProblem[] | null {
  const words = reservationTexts[language].refused
  const details: Partial<Record<ErrorCode, string>> = {
    changed_meanwhile: words.changedMeanwhile({ now: now === null ? '' : ticketText(now) }),
    invalid_transition: words.moved,
    sold_out: words.soldOut,
    max_per_user: words.maximum,
    seat_taken: words.seatTaken,
    ticket_scanned: words.ticketScanned,
    already_handed_out: words.handedOut,
    top_up_spent: words.topUpSpent,
  }
  const detail = details[code]
  if (detail === undefined) return null
  return [{ field: code === 'seat_taken' && now !== null ? seatField(now.id) : null, detail }]
}

/** "Ada Lovelace, B12" */
function ticketText({ firstName, lastName, seat }: OfficeTicket): string {
  return [`${firstName} ${lastName}`.trim(), seat].filter((part) => part !== '').join(', ')
}
