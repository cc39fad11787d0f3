import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ComponentChildren } from 'preact'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { cancelWithRefund } from '../../features/payment/cancel-with-refund.ts'
import { type FoundSums, sumFound } from '../../features/payment/found-sums.queries.ts'
import { listAtOffice, type OfficeReservation } from '../../features/reservation/office-list.queries.ts'
import { countTicketsMails, mayResend, resendTickets } from '../../features/reservation/resend-tickets.ts'
import { canMove } from '../../features/reservation/reservation.ts'
import { findReservation } from '../../features/reservation/reservation.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { logFault } from '../../http/error-handler.ts'
import { type Asked, staff } from '../../http/route.ts'
import { ArrayIn, EnumIn, IntegerIn, largestInteger, ListQuery, UuidIn } from '../../http/wire/schemas.ts'
import { paths } from '../../lib/paths.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { errorTexts } from '../../messages/site/error.ts'
import { page } from '../../pages/page.ts'
import { cardsPerPage } from '../../pages/pager.tsx'
import { Sent, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { PageBody, Sums } from '../kit/parts.tsx'
import { Standing } from '../kit/standing.tsx'
import { type Column, DataTable } from '../kit/table.tsx'
import { refused } from './reservation.tsx'
import { ReservationState } from './reservation-state.tsx'
import { AtEvent, countsOf, moneyOf, Who } from './reservation-columns.tsx'

/** What is done to several bookings at once: each as it is done to one. */
export const severalActs = ['mails', 'cancellation'] as const
export type SeveralAct = (typeof severalActs)[number]

/** The bookings of a page of the list. */
const most = cardsPerPage
const access = staff('reservations')

/** A booking, with how often its tickets were mailed, and whether the act is open to it. */
type Ticked = OfficeReservation & { readonly seen: number; readonly isOpen: boolean }

const Body = Type.Object({
  id: ArrayIn(UuidIn, { max: most, min: 1 }),
  /** How often the tickets of each were mailed when it was asked, in the same order. */
  seen: ArrayIn(IntegerIn({ min: 0, max: largestInteger }), { max: most, min: 1 }),
})

/** Registers what is done to the bookings that were ticked in the list: asked first, and answered with what became of each (ADR 0284). */
export function registerSeveralReservations(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.reservationsSeveral,
    access,
    query: Type.Object({ act: EnumIn(severalActs), id: Type.Optional(ListQuery(UuidIn, { max: most })) }),
    handler: async (asked) => {
      const { act, id: ids = [] } = asked.query
      const ticked = await readTicked(context, asked, act, [...new Set(ids)])
      return showQuestion(asked, act, ticked)
    },
  })

  for (const act of severalActs)
    page(app, {
      method: 'POST',
      url: act === 'mails' ? paths.reservationsMails : paths.reservationsCancellation,
      access,
      forms: true,
      body: Body,
      handler: async (asked) => {
        const { id: ids, seen } = asked.body
        if (new Set(ids).size !== ids.length || seen.length !== ids.length) throw new AppError('invalid_body')
        // None is done if one is not there.
        await readTicked(context, asked, act, ids)
        const results = new Map<string, string | null>()
        for (const [index, id] of ids.entries())
          results.set(id, await actOn(context, asked, act, { id, seen: seen[index] ?? 0 }))
        const { rows } = await readTicked(context, asked, act, ids)
        return showReport(asked, act, rows, results)
      },
    })
}

type TickedOnes = {
  readonly rows: readonly Ticked[]
  /** Of those that the act is open to. */
  readonly sums: FoundSums
}

const amongThese = (ids: readonly string[]) =>
  ({ kind: 'few', among: sql<boolean>`reservation.id = any(${ids}::uuid[])` }) as const

/** Reads the bookings that were ticked, in the order of the list. @throws AppError not_found */
async function readTicked(
  { database }: Context,
  { request: { tenant } }: Asked,
  act: SeveralAct,
  ids: readonly string[],
): Promise<TickedOnes> {
  return database.asTenant(tenant.id, async (tx) => {
    const found = amongThese(ids)
    const choice = { eventId: null, filter: null }
    const order = { sort: 'created', isDescending: true } as const
    const listed = await listAtOffice(tx, { found, ...choice, ...order, limit: most, offset: 0 })
    if (listed.length < ids.length) throw new AppError('not_found')
    const rows: Ticked[] = []
    for (const row of listed) {
      const isOpen = act === 'mails' ? mayResend(row) : canMove(row, 'cancelled')
      rows.push({ ...row, isOpen, seen: act === 'mails' ? await countTicketsMails(tx, row.id) : 0 })
    }
    const open = rows.flatMap(({ id, isOpen }) => (isOpen ? [id] : []))
    return { rows, sums: await sumFound(tx, amongThese(open), choice) }
  })
}

