import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { type Actor, actorId } from '../../features/account/actor.ts'
import { findNotice } from '../../features/event-notice/event-notice.queries.ts'
import { listDisputes } from '../../features/payment/dispute.queries.ts'
import { handOverRefund, undoHandover } from '../../features/payment/hand-over-refund.ts'
import { retryFailedRefunds, retryRefund } from '../../features/payment/retry-refund.ts'
import { sumTakings, type Takings } from '../../features/payment/takings.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText } from '../../lib/format.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { refundsTexts } from '../../messages/office/refunds.ts'
import { Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useReader } from '../../pages/reader.ts'
import { Disputes } from './disputes.tsx'
import { showRoom } from '../kit/frame.tsx'
import { Tiles } from '../kit/parts.tsx'
import { pressPage } from '../kit/press-page.ts'
import { Refunds, readRefunds } from './refund-lists.tsx'

const latestDisputes = 50

const access = staff('money')
/** A second press, or a colleague's, finds it done, and the page says so. */
const unlessMoved = { isDone: async () => true } as const
const ofMoney = {
  ...unlessMoved,
  access,
  body: { notice: Maybe(UuidIn) },
  goesOn: ({ body }: OfNotice) => pageOf(body.notice),
}

/** Registers the page of payments: what came, what is kept, and which refunds are due. */
export function registerRefundPages(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.refunds,
    access,
    query: PagerQuery,
    handler: async (asked) => {
      const { tenant, actor, language, query } = asked
      const { title } = refundsTexts[language]
      const { takings, disputes, ...refunds } = await context.database.asTenant(tenant.id, async (tx) => ({
        takings: await sumTakings(tx),
        disputes: await listDisputes(tx, latestDisputes),
        ...(await readRefunds(tx, rowsOf(query.page))),
      }))
      return showRoom(
        asked,
        { title, area: 'refunds' },
        takings.map((sums) => <TakingsTiles key={sums.currency} takings={sums} />),
        <Disputes disputes={disputes} />,
        <Refunds
          {...refunds}
          page={query.page ?? 1}
          noticeId={null}
          opensReservations={hasStaffPermission(actor, tenant, 'reservations')}
        />,
      )
    },
  })

  registerHandovers(app, context)
  registerAttempts(app, context)
}

function registerHandovers(app: FastifyInstance, context: Context): void {
  const refundOf = ({ actor, params }: Acting) => ({ refundId: params.uuid, actorId: actorId(actor) })

  pressPage(app, {
    ...ofMoney,
    url: paths.refundHandover,
    act: (asked) => handOverRefund(context, asked.tenant, refundOf(asked)),
  })

  // Staff who sell and cancel at the desk refund there what was taken there (ADR 0173).
  pressPage(app, {
    ...unlessMoved,
    url: paths.reservationRefundHandover,
    access: staff('reservations'),
    params: Type.Object({ ...UuidParams.properties, refund: UuidIn }),
    act: ({ tenant, actor, params: { uuid: ofSale, refund: refundId } }) =>
      handOverRefund(context, tenant, { refundId, actorId: actorId(actor), ofSale }),
    goesOn: ({ params }) => at(paths.reservation, { uuid: params.uuid }),
  })

  pressPage(app, {
    ...ofMoney,
    url: paths.undoHandover,
    act: (asked) => undoHandover(context, asked.tenant, refundOf(asked)),
  })
}

function registerAttempts(app: FastifyInstance, context: Context): void {
  pressPage(app, {
    ...ofMoney,
    url: paths.refundAttempts,
    act: ({ tenant, params }) => retryRefund(context, tenant, params.uuid),
  })

  pressPage(app, {
    ...ofMoney,
    url: paths.refundsAttempts,
    params: Type.Object({}),
    act: async ({ tenant, body }) => {
      const id = body.notice
      const notice = id ? orNotFound(await context.database.asTenant(tenant.id, (tx) => findNotice(tx, id))) : null
      return retryFailedRefunds(context, tenant, notice?.eventId ?? null)
    },
  })
}

type OfNotice = { readonly body: { readonly notice?: string | null | undefined } }
type Acting = { readonly actor: Actor; readonly params: { readonly uuid: string } }

function pageOf(noticeId: string | null | undefined): string {
  return noticeId ? at(paths.notice, { uuid: noticeId }) : paths.refunds
}

function TakingsTiles({ takings }: { readonly takings: Takings }) {
  const { language } = useReader()
  const words = refundsTexts[language].takings
  const sums = ['received', 'kept', 'refunded', 'owed'] as const
  const value = (minor: number) => amountText(minor, takings.currency, language)
  return <Tiles money of={sums.map((sum) => ({ name: words[sum], value: value(takings[`${sum}Minor`]) }))} />
}
