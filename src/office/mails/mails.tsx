import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listForgotten } from '../../features/mail/mail.queries.ts'
import { findMailToSend } from '../../features/mail/mail-to-send.queries.ts'
import { type MailKind, mayRetry, type OfficeMailList, officeMailLists } from '../../features/mail/mail.ts'
import { listOfficeMails, type OfficeMail } from '../../features/mail/office-mails.queries.ts'
import { type KeptMail, readKeptMail } from '../../features/mail/read-kept-mail.ts'
import { retryMails } from '../../features/mail/retry-mails.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { type MailsTexts, mailsTexts } from '../../messages/office/mails.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { mailReason } from '../kit/mail-state.ts'
import { showRoom } from '../kit/frame.tsx'
import { Listed } from '../kit/list-page.tsx'
import { ActionButton, ButtonLink, Facts } from '../../pages/parts.tsx'
import { pressPage } from '../kit/press-page.ts'
import type { Column } from '../kit/table.tsx'
import { Tabs } from '../kit/tabs.tsx'

const lists = Object.keys(officeMailLists) as OfficeMailList[]
/** Only a sandbox keeps mails. */
const listsOf = ({ sandbox }: Pick<Tenant, 'sandbox'>) => lists.filter((list) => list !== 'kept' || sandbox)

const MailsQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(EnumIn(lists)),
  sent: Type.Optional(TextQuery),
})

type Look = {
  readonly list: OfficeMailList
  readonly page: number
  readonly said: string | null
  readonly problems: readonly FormProblem[]
}

/** Mails that did not get through, or not yet, and what can be done about them. */
export function registerMailsPages(app: FastifyInstance, context: Context): void {
  const access = staff('reservations')

  page(app, {
    method: 'GET',
    url: paths.mails,
    access,
    query: MailsQuery,
    handler: (asked) => {
      const { list = asked.tenant.sandbox ? 'kept' : 'undelivered', page: number = 1, sent = '' } = asked.query
      const said = /^\d{1,6}$/.test(sent) ? mailsTexts[asked.language].onTheirWay({ count: Number(sent) }) : null
      return show(context, asked, { list, page: number, said, problems: [] })
    },
  })

  page(app, {
    method: 'GET',
    url: paths.mail,
    access,
    params: UuidParams,
    handler: async (asked) => showMail(asked, await readKeptMail(context, asked.tenant.id, asked.params.uuid)),
  })

  pressPage(app, {
    url: paths.mailsAttempts,
    access,
    params: Type.Object({}),
    act: ({ tenant }) => retryMails(context, tenant.id, null),
    goesOn: (_, ids) => `${paths.mails}?sent=${ids?.length}`,
  })

  pressPage(app, {
    url: paths.mailAttempts,
    access,
    act: async ({ tenant, params: { uuid: id } }) => {
      try {
        await retryMails(context, tenant.id, [id])
      } catch (error) {
        // A second press, or a colleague's, finds it on its way.
        const isHere = await context.database.asTenant(tenant.id, async (tx) => !!(await findMailToSend(tx, id)))
        if (!(error instanceof AppError && error.code === 'not_found' && isHere)) throw error
      }
    },
    explain: async ({ details }, { tenant, params, language }) => {
      if (details.detail !== 'letter_forgotten') return null
      const old = await context.database.asTenant(tenant.id, (tx) => listForgotten(tx, [params.uuid]))
      return old.map(({ reservationId }) => tooOld(reservationId, language))
    },
    show: (asked, problems) => show(context, asked, { list: 'undelivered', page: 1, said: null, problems }),
    goesOn: () => `${paths.mails}?sent=1`,
  })
}

async function show(context: Context, asked: Asked, { list, page: number, said, problems }: Look): Promise<string> {
  const { tenant, language } = asked.request
  const words = mailsTexts[language]
  const search = { list, ...rowsOf(number) }
  const mails = await context.database.asTenant(tenant.id, (tx) => listOfficeMails(tx, search))
  return showRoom(
    asked,
    { title: words.title, area: 'mails', lead: words.lead },
    <Tabs
      label={words.title}
      tabs={listsOf(tenant).map((name) => [at(paths.mails, {}, { list: name }), words.lists[name], name === list])}
    />,
    <Done>{said}</Done>,
    <Problems title={words.notSent} problems={problems} />,
    <Listed
      label={words.title}
      rows={mails}
      keyOf={({ id }) => id}
      columns={columnsOf(language)}
      lead={<p class="prose muted">{words.help[list]}</p>}
      empty={words.nothing[list]}
      page={number}
      query={{ list }}
    >
      {mails.some(({ status }) => status === 'failed') ? (
        <ActionButton action={paths.mailsAttempts}>{words.allAgain}</ActionButton>
      ) : null}
    </Listed>,
  )
}

