import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { actorId } from '../../features/account/actor.ts'
import { findNotice } from '../../features/event-notice/event-notice.queries.ts'
import { listDisputes } from '../../features/payment/dispute.queries.ts'
import { handOverRefund, undoHandover } from '../../features/payment/hand-over-refund.ts'
import { retryFailedRefunds, retryRefund } from '../../features/payment/retry-refund.ts'
import { sumTakings, type Takings } from '../../features/payment/takings.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { refundsTexts } from '../../messages/office/refunds.ts'
import { Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Disputes } from './disputes.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { Refunds, readRefunds } from './refund-lists.tsx'

const latestDisputes = 50

const RefundParams = Type.Object({ ...UuidParams.properties, refund: UuidIn })

const FromBody = Type.Object({ notice: Maybe(UuidIn) })

/** What came, what is kept, and which refunds are due. */
export function registerRefundPages(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.refunds,
    access: staff('money'),
    query: PagerQuery,
    handler: async ({ tenant, actor, language, query, request, reply }) => {
      const words = refundsTexts[language]
      const { takings, disputes, ...money } = await context.database.asTenant(tenant.id, async (tx) => ({
        takings: await sumTakings(tx),
        disputes: await listDisputes(tx, latestDisputes),
        ...(await readRefunds(tx, rowsOf(query.page))),
      }))
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'refunds' },
        <div class="stack">
          <h1>{words.title}</h1>
          {takings.map((sums) => (
            <TakingsTiles key={sums.currency} takings={sums} language={language} />
          ))}
          <Disputes disputes={disputes} timeZone={tenant.timeZone} now={context.now()} language={language} />
          <Refunds
            {...money}
            page={query.page ?? 1}
            noticeId={null}
            opensReservations={hasStaffPermission(actor, tenant, 'reservations')}
            timeZone={tenant.timeZone}
            now={context.now()}
            language={language}
          />
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: paths.refundHandover,
    access: staff('money'),
    forms: true,
    params: UuidParams,
    body: FromBody,
    handler: async ({ tenant, actor, params, body, reply }) => {
      const asked = { refundId: params.uuid, actorId: actorId(actor) }
      await unlessMoved(handOverRefund(context, tenant, asked))
      return reply.redirect(pageOf(body.notice), 303)
    },
  })

  // Whoever sells and cancels at the desk refunds there what was taken there (ADR 0173).
  page(app, {
    method: 'POST',
    url: paths.reservationRefundHandover,
    access: staff('reservations'),
    forms: true,
    params: RefundParams,
    handler: async ({ tenant, actor, params, reply }) => {
      const [ofSale, refundId] = [params.uuid, params.refund]
      await unlessMoved(handOverRefund(context, tenant, { refundId, actorId: actorId(actor), ofSale }))
      return reply.redirect(at(paths.reservation, { uuid: ofSale }), 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.undoHandover,
    access: staff('money'),
    forms: true,
    params: UuidParams,
    body: FromBody,
    handler: async ({ tenant, actor, params, body, reply }) => {
      const asked = { refundId: params.uuid, actorId: actorId(actor) }
      await unlessMoved(undoHandover(context, tenant, asked))
      return reply.redirect(pageOf(body.notice), 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.refundAttempts,
    access: staff('money'),
    forms: true,
    params: UuidParams,
    body: FromBody,
    handler: async ({ tenant, params, body, reply }) => {
      await unlessMoved(retryRefund(context, tenant, params.uuid))
      return reply.redirect(pageOf(body.notice), 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.refundsAttempts,
    access: staff('money'),
    forms: true,
    body: FromBody,
    handler: async ({ tenant, body, reply }) => {
      const noticeId = body.notice ?? null
      const notice = noticeId && (await context.database.asTenant(tenant.id, (tx) => findNotice(tx, noticeId)))
      if (noticeId !== null && !notice) throw new AppError('not_found')
      await retryFailedRefunds(context, tenant, notice ? notice.eventId : null)
      return reply.redirect(pageOf(noticeId), 303)
    },
  })
}

function pageOf(noticeId: string | null | undefined): string {
  return noticeId ? at(paths.notice, { uuid: noticeId }) : paths.refunds
}

/** A second press, or a colleague's, finds it done; the page then says so. */
async function unlessMoved(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid_transition')) throw error
  }
}

function TakingsTiles({ takings, language }: { readonly takings: Takings; readonly language: Language }) {
  const words = refundsTexts[language].takings
  const tiles = [
    { name: words.received, amountMinor: takings.receivedMinor },
    { name: words.kept, amountMinor: takings.keptMinor },
    { name: words.refunded, amountMinor: takings.refundedMinor },
    { name: words.owed, amountMinor: takings.owedMinor },
  ]
  return (
    <ul class="tiles money">
      {tiles.map(({ name, amountMinor }) => (
        <li key={name} class="tile">
          {name}
          <b>{amountText(amountMinor, takings.currency, language)}</b>
        </li>
      ))}
    </ul>
  )
}
