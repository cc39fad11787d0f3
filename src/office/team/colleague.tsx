import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { type Role, roles } from '../../features/account/role.ts'
import { apiKeyState, type ListedApiKey, listApiKeysOf } from '../../features/account/api-key.queries.ts'
import { changeRole, removeColleague } from '../../features/team/change-role.ts'
import { type Colleague, findColleague, listColleagues } from '../../features/team/team.queries.ts'
import { isLastOwner } from '../../features/team/team.ts'
import type { Language } from '../../lib/language.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { teamTexts } from '../../messages/office/team.ts'
import { ArrayIn, EnumIn, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { Ticks } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { actionPage, idOf } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { showRoom } from '../kit/frame.tsx'
import { LogLink } from '../kit/parts.tsx'
import { Facts, FoldedForm, Submit } from '../../pages/parts.tsx'
import { RoleChoice } from './invitations.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Registers the page of a colleague: their role, and their removal. */
export function registerColleaguePage(app: FastifyInstance, context: Context): void {
  const shared = { of: paths.colleague, access: staff('team'), asksAgain: true } as const
  detailPage(app, {
    url: paths.colleague,
    access: shared.access,
    read: (asked, id) => readColleague(context, asked.request, id),
    show: (asked, shown, { done }) => showColleague(asked, shown, [], done === 'changed'),
  })
  actionPage(app, {
    ...shared,
    name: '',
    body: { role: EnumIn(roles), former: EnumIn(roles) },
    act: async ({ request }, id, { role, former }) => {
      const { accountId, email } = (await readColleague(context, request, id)).colleague
      await changeRole(context, request.tenant, request.actor, { email, role, former })
      return isSelf(request, accountId)
    },
    goesOn: (isOwn, uuid) => (isOwn ? paths.admin : at(paths.colleague, { uuid }, { done: 'changed' })),
    refused: {
      explain: async ({ code }, { request }) => {
        if (code !== 'changed_meanwhile') return null
        // A colleague who was removed meanwhile has no page any more.
        const { role } = (await readColleague(context, request, idOf({ request }))).colleague
        const name = frameTexts[request.language].roles[role]
        return [{ field: null, detail: teamTexts[request.language].changedMeanwhile({ role: name }) }]
      },
      show: async (asked, id, problems) =>
        showColleague(asked, await readColleague(context, asked.request, id), problems),
    },
  })
  actionPage(app, {
    ...shared,
    name: 'removal',
    body: { key: Maybe(ArrayIn(UuidIn, { max: 500 })) },
    act: async ({ request }, id, { key }) => {
      const { accountId, email } = (await readColleague(context, request, id)).colleague
      await removeColleague(context, request.tenant, request.actor, { email, revokedKeyIds: key ?? [] })
      return isSelf(request, accountId)
    },
    goesOn: (isOwn) => (isOwn ? visitorPaths.account : at(paths.team, {}, { done: 'removed' })),
  })
}

/** Names the role, and says whether the sign-in provider gave it: the provider changes and takes such a role. */
export function roleSaid({ role, fromProvider }: Pick<Colleague, 'role' | 'fromProvider'>, language: Language): string {
  const name = frameTexts[language].roles[role]
  return fromProvider ? `${name} (${teamTexts[language].byProvider})` : name
}

export const isSelf = ({ actor }: FastifyRequest, accountId: string) =>
  actor.kind === 'account' && actor.accountId === accountId

type Read = Awaited<ReturnType<typeof readColleague>>

/** Reads a colleague, with the keys that act for the person and open something. @throws AppError not_found */
async function readColleague(context: Context, { tenant }: FastifyRequest, id: string) {
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

function showColleague(
  asked: Asked,
  { colleague, isLastOwner, keys }: Read,
  problems: readonly FormProblem[],
  isChanged = false,
): string {
  const { language } = asked.request
  const words = teamTexts[language]
  const { accountId, email, role, createdAt } = colleague
  const isOwn = isSelf(asked.request, accountId)
  return showRoom(
    asked,
    {
      title: email,
      area: 'team',
      back: [paths.team, words.all],
      heading: isOwn ? `${email} (${words.you})` : email,
      said: isChanged ? words.changed : null,
    },
    <Facts
      facts={[
        [words.columns.role, roleSaid(colleague, language)],
        [words.columns.since, <When key="since" at={createdAt} />],
      ]}
    />,
    isLastOwner ? (
      <p class="notice">{words.lastOwner}</p>
    ) : (
      <>
        <RoleForm {...{ accountId, role, problems }} />
        <Removal {...{ colleague, keys, isOwn }} />
      </>
    ),
    <LogLink of={accountId} text={words.history} />,
  )
}

type RoleFormProps = { readonly accountId: string; readonly role: Role; readonly problems: readonly FormProblem[] }

function RoleForm({ accountId, role, problems }: RoleFormProps) {
  const words = useTexts(teamTexts)
  return (
    <form method="post" action={at(paths.colleague, { uuid: accountId })} class="narrow">
      <Problems problems={problems} title={words.notChanged} />
      <input type="hidden" name="former" value={role} />
      <RoleChoice chosen={role} problems={problems} />
      <Submit>{words.change}</Submit>
    </form>
  )
}

type RemovalProps = { readonly colleague: Colleague; readonly keys: readonly ListedApiKey[]; readonly isOwn: boolean }

function Removal({ colleague: { accountId, email }, keys, isOwn }: RemovalProps) {
  const words = useTexts(teamTexts).removal
  return (
    <FoldedForm
      title={words.title}
      action={at(paths.colleagueRemoval, { uuid: accountId })}
      class="narrow"
      look="danger"
      button={words.button({ email })}
    >
      <p>{words.lead}</p>
      {isOwn ? <p class="notice">{words.own}</p> : null}
      {keys.length === 0 ? null : (
        <Ticks
          id="key"
          label={words.keys}
          help={words.keysHelp}
          options={keys.map(({ id, name }) => [id, name])}
          chosen={[]}
        />
      )}
    </FoldedForm>
  )
}
