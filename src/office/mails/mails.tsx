import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listForgotten } from '../../features/mail/mail.queries.ts'
import { findMailToSend } from '../../features/mail/mail-to-send.queries.ts'
import { mayRetry, type OfficeMailList, officeMailLists } from '../../features/mail/mail.ts'
import { listOfficeMails, type OfficeMail } from '../../features/mail/office-mails.queries.ts'
import { retryMails } from '../../features/mail/retry-mails.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { mailsTexts } from '../../messages/office/mails.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { mailReason } from '../kit/mail-state.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { DataTable } from '../kit/table.tsx'

const url = paths.mails
const lists = Object.keys(officeMailLists) as OfficeMailList[]

const MailsQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(EnumIn(lists)),
  sent: Type.Optional(TextQuery),
})

type Look = {
  readonly list: OfficeMailList
  readonly page: number
  readonly said: string | null
  /** Which mail cannot be sent again, since what it said is deleted. */
  readonly forgotten?: string
}

const undelivered: Look = { list: 'undelivered', page: 1, said: null }

/** Mails that did not get through, or not yet, and what can be done about them. */
export function registerMailsPages(app: FastifyInstance, context: Context): void {
  const access = staff('reservations')

  page(app, {
    method: 'GET',
    url,
    access,
    query: MailsQuery,
    handler: ({ language, query: { list = 'undelivered', page: number = 1, sent = '' }, request, reply }) => {
      const said = /^\d{1,6}$/.test(sent) ? mailsTexts[language].onTheirWay({ count: Number(sent) }) : null
      return show(context, { request, reply }, { list, page: number, said })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.mailsAttempts,
    access,
    handler: async ({ tenant, reply }) => {
      const ids = await retryMails(context, tenant.id, null)
      return reply.redirect(`${url}?sent=${ids.length}`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.mailAttempts,
    access,
    params: UuidParams,
    handler: async ({ tenant, params, request, reply }) => {
      const id = params.uuid
      try {
        await retryMails(context, tenant.id, [id])
      } catch (error) {
        if (error instanceof AppError && error.details.detail === 'letter_forgotten') {
          reply.code(errorStatus[error.code])
          return show(context, { request, reply }, { ...undelivered, forgotten: id })
        }
        // A second press, or a colleague's, finds it on its way.
        const isHere = await context.database.asTenant(tenant.id, async (tx) => !!(await findMailToSend(tx, id)))
        if (!(error instanceof AppError && error.code === 'not_found' && isHere)) throw error
      }
      return reply.redirect(`${url}?sent=1`, 303)
    },
  })
}

async function show(
  context: Context,
  { request, reply }: Asked,
  { list, page: number, said, forgotten }: Look,
): Promise<string> {
  const { tenant, language } = request
  const words = mailsTexts[language]
  const { mails, old } = await context.database.asTenant(tenant.id, async (tx) => ({
    mails: await listOfficeMails(tx, { list, ...rowsOf(number) }),
    old: forgotten === undefined ? [] : await listForgotten(tx, [forgotten]),
  }))
  return showAdminPage(
    { request, reply },
    { title: words.title, area: 'mails' },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="prose">{words.lead}</p>
      <nav aria-label={words.title}>
        <ul class="actions">
          {lists.map((name) => (
            <li key={name}>
              {name === list ? (
                <strong aria-current="page">{words.lists[name]}</strong>
              ) : (
                <a href={`${url}?list=${name}`}>{words.lists[name]}</a>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <Done>{said}</Done>
      <Problems title={words.notSent} problems={old.map(({ reservationId }) => tooOld(reservationId, language))} />
      {mails.length === 0 ? (
        <p class="empty">{words.nothing[list]}</p>
      ) : (
        <>
          <p class="prose muted">{words.help[list]}</p>
          <Mails
            mails={mails.slice(0, cardsPerPage)}
            {...{ timeZone: tenant.timeZone, now: context.now(), language }}
          />
        </>
      )}
      {mails.some(({ status }) => status === 'failed') ? (
        <form method="post" action={paths.mailsAttempts}>
          <button class="button quiet" type="submit">
            {words.allAgain}
          </button>
        </form>
      ) : null}
      <Pager page={number} more={mails.length > cardsPerPage} language={language} query={{ list }} />
    </div>,
  )
}

/** What can be done instead: the page of a booking mails its tickets anew. */
function tooOld(reservationId: string | null, language: Language): FormProblem {
  const { details } = refusalTexts[language]
  const shared = { field: null, detail: details.letter_forgotten }
  if (reservationId === null) return shared
  const href = at(paths.reservation, { uuid: reservationId })
  return { ...shared, next: [{ href, label: mailsTexts[language].booking }] }
}

type MailsProps = {
  readonly mails: readonly OfficeMail[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Mails({ mails, ...when }: MailsProps) {
  const words = mailsTexts[when.language]
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={mails}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
        { name: columns.to, show: ({ recipient }) => <span class="words">{recipient}</span> },
        { name: columns.subject, show: ({ subject }) => <Written>{subject}</Written> },
        { name: columns.state, show: (mail) => stateOf(mail, when.language) },
        { name: columns.more, show: (mail) => <Next mail={mail} language={when.language} /> },
      ]}
    />
  )
}

function stateOf({ status, failure }: OfficeMail, language: Language): string {
  const known = status === 'failed' || status === 'queued' ? mailReason(failure, language) : null
  return known ?? mailsTexts[language].states[status]
}

function Next({ mail, language }: { readonly mail: OfficeMail; readonly language: Language }) {
  const words = mailsTexts[language]
  const { id, status, recipient, reservationId } = mail
  return (
    <div class="actions">
      {reservationId === null ? null : <a href={at(paths.reservation, { uuid: reservationId })}>{words.booking}</a>}
      {mayRetry(status) ? (
        <form method="post" action={at(paths.mailAttempts, { uuid: id })}>
          <button class="button quiet" type="submit" aria-label={words.againTo({ recipient })}>
            {words.again}
          </button>
        </form>
      ) : null}
    </div>
  )
}
