import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Context } from '../../context.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { confirmEntry } from '../../features/waiting-list/confirm-entry.ts'
import type { WaitingEntryView } from '../../features/waiting-list/entry-view.queries.ts'
import { leaveWaitingList } from '../../features/waiting-list/leave-waiting-list.ts'
import { openEntry } from '../../features/waiting-list/open-entry.ts'
import { waitingPath } from '../../features/waiting-list/waiting-proof.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import type { Language } from '../../lib/language.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { waitingListTexts } from '../../messages/site/waiting-list.ts'
import { When } from '../../pages/format.tsx'
import { page, showPage } from '../../pages/page.ts'
import { Written } from '../../pages/written.tsx'

/**
 * The link in the mails of a waiting list. Opening it changes nothing, since mail scanners follow links; its button confirms
 * what was asked for, and later on leaves the list.
 */
export function registerWaitingEntryPage(app: FastifyInstance, context: Context): void {
  const url = '/waiting-list/:uuid/:proof/'
  page(app, {
    method: 'GET',
    url,
    params: ProvenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const entry = await openEntry(context, tenant, { id: params.uuid, proof: params.proof })
      if (!entry) reply.code(410)
      const now = context.now()
      const standing = entry ? standingOf(entry, now) : 'gone'
      const said = waitingListTexts[language].standing[standing]
      const places = entry?.places ?? 1
      const title = typeof said.title === 'string' ? said.title : said.title({ places })
      return showPage(
        { request, reply },
        { title },
        <div class="stack narrow">
          <h1>{title}</h1>
          <p class="lead">{typeof said.text === 'string' ? said.text : said.text({ places })}</p>
          {entry?.isListClosed && (standing === 'waiting' || standing === 'unconfirmed') ? (
            <p>{waitingListTexts[language].closedFor[standing]}</p>
          ) : null}
          {entry ? (
            <Entry entry={entry} now={now} tenant={tenant} language={language}>
              <NextStep context={context} entry={entry} standing={standing} language={language} />
            </Entry>
          ) : (
            <p>
              <a href="/">{eventTexts[language].back}</a>
            </p>
          )}
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}confirmation/`,
    forms: true,
    params: ProvenParams,
    handler: async ({ tenant, params, reply }) => {
      await confirmEntry(context, tenant, { id: params.uuid, proof: params.proof })
      return reply.redirect(waitingPath(context, tenant.id, params.uuid), 303)
    },
  })

  page(app, {
    method: 'POST',
    url,
    forms: true,
    params: ProvenParams,
    handler: async ({ tenant, params, reply }) => {
      await leaveWaitingList(context, tenant, { id: params.uuid, proof: params.proof })
      return reply.redirect(waitingPath(context, tenant.id, params.uuid), 303)
    },
  })
}

type Standing = WaitingEntryView['status'] | 'lapsed' | 'closed' | 'unsold' | 'paused' | 'gone'

/**
 * How it stands with somebody's waiting: `lapsed`, nobody took what was held for them; `closed`, there is no more waiting;
 * `unsold`, not for this; `paused`, it is not on sale now, and they keep their place (ADR 0083).
 */
function standingOf(entry: WaitingEntryView, now: Date): Standing {
  const { status, reservationStatus } = entry
  if (status === 'offered' || status === 'taken') {
    if (reservationStatus === 'cancelled') return 'lapsed'
    return reservationStatus !== null && canExpire(reservationStatus) ? status : 'taken'
  }
  const isOver = entry.startsAt <= now || entry.cancelledAt !== null
  if (status === 'left') return status
  if (isOver) return 'closed'
  if (entry.isUnsold) return 'unsold'
  return entry.isOffSale && status === 'waiting' ? 'paused' : status
}

type EntryProps = {
  readonly entry: WaitingEntryView
  readonly tenant: Tenant
  readonly language: Language
  readonly now: Date
  readonly children: ComponentChildren
}

function Entry({ entry, tenant, language, now, children }: EntryProps) {
  const words = waitingListTexts[language]
  return (
    <>
      <dl class="facts">
        <div>
          <dt>
            <Written>{entry.eventName}</Written>
          </dt>
          <dd>
            <When at={entry.startsAt} timeZone={tenant.timeZone} language={language} now={now} />
          </dd>
        </div>
        <div>
          <dt>{words.price}</dt>
          <dd>
            <Written>{entry.priceName}</Written>
          </dd>
        </div>
        <div>
          <dt>{words.places}</dt>
          <dd>{entry.places}</dd>
        </div>
      </dl>
      {children}
      {entry.eventPublished ? (
        <p>
          <a href={`/events/${entry.eventSlug}/`}>{words.toEvent}</a>
        </p>
      ) : null}
    </>
  )
}

type NextStepProps = {
  readonly context: Context
  readonly entry: WaitingEntryView
  readonly standing: Standing
  readonly language: Language
}

/** What there is to do, if anything. */
function NextStep({ context, entry, standing, language }: NextStepProps) {
  const words = waitingListTexts[language]
  const { tenantId, id, reservationId } = entry
  if (standing === 'unconfirmed')
    return (
      <form method="post" action={`${waitingPath(context, tenantId, id)}confirmation/`}>
        <button class="button" type="submit">
          {words.confirm}
        </button>
      </form>
    )
  if (standing === 'waiting' || standing === 'paused')
    return (
      <form method="post">
        <button class="button quiet" type="submit">
          {words.leave}
        </button>
      </form>
    )
  if (reservationId === null || (standing !== 'offered' && standing !== 'taken')) return null
  return (
    <p>
      <a class="button" href={bookingPath(context, tenantId, reservationId)}>
        {words.toBooking}
      </a>
    </p>
  )
}
