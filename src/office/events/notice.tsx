import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { type EventNotice, findNotice } from '../../features/event-notice/event-notice.queries.ts'
import {
  type ListedNotice,
  type RefundFigure,
  sumRefundsSince,
} from '../../features/event-notice/notice-progress.queries.ts'
import { findUnreached, type Unreached } from '../../features/event-notice/unreached.queries.ts'
import { resumeNotice } from '../../features/event-notice/resume-telling.ts'
import { refundStates } from '../../features/payment/payment.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, numberText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { type Asked, staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { reservationsTexts } from '../../messages/office/reservations.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { noticeTexts } from '../../messages/office/notice.ts'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written, WrittenWithin } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { showRoom } from '../kit/frame.tsx'
import { reachesVisitors } from '../../pages/mail-server.ts'
import { Tiles } from '../kit/parts.tsx'
import { ActionButton, QuietLink, Section } from '../../pages/parts.tsx'
import { Refunds, readRefunds } from '../refunds/refund-lists.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

/** Shows how far a cancellation, a postponement or a message has come: who is told, and what became of the money. */
export function registerNoticePage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.notice,
    access: staff('programme'),
    params: UuidParams,
    query: PagerQuery,
    handler: async ({ tenant, params, query, request, reply }) =>
      showNotice({ request, reply }, await readNotice(context, tenant, params.uuid, query.page), query.page),
  })
  actionPage(app, {
    of: paths.notice,
    name: '',
    access: staff('programme'),
    act: ({ request: { tenant } }, id) => resumeNotice(context, tenant, id),
    goesOn: (_, uuid) => at(paths.notice, { uuid }),
  })
}

/** @throws AppError not_found */
async function readNotice({ database }: Context, tenant: Tenant, id: string, number: number | undefined) {
  return database.asTenant(tenant.id, async (tx) => {
    const notice = await findNotice(tx, id)
    const event = notice && (await findEvent(tx, notice.eventId))
    if (!notice || !event) throw new AppError('not_found')
    const filter = { eventId: notice.eventId, ...rowsOf(number) }
    const [figures, unreached] = [await sumRefundsSince(tx, notice), await findUnreached(tx, notice)]
    return { notice, event, figures, unreached, money: await readRefunds(tx, filter) }
  })
}

function showNotice(asked: Asked, shown: Awaited<ReturnType<typeof readNotice>>, number = 1): string {
  const { notice, event, figures, unreached, money } = shown
  const { tenant, actor, language } = asked.request
  const words = noticeTexts[language]
  const movesMoney = notice.kind === 'cancelled' || money.owed.length + money.handedOver.length > 0
  const titled = (name: string) => words.titles[notice.kind]({ event: name })
  return showRoom(
    asked,
    {
      title: titled(event.name),
      area: 'overview',
      heading: <WrittenWithin sentence={titled}>{event.name}</WrittenWithin>,
    },
    <p class="muted">
      <When at={notice.createdAt} />
    </p>,
    notice.subject === null ? null : (
      <h2>
        <Written>{notice.subject}</Written>
      </h2>
    ),
    notice.reason === null ? null : (
      <Written as="p" class="prose">
        {notice.reason}
      </Written>
    ),
    <Progress notice={notice} unreached={unreached} isSent={reachesVisitors(asked.request)} />,
    notice.kind !== 'message' && movesMoney ? (
      <>
        <h2>{words.money}</h2>
        <Figures figures={figures} />
        <Refunds
          {...money}
          page={number}
          noticeId={notice.id}
          opensReservations={hasStaffPermission(actor, tenant, 'reservations')}
        />
      </>
    ) : null,
  )
}

type ProgressProps = {
  readonly notice: EventNotice
  readonly unreached: Unreached
  /** Whether mails to visitors leave here. */
  readonly isSent: boolean
}

function Progress({ notice, unreached, isSent }: ProgressProps) {
  const words = useTexts(noticeTexts)
  const { done, total, endedAt } = notice
  return (
    <Section id="told" title={words.told}>
      <p class="numbers">{words.toldOf({ done, total })}</p>
      <progress value={done} max={Math.max(1, total)} aria-labelledby="told" />
      {endedAt === null ? (
        <>
          <p>{words.underWay}</p>
          <div class="actions">
            <QuietLink to={at(paths.notice, { uuid: notice.id })}>{words.look}</QuietLink>
            <ActionButton>{words.resume}</ActionButton>
          </div>
        </>
      ) : unreached.count + unreached.erased + notice.leftOut === 0 ? (
        <p>{isSent ? words.ended : words.endedUnsent}</p>
      ) : (
        <NotTold
          told={Math.max(0, total - unreached.count - unreached.erased - notice.leftOutBookings)}
          unreached={unreached}
          isSent={isSent}
          leftOut={notice.leftOut}
        />
      )}
    </Section>
  )
}

type NotToldProps = Pick<ProgressProps, 'unreached' | 'isSent'> & {
  /** The number of bookings. */
  readonly told: number
  /** The number of people. */
  readonly leftOut: number
}

/** Lists people who get no mail: without an address, somebody may tell them; those who want no more messages are left alone. */
function NotTold({ told, unreached: { count, erased, bookings }, isSent, leftOut }: NotToldProps) {
  const words = useTexts(unreachedTexts)
  const { unnamed } = useTexts(reservationsTexts)
  return (
    <>
      <p>{words.told({ sent: isSent, told, unreached: count })}</p>
      {erased === 0 ? null : <p>{words.erased({ bookings: erased })}</p>}
      {leftOut === 0 ? null : <p>{words.leftOut({ people: leftOut })}</p>}
      {count === 0 ? null : (
        <>
          <p>{words.these}</p>
          <ul class="rows">
            {bookings.map(({ id, holder }) => (
              <li key={id}>
                <a class="name" href={at(paths.reservation, { uuid: id })}>
                  {holder ?? unnamed} <code>{shortReference(id)}</code>
                </a>
              </li>
            ))}
            {count > bookings.length ? <li>{words.more({ count: count - bookings.length })}</li> : null}
          </ul>
        </>
      )}
    </>
  )
}

function Figures({ figures }: { readonly figures: readonly RefundFigure[] }) {
  const { language } = useReader()
  const words = useTexts(noticeTexts)
  if (figures.length === 0) return <p class="empty">{words.noMoney}</p>
  const tiles = refundStates.map((state) => {
    const here = figures.filter((figure) => figure.state === state)
    const count = here.reduce((sum, { reservations }) => sum + reservations, 0)
    const sums = here.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language))
    const note = sums.length === 0 ? words.noAmount : sums.join(' + ')
    return { name: words.states[state], value: numberText(count, language), note }
  })
  return <Tiles of={tiles} />
}

/** Shows the latest notices on the landing page, each with the link to its page. */
export function Notices({ notices }: { readonly notices: readonly ListedNotice[] }) {
  const words = useTexts(noticeTexts)
  if (notices.length === 0) return null
  return (
    <>
      <h2>{words.all}</h2>
      <ul class="rows">
        {notices.map((notice) => (
          <li key={notice.id}>
            <span class="name">
              <a href={at(paths.notice, { uuid: notice.id })}>
                <WrittenWithin sentence={(event) => words.titles[notice.kind]({ event })}>
                  {notice.eventName}
                </WrittenWithin>
              </a>
            </span>
            <span class="muted numbers">{words.toldOf({ done: notice.done, total: notice.total })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
