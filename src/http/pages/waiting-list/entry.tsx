import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { confirmEntry } from '../../../features/waiting-list/confirm-entry.ts'
import { leaveWaitingList } from '../../../features/waiting-list/leave-waiting-list.ts'
import { openEntry } from '../../../features/waiting-list/open-entry.ts'
import type { WaitingEntryView } from '../../../features/waiting-list/waiting-list.queries.ts'
import { waitingPath } from '../../../features/waiting-list/waiting-proof.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { When } from '../format.tsx'
import { page, showPage } from '../page.ts'

const EntryParams = Type.Object({
  uuid: Type.String({ maxLength: 36 }),
  proof: Type.String({ maxLength: 100 }),
})

/**
 * The link in the mails of a waiting list. Opening it changes nothing, since mail scanners follow links; its button confirms
 * what was asked for, and later on leaves the list.
 */
export function registerWaitingEntryPage(app: FastifyInstance, context: Context): void {
  const url = '/waiting-list/:uuid/:proof/'
  page(app, {
    method: 'GET',
    url,
    summary: 'Somebody on a waiting list',
    params: EntryParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const entry = await openEntry(context, tenant, { id: params.uuid, proof: params.proof })
      const now = context.now()
      const standing = standingOf(entry, now)
      const words = pageTexts[language].waitingList
      const { title, text } = words.standing[standing]
      const { id, reservationId, startsAt } = entry
      return showPage(
        { request, reply },
        { title },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{text}</p>
          {standing === 'unconfirmed' ? (
            <form method="post" action={`${waitingPath(context, tenant.id, id)}confirmation/`}>
              <button class="button" type="submit">
                {words.confirm}
              </button>
            </form>
          ) : null}
          {reservationId === null || (standing !== 'offered' && standing !== 'taken') ? null : (
            <p>
              <a class="button" href={bookingPath(context, tenant.id, reservationId)}>
                {words.toBooking}
              </a>
            </p>
          )}
          <dl class="facts">
            <div>
              <dt>{entry.eventName}</dt>
              <dd>
                <When at={startsAt} timeZone={tenant.timeZone} language={language} now={now} />
              </dd>
            </div>
            <div>
              <dt>{words.price}</dt>
              <dd>{entry.priceName}</dd>
            </div>
            <div>
              <dt>{words.places}</dt>
              <dd>{entry.places}</dd>
            </div>
          </dl>
          {standing === 'waiting' ? (
            <form method="post">
              <button class="button quiet" type="submit">
                {words.leave}
              </button>
            </form>
          ) : null}
          <p>
            <a href={`/events/${entry.eventSlug}/`}>{words.toEvent}</a>
          </p>
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}confirmation/`,
    summary: 'Confirm that one wants to wait',
    forms: true,
    params: EntryParams,
    handler: async ({ tenant, params, reply }) => {
      await confirmEntry(context, tenant, { id: params.uuid, proof: params.proof })
      return reply.redirect(waitingPath(context, tenant.id, params.uuid), 303)
    },
  })

  page(app, {
    method: 'POST',
    url,
    summary: 'Leave a waiting list',
    forms: true,
    params: EntryParams,
    handler: async ({ tenant, params, reply }) => {
      await leaveWaitingList(context, tenant, { id: params.uuid, proof: params.proof })
      return reply.redirect(waitingPath(context, tenant.id, params.uuid), 303)
    },
  })
}

type Standing = WaitingEntryView['status'] | 'lapsed' | 'closed'

/** How it stands with somebody's waiting: `lapsed`, nobody took what was held for them; `closed`, there is no more waiting. */
function standingOf(entry: WaitingEntryView, now: Date): Standing {
  const { status } = entry
  const isOver = entry.startsAt <= now || entry.cancelledAt !== null
  if (status === 'offered' || status === 'taken')
    return entry.reservationStatus === 'cancelled' ? 'lapsed' : status
  return isOver && status !== 'left' ? 'closed' : status
}
