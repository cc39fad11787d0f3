import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Role, roles } from '../../features/account/role.ts'
import { listInvitations } from '../../features/team/invitation.queries.ts'
import {
  type InviteOutcome,
  inviteAgain,
  inviteColleague,
  withdrawInvitation,
} from '../../features/team/invite-colleague.ts'
import { type Colleague, listColleagues } from '../../features/team/team.queries.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { countRequest } from '../../http/plugins/rate-limit.ts'
import { staff, type Asked } from '../../http/route.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { EnumIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { rootRooms } from '../root/rooms.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { DataTable } from '../kit/table.tsx'
import { registerColleaguePage, roleSaid } from './colleague.tsx'
import { Invitations, InviteForm } from './invitations.tsx'
import { PasskeyRoles, registerPasskeyRoles } from './passkey-roles.tsx'

const url = paths.team

/** As it was typed, so that nobody types it twice. */
type Filled = { readonly email: string; readonly role: Role | '' }

type Shown = {
  readonly filled: Filled
  /** Of the form, of what is to be done with an invitation (`invitations`), and of who needs a passkey (`passkeys`). */
  readonly problems: readonly FormProblem[]
  /** What the page that led here did. */
  readonly done: string
}

const asItIs: Shown = { filled: { email: '', role: '' }, problems: [], done: '' }

/** Who works here, and who is invited to (ADR 0131, ADR 0150). */
export function registerTeamPages(app: FastifyInstance, context: Context): void {
  registerColleaguePage(app, context)
  registerPasskeyRoles(app, context, (asked, problem) =>
    showTeam(context, asked, { ...asItIs, problems: [{ field: 'passkeys', detail: problem }] }),
  )

  page(app, {
    method: 'GET',
    url,
    access: staff('team'),
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ tenant, query: { done = '' }, request, reply }) =>
      // Who administers the server is no team: they have rights, in a room of their own.
      tenant.category === 'root'
        ? reply.redirect(rootRooms.people, 302)
        : showTeam(context, { request, reply }, { ...asItIs, done }),
  })

  page(app, {
    method: 'POST',
    url: `${url}invitations/`,
    asksAgain: true,
    access: staff('team'),
    forms: true,
    body: Type.Object({ email: Maybe(TypedText({ max: 2_000 })), role: Maybe(EnumIn(roles)) }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled: Filled = { email: body.email ?? '', role: body.role ?? '' }
      const { email, role } = filled
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showTeam(context, { request, reply }, { filled, problems, done: '' })
      }
      const words = teamTexts[language].invite
      const problems = [
        ...(isEmail(normalizeEmail(email)) ? [] : [{ field: 'email', detail: words.emailWrong }]),
        ...(role === '' ? [{ field: 'role', detail: words.roleMissing }] : []),
      ]
      if (role === '' || problems.length > 0) return again(problems, 400)
      await countRequest(context, reply, 'invitation', tenant.id)
      const limited = context.config.rateLimit
      const outcome = await inviteColleague(context, tenant, actor, { email, role, limited })
      if (outcome.kind === 'sent') return reply.redirect(`${url}?done=sent`, 303)
      const detail = whyNot(outcome, normalizeEmail(email), language)
      return again([{ field: 'email', detail }], outcome.kind === 'enough' ? 429 : 409)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.invitationMails,
    access: staff('team'),
    forms: true,
    params: UuidParams,
    handler: async ({ tenant, actor, language, params, request, reply }) => {
      await countRequest(context, reply, 'invitation', tenant.id)
      const which = { id: params.uuid, limited: context.config.rateLimit }
      return unlessGone(context, { request, reply }, async () => {
        const { kind } = await inviteAgain(context, tenant, actor, which)
        if (kind === 'sent') return reply.redirect(`${url}?done=sent`, 303)
        reply.code(429)
        const problems = [{ field: 'invitations', detail: teamTexts[language].invitations.enough }]
        return showTeam(context, { request, reply }, { ...asItIs, problems })
      })
    },
  })

  page(app, {
    method: 'POST',
    url: paths.invitationWithdrawal,
    access: staff('team'),
    forms: true,
    params: UuidParams,
    handler: async ({ tenant, actor, params, request, reply }) =>
      unlessGone(context, { request, reply }, async () => {
        await withdrawInvitation(context, tenant, actor, params.uuid)
        return reply.redirect(`${url}?done=withdrawn`, 303)
      }),
  })
}

/** Says so beside the list: what somebody meant to do may have been done by another, or come too late. */
async function unlessGone(
  context: Context,
  asked: Asked,
  work: () => Promise<string | FastifyReply>,
): Promise<string | FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    asked.reply.code(errorStatus.not_found)
    const detail = teamTexts[asked.request.language].invitations.gone
    return showTeam(context, asked, { ...asItIs, problems: [{ field: 'invitations', detail }] })
  }
}

function whyNot(outcome: Exclude<InviteOutcome, { kind: 'sent' }>, email: string, language: Language): string {
  const { invite, invitations } = teamTexts[language]
  if (outcome.kind === 'works_here') return invite.worksHere({ email, role: frameTexts[language].roles[outcome.role] })
  return outcome.kind === 'waits' ? invite.waits({ email }) : invitations.enough
}

async function showTeam(context: Context, asked: Asked, shown: Shown): Promise<string> {
  const { actor, tenant, language } = asked.request
  const words = teamTexts[language]
  const { team, invited } = await context.database.asTenant(tenant.id, async (tx) => ({
    team: await listColleagues(tx),
    invited: await listInvitations(tx),
  }))
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  const done = doneWords(shown.done, language)
  const isOwn = ({ accountId }: Colleague) => actor.kind === 'account' && actor.accountId === accountId
  const isOf = (one: string) => shown.problems.filter(({ field }) => field === one)
  const ofForm = shown.problems.filter(({ field }) => field !== 'invitations' && field !== 'passkeys')
  return showAdminPage(
    asked,
    { title: words.title, area: 'team' },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="prose">{words.lead}</p>
      <Done>{done}</Done>
      <DataTable
        label={words.title}
        rows={team}
        keyOf={({ accountId }) => accountId}
        columns={[
          {
            name: words.columns.who,
            show: (colleague) => (
              <span>
                <a href={`${url}${colleague.accountId}/`}>{colleague.email}</a>
                {isOwn(colleague) ? ` (${words.you})` : null}
              </span>
            ),
          },
          { name: words.columns.role, show: (colleague) => roleSaid(colleague, language) },
          { name: words.columns.since, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
        ]}
      />
      <Invitations invited={invited} problems={isOf('invitations')} {...when} />
      <InviteForm filled={shown.filled} problems={ofForm} language={language} />
      <PasskeyRoles wanted={tenant.passkeyRoles} problems={isOf('passkeys')} language={language} />
    </div>,
  )
}

function doneWords(done: string, language: Language): string | null {
  const { invitations, removal, passkeys } = teamTexts[language]
  return (
    new Map([
      ['sent', invitations.sent],
      ['withdrawn', invitations.withdrawn],
      ['removed', removal.done],
      ['passkeys', passkeys.done],
    ]).get(done) ?? null
  )
}