/**
 * Does it to one booking, in a transaction of its own. A fault of ours is told as a refusal is: what became of the others is told beside it.
 * @returns why it was refused; null: it is done
 */
async function actOn(
  context: Context,
  { request }: Asked,
  act: SeveralAct,
  { id, seen }: { readonly id: string; readonly seen: number },
): Promise<string | null> {
  const { tenant, actor, language } = request
  const { errors } = refusalTexts[language]
  try {
    if (act === 'mails') await resendTickets(context, tenant, actor, { reservationId: id, seen })
    else await cancelWithRefund(context, tenant, actor, id, { insist: false, ticketIds: null })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) {
      logFault(request, error, 'one of several bookings failed by a fault of ours')
      return `${errors.internal_error.detail} (${errorTexts[language].requestId} ${request.id})`
    }
    const now = await context.database.asTenant(tenant.id, (tx) => findReservation(tx, id))
    // A second press, or a colleague's.
    if (act === 'cancellation' && error.code === 'invalid_transition' && now?.status === 'cancelled') return null
    const [why] = refused(error.code, language) ?? []
    return (why ?? errors[error.code]).detail
  }
}

function showQuestion(asked: Asked, act: SeveralAct, { rows, sums }: TickedOnes): string {
  const { language, tenant, actor } = asked.request
  const words = reservationsTexts[language].several
  const money = hasStaffPermission(actor, tenant, 'money') ? moneyOf(sums, tenant, language) : []
  const open = rows.filter(({ isOpen }) => isOpen)
  const { cannot } = words
  return show(
    asked,
    act,
    <>
      {rows.length === 0 ? <p class="empty">{words.none}</p> : null}
      {open.length === 0 ? null : <p class="prose">{words.effect[act]}</p>}
      {open.length === 0 ? null : <Sums sums={[...countsOf(sums, language), ...money]} />}
      <Listed
        rows={rows}
        result={(one) => (one.isOpen ? <ReservationState {...one} /> : <Standing sign="gone">{cannot[act]}</Standing>)}
      />
      {open.length === 0 ? null : (
        <form method="post" action={act === 'mails' ? paths.reservationsMails : paths.reservationsCancellation}>
          {open.map(({ id, seen }) => (
            <Sent key={id} sends={{ id, seen }} />
          ))}
          <Submit look={act === 'mails' ? 'main' : 'danger'}>{words.buttons[act]({ count: open.length })}</Submit>
        </form>
      )}
    </>,
  )
}

function showReport(
  asked: Asked,
  act: SeveralAct,
  rows: readonly Ticked[],
  results: ReadonlyMap<string, string | null>,
) {
  const words = reservationsTexts[asked.request.language].several
  const count = rows.filter(({ id }) => results.get(id) === null).length
  return show(
    asked,
    act,
    <Listed
      rows={rows}
      result={({ id }) => {
        const why = results.get(id) ?? null
        return why === null ? (
          <Standing sign="well">{words.done[act]}</Standing>
        ) : (
          <Standing sign="gone">{why}</Standing>
        )
      }}
    />,
    words.reports[act]({ count, refused: rows.length - count }),
  )
}

function show(asked: Asked, act: SeveralAct, content: ComponentChildren, said: string | null = null): string {
  const { language } = asked.request
  const title = reservationsTexts[language].several.titles[act]
  return showAdminPage(
    asked,
    { title, area: 'reservations' },
    <PageBody back={[paths.reservations, reservationTexts[language].all]} heading={title} said={said}>
      {content}
    </PageBody>,
  )
}

type ListedProps = { readonly rows: readonly Ticked[]; readonly result: Column<Ticked>['show'] }

function Listed({ rows, result }: ListedProps) {
  const { title, columns } = useTexts(reservationsTexts)
  if (rows.length === 0) return null
  return (
    <DataTable
      label={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.who, show: (one) => <Who reservation={one} /> },
        { name: columns.event, show: (one) => <AtEvent reservation={one} /> },
        { name: columns.state, show: result },
      ]}
    />
  )
}