function columnsOf(language: Language): readonly Column<OfficeMail>[] {
  const { columns } = mailsTexts[language]
  return [
    { name: columns.when, show: ({ createdAt }) => <When at={createdAt} /> },
    { name: columns.to, bare: true, show: ({ recipient }) => <span class="words">{recipient}</span> },
    { name: columns.subject, bare: true, show: ({ subject }) => <Written>{subject}</Written> },
    { name: columns.state, bare: true, show: (mail) => stateOf(mail, language) },
    { name: columns.more, bare: true, show: (mail) => <Next mail={mail} /> },
  ]
}

/** Shows a mail as its reader would have got it, with what was attached. */
function showMail(asked: Asked, mail: KeptMail): string {
  const { language } = asked.request
  const words = mailsTexts[language]
  const { subject } = mail.letter
  const back = at(paths.mails, {}, { list: 'kept' })
  return showRoom(
    asked,
    { title: subject, area: 'mails', back: [back, words.lists.kept], heading: <Written>{subject}</Written> },
    <Facts
      facts={[
        [words.columns.to, mail.recipient],
        [words.columns.when, <When key="when" at={mail.createdAt} />],
        [words.attached, attachedTo(mail, words)],
      ]}
    />,
    mail.isSignInHidden ? <p class="notice">{words.signInHidden}</p> : null,
    mail.letter.action === undefined ? null : (
      <p>
        <ButtonLink to={mail.letter.action.url}>{mail.letter.action.label}</ButtonLink>
      </p>
    ),
    <pre class="letter" lang={mail.language}>
      {mail.text}
    </pre>,
  )
}

const withTickets: readonly MailKind[] = ['tickets', 'tickets_again', 'ticket_given']
const withReceipt: readonly MailKind[] = ['receipt', 'refund']

/** Links to what was attached, which is made again; null: nothing was. */
function attachedTo({ kind, reservationId, documentId }: KeptMail, { attachedFiles }: MailsTexts) {
  if (withTickets.includes(kind) && reservationId !== null)
    return <a href={at(paths.reservationTicketsPdf, { uuid: reservationId })}>{attachedFiles.tickets}</a>
  if (withReceipt.includes(kind) && documentId !== null)
    return <a href={at(paths.receiptPdf, { uuid: documentId })}>{attachedFiles.receipt}</a>
  return null
}

/** Says what can be done instead: the page of a booking mails its tickets again. */
function tooOld(reservationId: string | null, language: Language): FormProblem {
  const { details } = refusalTexts[language]
  const shared = { field: null, detail: details.letter_forgotten }
  if (reservationId === null) return shared
  const href = at(paths.reservation, { uuid: reservationId })
  return { ...shared, next: [{ href, label: mailsTexts[language].booking }] }
}

function stateOf({ status, failure }: OfficeMail, language: Language): string {
  const known = status === 'failed' || status === 'queued' ? mailReason(failure, language) : null
  return known ?? mailsTexts[language].states[status]
}

function Next({ mail: { id, status, recipient, reservationId } }: { readonly mail: OfficeMail }) {
  const words = useTexts(mailsTexts)
  return (
    <div class="actions">
      {reservationId === null ? null : <a href={at(paths.reservation, { uuid: reservationId })}>{words.booking}</a>}
      {status === 'kept' ? (
        <a href={at(paths.mail, { uuid: id })} aria-label={words.readOf({ recipient })}>
          {words.read}
        </a>
      ) : null}
      {mayRetry(status) ? (
        <ActionButton action={at(paths.mailAttempts, { uuid: id })} label={words.againTo({ recipient })}>
          {words.again}
        </ActionButton>
      ) : null}
    </div>
  )
}
