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
import { EnumIn, Maybe, TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { mailReason } from '../kit/mail-state.ts'
import { DataTable } from '../kit/table.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage } from '../../pages/pager.tsx'
import { showRootPage } from './frame.tsx'
import { UuidParams } from '../../http/wire/params.ts'
import { readOrganisation } from './read-organisation.ts'
import { rootRooms } from './rooms.ts'

const access = { kind: 'super_user' } as const
const pathOf = (id: string, end = '') => `${rootRooms.mails}${id}/${end}`
const MailParams = Type.Object({ ...UuidParams.properties, mail: UuidIn })

/** What became of the mails of every organisation; with no mail server, what they say. */
export function registerRootMails(app: FastifyInstance, context: Context): void {
  const hasServer = context.config.smtpUrl !== null

  page(app, {
    method: 'GET',
    url: rootRooms.mails,
    access,
    handler: async ({ language, request, reply }) => {
      const words = rootWorkTexts[language].mails
      const found = await readMailsEverywhere(context)
      return showRootPage(
        { request, reply },
        { title: words.title, room: 'mails' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          {hasServer ? null : <p class="notice">{words.noServer}</p>}
          {found.length === 0 ? <p class="empty">{words.none}</p> : <Counts found={found} language={language} />}
        </div>,
      )
    },
  })

  page(app, {
    method: 'GET',
    url: pathOf(':uuid'),
    access,
    params: UuidParams,
    query: Type.Object({
      status: Type.Optional(EnumIn(mailStatuses)),
      before: Type.Optional(UuidIn),
      done: Type.Optional(TextQuery),
    }),
    handler: async ({ tenant: root, language, params, query, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const { status, before } = query
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...(before === undefined ? {} : { before }),
        limit: cardsPerPage + 1,
      }
      const mails = await context.database.asTenant(tenant.id, (tx) => listMails(tx, filter))
      const words = rootWorkTexts[language].mails
      const title = words.of({ organisation: organisationName(tenant) })
      const shown = mails.slice(0, cardsPerPage)
      const last = mails.length > cardsPerPage ? shown.at(-1) : undefined
      const when = { timeZone: root.timeZone, now: context.now(), language }
      return showRootPage(
        { request, reply },
        { title, room: 'mails' },
        <div class="stack">
          <p>
            <a href={rootRooms.mails}>{words.back}</a>
          </p>
          <h1>{title}</h1>
          {query.done === 'sent' ? (
            <p class="notice" role="status">
              {words.sent}
            </p>
          ) : null}
          {hasServer ? null : <p class="notice">{words.noServer}</p>}
          <States chosen={status} tenant={tenant} language={language} />
          <p class="muted">{words.masked}</p>
          {shown.length === 0 ? (
            <p class="empty">{words.noneHere}</p>
          ) : (
            <Mails mails={shown} tenant={tenant} when={when} />
          )}
          {last === undefined ? null : (
            <p>
              <a href={`?${new URLSearchParams({ ...(status ? { status } : {}), before: last.id })}`}>{words.older}</a>
            </p>
          )}
          {shown.some((mail) => mail.status === 'failed') ? (
            <form method="post" action={pathOf(tenant.id, 'attempts/')}>
              <button class="button quiet" type="submit">
                {words.allAgain}
              </button>
            </form>
          ) : null}
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: pathOf(':uuid', 'attempts/'),
    access,
    forms: true,
    params: UuidParams,
    body: Type.Object({ mail: Maybe(UuidIn) }),
    handler: async ({ actor, params, body, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      await sendMailsAgain(context, actor, tenant, body.mail ? [body.mail] : null)
      return reply.redirect(`${pathOf(tenant.id)}?done=sent`, 303)
    },
  })

  page(app, {
    method: 'GET',
    url: pathOf(':uuid', ':mail/'),
    access,
    params: MailParams,
    handler: async ({ tenant: root, actor, language, params, request, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      const mail = await readOutboxMail(context, actor, tenant, params.mail)
      const words = rootWorkTexts[language].mails
      const when = { timeZone: root.timeZone, now: context.now(), language }
      return showRootPage(
        { request, reply },
        { title: mail.letter.subject, room: 'mails' },
        <div class="stack">
          <p>
            <a href={pathOf(tenant.id)}>{words.of({ organisation: organisationName(tenant) })}</a>
          </p>
          <h1>{mail.letter.subject}</h1>
          <dl class="facts">
            {(
              [
                [words.columns.kind, words.kinds[mail.kind]],
                [words.columns.to, mail.recipient],
                [words.columns.when, <When at={mail.createdAt} {...when} />],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p class="muted">{words.readNote}</p>
          <pre lang={mail.language}>{mail.text}</pre>
        </div>,
      )
    },
  })
}

type CountsProps = { readonly found: readonly MailsOfTenant[]; readonly language: Language }

function Counts({ found, language }: CountsProps) {
  const words = rootWorkTexts[language].mails
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

type StatesProps = { readonly chosen: MailStatus | undefined; readonly tenant: Tenant; readonly language: Language }

function States({ chosen, tenant, language }: StatesProps) {
  const words = rootWorkTexts[language].mails
  return (
    <nav aria-label={words.columns.status}>
      <ul class="actions">
        {[undefined, ...mailStatuses].map((status) => {
          const name = status === undefined ? words.everything : words.statuses[status]
          return (
            <li key={name}>
              {status === chosen ? (
                <strong aria-current="page">{name}</strong>
              ) : (
                <a href={status === undefined ? pathOf(tenant.id) : `?status=${status}`}>{name}</a>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type MailsProps = {
  readonly mails: readonly ListedMail[]
  readonly tenant: Tenant
  readonly when: { readonly timeZone: string; readonly now: Date; readonly language: Language }
}

function Mails({ mails, tenant, when }: MailsProps) {
  const words = rootWorkTexts[when.language].mails
  const { columns } = words
  const mayRetry = ({ status }: ListedMail) => retriableStatuses.some((one) => one === status)
  return (
    <DataTable
      label={words.title}
      rows={mails}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
        { name: columns.kind, show: ({ kind }) => words.kinds[kind] },
        { name: columns.to, show: ({ recipient }) => maskAddress(recipient) },
        { name: columns.status, show: ({ status }) => words.statuses[status] },
        { name: columns.attempts, figures: true, show: ({ attempts }) => attempts },
        {
          name: columns.failure,
          show: ({ failure }) => (failure === null ? null : (mailReason(failure, when.language) ?? maskWords(failure))),
        },
        {
          name: columns.do,
          show: (mail) => (
            <div class="actions">
              {mail.hasLetter ? null : <span class="muted small">{words.forgotten}</span>}
              {mail.status === 'in_outbox' ? (
                <a
                  href={pathOf(tenant.id, `${mail.id}/`)}
                  aria-label={`${words.read}: ${words.kinds[mail.kind]}, ${maskAddress(mail.recipient)}`}
                >
                  {words.read}
                </a>
              ) : null}
              {mayRetry(mail) ? (
                <form method="post" action={pathOf(tenant.id, 'attempts/')}>
                  <input type="hidden" name="mail" value={mail.id} />
                  <button
                    class="button quiet"
                    type="submit"
                    aria-label={`${words.again}: ${words.kinds[mail.kind]}, ${maskAddress(mail.recipient)}`}
                  >
                    {words.again}
                  </button>
                </form>
              ) : null}
            </div>
          ),
        },
      ]}
    />
  )
}
