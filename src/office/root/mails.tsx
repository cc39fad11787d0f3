import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type ListedMail, listMails } from '../../features/mail/mail.queries.ts'
import { type MailStatus, mailStatuses, retriableStatuses } from '../../features/mail/mail.ts'
import {
  type MailsOfTenant,
  readMailsEverywhere,
  readOutboxMail,
  sendMailsAgain,
} from '../../features/tenant/manage-mails.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { maskAddress, maskWords } from '../../lib/mask.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { rootWorkTexts } from '../../messages/office/root-work.ts'
import type { Asked } from '../../http/route.ts'
import { EnumIn, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { mailReason } from '../kit/mail-state.ts'
import { actionPage, idOf } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { ActionButton, Facts } from '../../pages/parts.tsx'
import { type Column, DataTable } from '../kit/table.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { showRootRoom, showRootPage } from './frame.tsx'
import { UuidParams } from '../../http/wire/params.ts'
import { readOrganisation } from './read-organisation.ts'
import { rootRooms, superUser } from './rooms.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

const oneUrl = `${rootRooms.mails}:uuid/`
const pathOf = (id: string, end = '') => `${rootRooms.mails}${id}/${end}`
const MailParams = Type.Object({ ...UuidParams.properties, mail: UuidIn })

/** Registers the page of the mails of every organisation; with no mail server, it shows what they say. */
export function registerRootMails(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: rootRooms.mails,
    access: superUser,
    read: () => readMailsEverywhere(context),
    show: (asked, found) => showCounts(context, asked, found),
  })
  registerMailsOfOne(app, context)
  actionPage(app, {
    of: oneUrl,
    name: 'attempts',
    access: superUser,
    body: { mail: Maybe(UuidIn) },
    act: async ({ request: { actor } }, id, { mail }) => {
      const { tenant } = await readOrganisation(context, id)
      await sendMailsAgain(context, actor, tenant, mail ? [mail] : null)
    },
    goesOn: (_, id) => `${pathOf(id)}?done=sent`,
  })
  registerOneMail(app, context)
}

/** Says where mails can be read while there is no server that sends them. */
function NoServer({ config }: Pick<Context, 'config'>) {
  const { noServer } = useTexts(rootWorkTexts).mails
  return config.smtpUrl === null ? <p class="notice">{noServer}</p> : null
}

function showCounts({ config }: Context, asked: Asked, found: readonly MailsOfTenant[]): string {
  const { language } = asked.request
  const words = rootWorkTexts[language].mails
  return showRootRoom(
    asked,
    { title: words.title, room: 'mails', lead: words.lead },
    <NoServer config={config} />,
    found.length === 0 ? <p class="empty">{words.none}</p> : <Counts found={found} />,
  )
}

function registerMailsOfOne(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: oneUrl,
    access: superUser,
    narrow: { status: Type.Optional(EnumIn(mailStatuses)) },
    read: async (asked, { limit, offset }, { status }) => {
      const { tenant } = await readOrganisation(context, idOf(asked))
      const filter = { limit, offset, ...(status === undefined ? {} : { status }) }
      return { tenant, rows: await context.database.asTenant(tenant.id, (tx) => listMails(tx, filter)) }
    },
    show: ({ asked: { request }, found: { tenant, rows }, narrowed: { status }, done }) => {
      const { language } = request
      const words = rootWorkTexts[language].mails
      return {
        back: [rootRooms.mails, words.back],
        title: words.of({ organisation: organisationName(tenant) }),
        said: saidOf(done, { sent: words.sent }),
        head: (
          <>
            <NoServer config={context.config} />
            <States chosen={status} tenant={tenant} />
            <p class="muted">{words.masked}</p>
          </>
        ),
        kept: { status: status ?? '' },
        empty: words.noneHere,
        columns: columnsOf(tenant, language),
        foot: rows.some((mail) => mail.status === 'failed') ? (
          <ActionButton action={pathOf(tenant.id, 'attempts/')}>{words.allAgain}</ActionButton>
        ) : null,
      }
    },
    frame: (asked, title, content) => showRootPage(asked, { title, room: 'mails' }, content),
  })
}

