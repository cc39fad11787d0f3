import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { findEvent } from '../../../../features/event/event.queries.ts'
import { removeWaitingEntry } from '../../../../features/payment/remove-waiting-entry.ts'
import {
  listWaitingAtOffice,
  listWaitingLists,
  type OfficeWaiting,
} from '../../../../features/waiting-list/office-waiting.queries.ts'
import { momentText, withinSentence } from '../../../../lib/format.ts'
import type { Language } from '../../../../lib/language.ts'
import { UuidParams } from '../../../api/params.ts'
import { staff } from '../../../route.ts'
import { waitingTexts } from '../../../texts/admin/waiting-texts.ts'
import { TextQuery } from '../../../wire/schemas.ts'
import { Done } from '../../form/done.tsx'
import { When } from '../../format.tsx'
import { page } from '../../page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pager.tsx'
import { Written } from '../../written.tsx'
import { showAdminPage } from '../frame.tsx'
import { Standing } from '../standing.tsx'
import { DataTable } from '../table.tsx'

const listsUrl = '/admin/waiting-lists/'

/** Who waits for what, since when, and the way off the list (ADR 0083). */
export function registerWaitingLists(app: FastifyInstance, context: Context): void {
  const access = staff('people')

  page(app, {
    method: 'GET',
    url: listsUrl,
    access,
    summary: 'The waiting lists',
    handler: async ({ tenant, language, request, reply }) => {
      const words = waitingTexts[language]
      const now = context.now()
      const lists = await context.database.asTenant(tenant.id, (tx) => listWaitingLists(tx, now))
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'waiting_lists' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          {lists.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <ul class="rows">
              {lists.map(({ eventId, eventName, startsAt, priceId, priceName, waiting, places, offers }) => (
                <li key={`${eventId} ${priceId}`}>
                  <span class="name">
                    <a href={`${listsUrl}${eventId}/`}>
                      <Written>{`${eventName}, ${priceName}`}</Written>
                    </a>
                    <br />
                    <span class="muted small">
                      <When at={startsAt} timeZone={tenant.timeZone} now={now} language={language} />
                    </span>
                  </span>
                  <span class="muted">
                    {[
                      ...(waiting === 0 ? [] : [words.count(waiting, places)]),
                      ...(offers === 0 ? [] : [words.offers(offers)]),
                    ].join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>,
      )
    },
  })

  page(app, {
    method: 'GET',
    url: `${listsUrl}:uuid/`,
    access,
    summary: 'Who waits for an event',
    params: UuidParams,
    query: Type.Object({ ...PagerQuery.properties, done: Type.Optional(TextQuery) }),
    handler: async ({ tenant, language, params, query, request, reply }) => {
      const words = waitingTexts[language]
      const { page: number = 1, done } = query
      const now = context.now()
      const { event, entries } = await context.database.asTenant(tenant.id, async (tx) => {
        const found = await findEvent(tx, params.uuid)
        if (!found) throw new AppError('not_found')
        return { event: found, entries: await listWaitingAtOffice(tx, found.id, rowsOf(number)) }
      })
      return showAdminPage(
        { request, reply },
        { title: `${words.title} · ${event.name}`, area: 'waiting_lists' },
        <div class="stack">
          <p>
            <a href={listsUrl}>{words.back}</a>
          </p>
          <h1>
            <Written>{event.name}</Written>
          </h1>
          <p class="muted">
            <When at={event.startsAt} timeZone={tenant.timeZone} now={now} language={language} />
          </p>
          <Done>{done === 'removed' ? words.removed : null}</Done>
          {entries.length === 0 ? (
            <p class="empty">{words.nobody}</p>
          ) : (
            <Entries
              entries={entries.slice(0, cardsPerPage)}
              timeZone={tenant.timeZone}
              now={now}
              language={language}
            />
          )}
          <Pager page={number} more={entries.length > cardsPerPage} language={language} />
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: `${listsUrl}entries/:uuid/removal/`,
    access,
    summary: 'Take somebody off a waiting list',
    forms: true,
    params: UuidParams,
    handler: async ({ tenant, actor, params, reply }) => {
      const eventId = await removeWaitingEntry(context, tenant, actor, params.uuid)
      return reply.redirect(`${listsUrl}${eventId}/?done=removed`, 303)
    },
  })
}

type EntriesProps = {
  readonly entries: readonly OfficeWaiting[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Entries({ entries, timeZone, now, language }: EntriesProps) {
  const words = waitingTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.email, show: ({ email }) => email },
        { name: columns.price, show: ({ priceName }) => <Written>{priceName}</Written> },
        { name: columns.places, show: ({ places }) => places, figures: true },
        {
          name: columns.since,
          show: ({ waitingSince }) => (
            <When at={waitingSince} timeZone={timeZone} now={now} language={language} />
          ),
        },
        {
          name: columns.standing,
          show: ({ status, heldUntil, reservationId }) => {
            if (status === 'unconfirmed') return <Standing sign="waits">{words.unconfirmed}</Standing>
            if (reservationId === null || heldUntil === null)
              return <Standing sign="waits">{words.waits}</Standing>
            const until = momentText({ at: heldUntil, timeZone, language, now })
            return (
              <Standing sign="well">
                <a href={`/admin/reservations/${reservationId}/`}>
                  {words.offeredUntil(withinSentence(until, language))}
                </a>
              </Standing>
            )
          },
        },
        { name: columns.removal, show: (entry) => <Removal entry={entry} language={language} /> },
      ]}
    />
  )
}

/** Asks once, and says what happens. */
function Removal({ entry, language }: { readonly entry: OfficeWaiting; readonly language: Language }) {
  const words = waitingTexts[language]
  const help =
    entry.status === 'unconfirmed'
      ? words.removeUnconfirmed
      : entry.status === 'offered'
        ? words.removeOffer
        : words.removeHelp
  return (
    <details>
      <summary>{words.remove}</summary>
      <p class="small">{help}</p>
      <form method="post" action={`${listsUrl}entries/${entry.id}/removal/`}>
        <button class="button quiet" type="submit">
          {words.removeNow(entry.email)}
        </button>
      </form>
    </details>
  )
}
