import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { type Role, roles } from '../../features/account/role.ts'
import { apiKeyState, type ListedApiKey, listApiKeysOf } from '../../features/account/api-key.queries.ts'
import { changeRole, removeColleague } from '../../features/team/change-role.ts'
import { type Colleague, findColleague, listColleagues } from '../../features/team/team.queries.ts'
import { isLastOwner } from '../../features/team/team.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { ArrayIn, EnumIn, Maybe, TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { Ticks } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { Facts } from '../kit/parts.tsx'
import { RoleChoice } from './invitations.tsx'

const url = paths.colleague

/** Somebody who works here: as what, and the way out. */
export function registerColleaguePage(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('team'), params: UuidParams } as const

  page(app, {
    ...shared,
    method: 'GET',
    url,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ params, query, request, reply }) =>
      showColleague(context, { request, reply }, params.uuid, [], query.done === 'changed'),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url,
    asksAgain: true,
    forms: true,
    body: Type.Object({ role: EnumIn(roles), former: EnumIn(roles) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const { accountId, email } = (await readColleague(context, request, params.uuid)).colleague
      try {
        await changeRole(context, tenant, actor, { email, role: body.role, former: body.former })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error
        // Whoever was taken out meanwhile has no page any more.
        const { role } = (await readColleague(context, request, accountId)).colleague
        const detail = teamTexts[language].changedMeanwhile({ role: frameTexts[language].roles[role] })
        reply.code(errorStatus.changed_meanwhile)
        return showColleague(context, { request, reply }, accountId, [{ field: null, detail }])
      }
      const isOwn = isSelf(request, accountId)
      return reply.redirect(isOwn ? paths.admin : at(paths.colleague, { uuid: accountId }, { done: 'changed' }), 303)
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${url}removal/`,
    asksAgain: true,
    forms: true,
    body: Type.Object({ key: Maybe(ArrayIn(UuidIn, { max: 500 })) }),
    handler: async ({ tenant, actor, params, body, request, reply }) => {
      const { accountId, email } = (await readColleague(context, request, params.uuid)).colleague
      const revokedKeyIds = body.key ?? []
      await removeColleague(context, tenant, actor, { email, revokedKeyIds })
      return reply.redirect(isSelf(request, accountId) ? '/account/' : at(paths.team, {}, { done: 'removed' }), 303)
    },
  })
}

/** The role, and whether the provider gave it: that one it changes and takes. */
export function roleSaid({ role, fromProvider }: Pick<Colleague, 'role' | 'fromProvider'>, language: Language): string {
  const name = frameTexts[language].roles[role]
  return fromProvider ? `${name} (${teamTexts[language].byProvider})` : name
}

const isSelf = ({ actor }: FastifyRequest, accountId: string) =>
  actor.kind === 'account' && actor.accountId === accountId

type Read = {
  readonly colleague: Colleague
  readonly isLastOwner: boolean
  /** Those that act for the person and open something. */
  readonly keys: readonly ListedApiKey[]
}

/** @throws AppError not_found */
async function readColleague(context: Context, { tenant }: FastifyRequest, id: string): Promise<Read> {
  return context.database.asTenant(tenant.id, async (tx) => {
    const colleague = orNotFound(await findColleague(tx, id))
    const { accountId } = colleague
    const team = new Map((await listColleagues(tx)).map((one) => [one.accountId, one.role]))
    const keys = await listApiKeysOf(tx, accountId)
    return {
      colleague,
      isLastOwner: isLastOwner(team, accountId),
      keys: keys.filter((key) => apiKeyState(key, context.now()) === 'active'),
    }
  })
}

async function showColleague(
  context: Context,
  asked: Asked,
  id: string,
  problems: readonly FormProblem[],
  isChanged = false,
): Promise<string> {
  const { tenant, language } = asked.request
  const words = teamTexts[language]
  const { colleague, isLastOwner, keys } = await readColleague(context, asked.request, id)
  const { accountId, email, role, createdAt } = colleague
  const isOwn = isSelf(asked.request, accountId)
  const facts = [
    [words.columns.role, roleSaid(colleague, language)],
    [words.columns.since, <When at={createdAt} timeZone={tenant.timeZone} now={context.now()} language={language} />],
  ] as const
  return showAdminPage(
    asked,
    { title: email, area: 'team' },
    <div class="stack">
      <p>
        <a href={paths.team}>{words.all}</a>
      </p>
      <h1>
        {email}
        {isOwn ? ` (${words.you})` : null}
      </h1>
      <Done>{isChanged ? words.changed : null}</Done>
      <Facts facts={facts} />
      {isLastOwner ? (
        <p class="notice">{words.lastOwner}</p>
      ) : (
        <>
          <RoleForm {...{ accountId, role, problems, language }} />
          <Removal {...{ colleague, keys, isOwn, language }} />
        </>
      )}
      <p>
        <a href={at(paths.audit, {}, { of: accountId })}>{words.history}</a>
      </p>
    </div>,
  )
}

type RoleFormProps = {
  readonly accountId: string
  readonly role: Role
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

function RoleForm({ accountId, role, problems, language }: RoleFormProps) {
  const words = teamTexts[language]
  return (
    <form method="post" action={at(paths.colleague, { uuid: accountId })} class="narrow">
      <Problems problems={problems} title={words.notChanged} />
      <input type="hidden" name="former" value={role} />
      <RoleChoice chosen={role} problems={problems} language={language} />
      <button class="button" type="submit">
        {words.change}
      </button>
    </form>
  )
}

type RemovalProps = {
  readonly colleague: Colleague
  readonly keys: readonly ListedApiKey[]
  readonly isOwn: boolean
  readonly language: Language
}

function Removal({ colleague: { accountId, email }, keys, isOwn, language }: RemovalProps) {
  const words = teamTexts[language].removal
  return (
    <section class="stack narrow" aria-labelledby="removal">
      <h2 id="removal">{words.title}</h2>
      <p>{words.lead}</p>
      {isOwn ? <p class="notice">{words.own}</p> : null}
      <form method="post" action={at(paths.colleagueRemoval, { uuid: accountId })}>
        {keys.length === 0 ? null : (
          <Ticks
            id="key"
            label={words.keys}
            help={words.keysHelp}
            options={keys.map(({ id, name }) => [id, name])}
            chosen={[]}
          />
        )}
        <button class="button danger" type="submit">
          {words.button({ email })}
        </button>
      </form>
    </section>
  )
}
