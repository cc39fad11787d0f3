import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { type Role, roles } from '../../features/account/role.ts'
import { listInvitations } from '../../features/team/invitation.queries.ts'
import {
  type InviteOutcome,
  inviteAgain,
  inviteColleague,
  withdrawInvitation,
} from '../../features/team/invite-colleague.ts'
import { listColleagues } from '../../features/team/team.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { countRequest } from '../../http/plugins/rate-limit.ts'
import { staff, type Asked } from '../../http/route.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { EnumIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { rootRooms } from '../root/rooms.ts'
import { showRoom } from '../kit/frame.tsx'
import { actionPage } from '../kit/action-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { saidOf } from '../kit/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { isSelf, registerColleaguePage, roleSaid } from './colleague.tsx'
import { Invitations, InviteForm } from './invitations.tsx'
import { PasskeyRoles, registerPasskeyRoles } from './passkey-roles.tsx'

/** The invitation as it was typed, so that nobody types it twice. */
type Filled = { readonly email: string; readonly role: Role | '' }

type Shown = {
  readonly filled: Filled
  /** Problems of the form, of the invitations (`invitations`), and of who needs a passkey (`passkeys`). */
  readonly problems: readonly FormProblem[]
  /** What the page that led here did. */
  readonly done: string
}

const asItIs: Shown = { filled: { email: '', role: '' }, problems: [], done: '' }

/** Registers the page of people who work here, and of those who are invited to (ADR 0131, ADR 0150). */
export function registerTeamPages(app: FastifyInstance, context: Context): void {
  registerColleaguePage(app, context)
  registerPasskeyRoles(app, context, (asked, problems) => showTeam(context, asked, { ...asItIs, problems }))

  page(app, {
    method: 'GET',
    url: paths.team,
    access: staff('team'),
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ tenant, query: { done = '' }, request, reply }) =>
      // Super-users are no part of the team: they have rights, in a room of their own.
      tenant.category === 'root'
        ? reply.redirect(rootRooms.people, 302)
        : showTeam(context, { request, reply }, { ...asItIs, done }),
  })

  registerInviting(app, context)
  registerInvitationActions(app, context)
}

function registerInviting(app: FastifyInstance, context: Context): void {
  actionPage(app, {
    of: paths.team,
    name: 'invitations',
    asksAgain: true,
    access: staff('team'),
    body: { email: Maybe(TypedText({ max: 2_000 })), role: Maybe(EnumIn(roles)) },
    act: async ({ request, reply }, _, body) => {
      const { tenant, actor, language } = request
      const words = teamTexts[language].invite
      const [email, role] = [body.email ?? '', body.role]
      const emailWrong = isEmail(normalizeEmail(email)) ? [] : [{ field: 'email', detail: words.emailWrong }]
      if (!role) throw new PageRefusal(400, [...emailWrong, { field: 'role', detail: words.roleMissing }])
      if (emailWrong.length > 0) throw new PageRefusal(400, emailWrong)
      await countRequest(context, reply, 'invitation', tenant.id)
      const limited = context.config.rateLimit
      const outcome = await inviteColleague(context, tenant, actor, { email, role, limited })
      if (outcome.kind === 'sent') return
      const detail = whyNot(outcome, normalizeEmail(email), language)
      throw new PageRefusal(outcome.kind === 'enough' ? 429 : 409, [{ field: 'email', detail }])
    },
    goesOn: () => at(paths.team, {}, { done: 'sent' }),
    refused: {
      show: (asked, _, problems, { email, role }) =>
        showTeam(context, asked, { filled: { email: email ?? '', role: role ?? '' }, problems, done: '' }),
    },
  })
}

/** Sends an invitation once more, or withdraws it. */
function registerInvitationActions(app: FastifyInstance, context: Context): void {
  const shared = {
    of: `${paths.teamInvitations}:uuid/`,
    access: staff('team'),
    refused: {
      // A colleague may have done the same already, or it came too late.
      explain: ({ code }: AppError, { request: { language } }: Asked) =>
        code === 'not_found' ? [{ field: 'invitations', detail: teamTexts[language].invitations.gone }] : null,
      show: (asked: Asked, _: string, problems: readonly FormProblem[]) =>
        showTeam(context, asked, { ...asItIs, problems }),
    },
  }
  actionPage(app, {
    ...shared,
    name: 'mails',
    act: async ({ request: { tenant, actor, language }, reply }, id) => {
      await countRequest(context, reply, 'invitation', tenant.id)
      const { kind } = await inviteAgain(context, tenant, actor, { id, limited: context.config.rateLimit })
      const detail = teamTexts[language].invitations.enough
      if (kind !== 'sent') throw new PageRefusal(429, [{ field: 'invitations', detail }])
    },
    goesOn: () => at(paths.team, {}, { done: 'sent' }),
  })
  actionPage(app, {
    ...shared,
    name: 'withdrawal',
    act: ({ request: { tenant, actor } }, id) => withdrawInvitation(context, tenant, actor, id),
    goesOn: () => at(paths.team, {}, { done: 'withdrawn' }),
  })
}

function whyNot(outcome: Exclude<InviteOutcome, { kind: 'sent' }>, email: string, language: Language): string {
  const { invite, invitations } = teamTexts[language]
  if (outcome.kind === 'works_here') return invite.worksHere({ email, role: frameTexts[language].roles[outcome.role] })
  return outcome.kind === 'waits' ? invite.waits({ email }) : invitations.enough
}

async function showTeam(context: Context, asked: Asked, shown: Shown): Promise<string> {
  const { tenant, language } = asked.request
  const words = teamTexts[language]
  const { team, invited } = await context.database.asTenant(tenant.id, async (tx) => ({
    team: await listColleagues(tx),
    invited: await listInvitations(tx),
  }))
  const isOf = (one: string) => shown.problems.filter(({ field }) => field === one)
  const ofForm = shown.problems.filter(({ field }) => field !== 'invitations' && field !== 'passkeys')
  return showRoom(
    asked,
    { title: words.title, area: 'team', lead: words.lead, said: doneWords(shown.done, language) },
    <DataTable
      label={words.title}
      rows={team}
      keyOf={({ accountId }) => accountId}
      columns={[
        {
          name: words.columns.who,
          show: (colleague) => (
            <span>
              <a href={at(paths.colleague, { uuid: colleague.accountId })}>{colleague.email}</a>
              {isSelf(asked.request, colleague.accountId) ? ` (${words.you})` : null}
            </span>
          ),
        },
        { name: words.columns.role, bare: true, show: (colleague) => roleSaid(colleague, language) },
        { name: words.columns.since, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />,
    <Invitations invited={invited} problems={isOf('invitations')} />,
    <InviteForm filled={shown.filled} problems={ofForm} />,
    <PasskeyRoles wanted={tenant.passkeyRoles} problems={isOf('passkeys')} />,
  )
}

function doneWords(done: string, language: Language): string | null {
  const { invitations, removal, passkeys } = teamTexts[language]
  const { sent, withdrawn } = invitations
  return saidOf(done, { sent, withdrawn, removed: removal.done, passkeys: passkeys.done })
}