function registerOneMail(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: pathOf(':uuid', ':mail/'),
    access: superUser,
    params: MailParams,
    handler: async ({ actor, language, params, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const mail = await readOutboxMail(context, actor, tenant, params.mail)
      const words = rootWorkTexts[language].mails
      const { subject } = mail.letter
      return showRootRoom(
        { request, reply },
        {
          title: subject,
          room: 'mails',
          back: [pathOf(tenant.id), words.of({ organisation: organisationName(tenant) })],
        },
        <Facts
          facts={[
            [words.columns.kind, words.kinds[mail.kind]],
            [words.columns.to, mail.recipient],
            [words.columns.when, <When key="when" at={mail.createdAt} />],
          ]}
        />,
        <p class="muted">{words.readNote}</p>,
        <pre lang={mail.language}>{mail.text}</pre>,
      )
    },
  })
}

function Counts({ found }: { readonly found: readonly MailsOfTenant[] }) {
  const { language } = useReader()
  const words = useTexts(rootWorkTexts).mails
  const number = new Intl.NumberFormat(language)
  return (
    <DataTable
      label={words.title}
      rows={found}
      keyOf={({ tenant }) => tenant.id}
      columns={[
        {
          name: words.columns.organisation,
          show: ({ tenant }) => <a href={pathOf(tenant.id)}>{organisationName(tenant)}</a>,
        },
        ...(['failed', 'refused', 'queued', 'in_outbox', 'sent'] as const).map((status) => ({
          name: words.statuses[status],
          figures: true,
          show: ({ tenant, counts }: MailsOfTenant) =>
            counts[status] === 0 ? (
              '0'
            ) : (
              <a href={`${pathOf(tenant.id)}?status=${status}`}>{number.format(counts[status])}</a>
            ),
        })),
      ]}
    />
  )
}

type StatesProps = { readonly chosen: MailStatus | undefined; readonly tenant: Tenant }

function States({ chosen, tenant }: StatesProps) {
  const words = useTexts(rootWorkTexts).mails
  const states = mailStatuses.map((status) => [`?status=${status}`, words.statuses[status], status === chosen] as const)
  return (
    <Tabs
      label={words.columns.status}
      tabs={[[pathOf(tenant.id), words.everything, chosen === undefined], ...states]}
    />
  )
}

function columnsOf(tenant: Tenant, language: Language): readonly Column<ListedMail>[] {
  const words = rootWorkTexts[language].mails
  const { columns } = words
  return [
    { name: columns.when, show: ({ createdAt }) => <When at={createdAt} /> },
    { name: columns.kind, bare: true, show: ({ kind }) => words.kinds[kind] },
    { name: columns.to, bare: true, show: ({ recipient }) => maskAddress(recipient) },
    { name: columns.status, bare: true, show: ({ status }) => words.statuses[status] },
    { name: columns.attempts, figures: true, show: ({ attempts }) => attempts },
    {
      name: columns.failure,
      show: ({ failure }) => (failure === null ? null : (mailReason(failure, language) ?? maskWords(failure))),
    },
    { name: columns.do, show: (mail) => <RowActions {...{ mail, tenant }} /> },
  ]
}

type RowActionsProps = { readonly mail: ListedMail; readonly tenant: Tenant }

function RowActions({ mail, tenant }: RowActionsProps) {
  const words = useTexts(rootWorkTexts).mails
  const labelled = (button: string) => `${button}: ${words.kinds[mail.kind]}, ${maskAddress(mail.recipient)}`
  return (
    <div class="actions">
      {mail.hasLetter ? null : <span class="muted small">{words.forgotten}</span>}
      {mail.status === 'in_outbox' ? (
        <a href={pathOf(tenant.id, `${mail.id}/`)} aria-label={labelled(words.read)}>
          {words.read}
        </a>
      ) : null}
      {retriableStatuses.some((one) => one === mail.status) ? (
        <ActionButton action={pathOf(tenant.id, 'attempts/')} sends={{ mail: mail.id }} label={labelled(words.again)}>
          {words.again}
        </ActionButton>
      ) : null}
    </div>
  )
}
