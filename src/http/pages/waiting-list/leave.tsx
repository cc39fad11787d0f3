import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { getEntryToLeave, leaveWaitingList } from '../../../features/waiting-list/leave-waiting-list.ts'
import type { WaitingEntry } from '../../../features/waiting-list/waiting-list.queries.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { page, showPage } from '../page.ts'

const LeaveParams = Type.Object({
  uuid: Type.String({ maxLength: 36 }),
  proof: Type.String({ maxLength: 100 }),
})

/** The link in the mails of a waiting list. Opening it changes nothing, since mail scanners follow links; its button leaves. */
export function registerLeaveWaitingList(app: FastifyInstance, context: Context): void {
  const url = '/waiting-list/:uuid/:proof/'
  page(app, {
    method: 'GET',
    url,
    summary: 'Ask whether to leave a waiting list',
    params: LeaveParams,
    handler: async ({ tenant, params, request, reply }) => {
      const link = { id: params.uuid, proof: params.proof }
      return showEntry(context, { request, reply }, await getEntryToLeave(context, tenant, link))
    },
  })

  page(app, {
    method: 'POST',
    url,
    summary: 'Leave a waiting list',
    forms: true,
    params: LeaveParams,
    handler: async ({ tenant, params, request, reply }) => {
      const link = { id: params.uuid, proof: params.proof }
      return showEntry(context, { request, reply }, await leaveWaitingList(context, tenant, link))
    },
  })
}

function showEntry(
  context: Context,
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { status, reservationId }: WaitingEntry,
): string {
  const { tenant, language } = asked.request
  const words = pageTexts[language].waitingList
  const said = {
    waiting: { title: words.leaveTitle, text: words.leave },
    offered: { title: words.offeredTitle, text: words.offered },
    taken: { title: words.offeredTitle, text: words.offered },
    left: { title: words.leftTitle, text: words.left },
  }[status]
  return showPage(
    asked,
    { title: said.title },
    <div class="stack narrow">
      <h1>{said.title}</h1>
      <p class="lead">{said.text}</p>
      {status === 'waiting' ? (
        <form method="post">
          <button class="button danger" type="submit">
            {words.leaveButton}
          </button>
        </form>
      ) : null}
      {reservationId === null ? null : (
        <p>
          <a href={bookingPath(context, tenant.id, reservationId)}>{words.toBooking}</a>
        </p>
      )}
    </div>,
  )
}
