import type { FastifyInstance } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { may } from '../../features/account/actor.ts'
import { type Permission, permissions } from '../../features/account/permission.ts'
import { apiKeyState, type ListedApiKey, listApiKeys } from '../../features/account/api-key.queries.ts'
import { longestKeyName } from '../../features/account/api-key.ts'
import { isAddressList } from '../../features/team/bind-api-key.ts'
import { createApiKey } from '../../features/team/create-api-key.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { endOfDay } from '../../lib/time.ts'
import { staff, type Asked } from '../../http/route.ts'
import { apiKeyTexts } from '../../messages/office/api-key.ts'
import { ArrayIn, EnumIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Field, Ticks } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { Pager, PagerQuery, partOf } from '../../pages/pager.tsx'
import { KeyEnd, KeyRights, registerApiKeyPage, showMade } from './api-key.tsx'
import { actionPage } from '../kit/action-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { showRoom } from '../kit/frame.tsx'
import { Submit } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { useTexts } from '../../pages/reader.ts'

const longestAddresses = 2500

const KeysQuery = Type.Object({ ...PagerQuery.properties, gone: PagerQuery.properties.page })

const keyBody = {
  key: UuidIn,
  name: Maybe(TypedText({ max: longestKeyName })),
  permissions: Maybe(ArrayIn(EnumIn(permissions), { min: 1, max: permissions.length })),
  expires_at: Maybe(TypedText({ max: 40 })),
  addresses: Maybe(TypedText({ max: longestAddresses })),
}

/** The form as it was typed, so that nobody types it twice. */
type Filled = ReturnType<typeof filledIn>

function filledIn(body: Partial<Static<TObject<typeof keyBody>>>) {
  const { name, permissions: wanted, expires_at: ends, addresses } = body
  return { name: name ?? '', permissions: wanted ?? [], ends: ends ?? '', addresses: addresses ?? '' }
}

/** Registers the page of the keys that programs act with: what each may do, new ones, and their end (ADR 0148). */
export function registerApiKeyPages(app: FastifyInstance, context: Context): void {
  registerApiKeyPage(app, context)

  page(app, {
    method: 'GET',
    url: paths.apiKeys,
    access: staff('team'),
    query: KeysQuery,
    handler: ({ query, request, reply }) => showKeys(context, { request, reply }, filledIn({}), newId(), [], query),
  })

  actionPage(app, {
    of: paths.apiKeys,
    name: '',
    access: staff('team'),
    asksAgain: true,
    body: keyBody,
    act: async ({ request }, _, body) => {
      const { tenant, language, actor } = request
      const filled = filledIn(body)
      const { name, permissions } = filled
      const expiresAt = endOfDay(filled.ends, tenant.timeZone)
      const problems = problemsOf(filled, expiresAt, context.now(), language)
      if (problems.length > 0) throw new PageRefusal(400, problems)
      if (actor.kind !== 'account') throw new AppError('permission_denied')
      const id = repeatableId(tenant.id, body.key)
      const addresses = listOf(filled.addresses)
      const { email } = actor
      const text = await createApiKey(context, tenant, actor, { id, email, name, permissions, expiresAt, addresses })
      return { name, text }
    },
    answer: showMade,
    refused: {
      explain: ({ code }, { request: { language } }) =>
        code === 'idempotency_conflict' ? [{ field: null, detail: apiKeyTexts[language].alreadyMade }] : null,
      show: (asked, _, problems, body) => {
        // What was made already is made: the form that is shown now is another one.
        const key = asked.reply.statusCode === 400 ? body.key : newId()
        return showKeys(context, asked, filledIn(body), key, problems)
      },
    },
  })
}

/** Splits entries that were typed with spaces or commas between them. */
function listOf(typed: string): readonly string[] {
  return typed.split(/[\s,]+/).filter((entry) => entry !== '')
}

function problemsOf(filled: Filled, expiresAt: Date | null, now: Date, language: Language): readonly FormProblem[] {
  const words = apiKeyTexts[language]
  const hasPassed = expiresAt !== null && expiresAt <= now
  return [
    ...(filled.name === '' ? [{ field: 'name', detail: words.nameMissing }] : []),
    ...(filled.permissions.length === 0 ? [{ field: 'permissions', detail: words.rightsMissing }] : []),
    ...(filled.ends !== '' && expiresAt === null ? [{ field: 'expires_at', detail: words.noDate }] : []),
    ...(isAddressList(listOf(filled.addresses)) ? [] : [{ field: 'addresses', detail: words.addressesWrong }]),
    ...(hasPassed ? [{ field: 'expires_at', detail: words.endPassed }] : []),
  ]
}

async function showKeys(
  context: Context,
  asked: Asked,
  filled: Filled,
  key: string,
  problems: readonly FormProblem[],
  { page: number = 1, gone: gonePage = 1 }: Static<typeof KeysQuery> = {},
): Promise<string> {
  const { actor, tenant, language } = asked.request
  const words = apiKeyTexts[language]
  const now = context.now()
  const keys = await context.database.asTenant(tenant.id, listApiKeys)
  const isActive = (listed: ListedApiKey) => apiKeyState(listed, now) === 'active'
  const gone = keys.filter((listed) => !isActive(listed))
  const [active, over] = [partOf(keys.filter(isActive), number), partOf(gone, gonePage)]
  const offered = permissions.filter((permission) => may(actor, permission))
  return showRoom(
    asked,
    { title: words.title, area: 'api_keys', lead: words.lead },
    gone.length === keys.length ? (
      <p class="empty">{words.nothing}</p>
    ) : (
      <>
        <KeyTable keys={active.rows} label={words.title} now={now} />
        <Pager {...active} words={words.pager} />
        <p class="muted small">{words.usedHelp}</p>
      </>
    ),
    gone.length === 0 ? null : (
      <details class="plain" id="gone" open={gonePage > 1}>
        <summary>{words.gone}</summary>
        <KeyTable keys={over.rows} label={words.gone} now={now} />
        <Pager {...over} name="gone" at="gone" words={words.gonePager} />
      </details>
    ),
    <h2>{words.newTitle}</h2>,
    <NewKey {...{ filled, offered, problems }} formKey={key} />,
  )
}

type NewKeyProps = {
  readonly filled: Filled
  /** Permissions that the caller has, and may give to a key. */
  readonly offered: readonly Permission[]
  readonly formKey: string
  readonly problems: readonly FormProblem[]
}

function NewKey({ filled, offered, formKey, problems }: NewKeyProps) {
  const words = useTexts(apiKeyTexts)
  return (
    <form method="post" action={paths.apiKeys} class="narrow">
      <Problems problems={problems} title={words.notCreated} />
      <input type="hidden" name="key" value={formKey} />
      <Field
        id="name"
        {...{ label: words.name, help: words.nameHelp, problems, value: filled.name }}
        autocomplete="off"
        maxLength={longestKeyName}
        required
      />
      {groups.map(([group, held], index) => {
        const options = held.filter((permission) => offered.includes(permission))
        return options.length === 0 ? null : (
          <Ticks
            key={group}
            id={index === 0 ? 'permissions' : `permissions-${group}`}
            name="permissions"
            label={words.groups[group]}
            help={index === 0 ? words.rightsHelp : undefined}
            problems={problems}
            options={options.map((permission) => [permission, words.permissions[permission]])}
            chosen={filled.permissions}
          />
        )
      })}
      <Field
        id="expires_at"
        {...{ label: words.ends, note: words.optional, help: words.endsHelp, problems, value: filled.ends }}
        type="date"
      />
      <Field
        id="addresses"
        label={words.addresses}
        note={words.optional}
        help={words.addressesHelp}
        problems={problems}
        autocomplete="off"
        autocapitalize="none"
        maxLength={longestAddresses}
        value={filled.addresses}
      />
      <Submit>{words.create}</Submit>
    </form>
  )
}

/** Groups of permissions in the form: what is sold, who buys it, and (at a Meta) the organisations. */
type PermissionGroup = 'programme' | 'bookings' | 'members' | 'places'

const groups: readonly (readonly [PermissionGroup, readonly Permission[]])[] = [
  ['programme', ['event:read', 'event:write', 'product:read', 'product:write']],
  ['bookings', ['reservation:read', 'reservation:write', 'ticket:read', 'ticket:write', 'ticket:secret']],
  ['members', ['membership:read', 'membership:write', 'card:read', 'card:write']],
  ['places', ['place:read', 'place:write']],
]

type KeyTableProps = { readonly keys: readonly ListedApiKey[]; readonly label: string; readonly now: Date }

function KeyTable({ keys, label, now }: KeyTableProps) {
  const words = useTexts(apiKeyTexts)
  const { columns } = words
  return (
    <DataTable
      label={label}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          name: columns.name,
          show: (key) => (
            <>
              <a href={at(paths.apiKey, { uuid: key.id })}>{key.name}</a>
              <br />
              <span class="muted small">
                {words.states[apiKeyState(key, now)]}
                {key.addresses.length === 0 ? '' : ` · ${key.addresses.join(', ')}`}
              </span>
            </>
          ),
        },
        { name: columns.rights, show: (key) => <KeyRights granted={key.permissions} /> },
        { name: columns.made, show: ({ createdAt }) => <When at={createdAt} /> },
        { name: columns.ends, show: ({ expiresAt }) => <KeyEnd at={expiresAt} /> },
        {
          name: columns.used,
          show: ({ lastUsedAt, refusedAt }) => (
            <>
              {lastUsedAt === null ? words.never : <When at={lastUsedAt} />}
              {refusedAt === null ? null : (
                <p class="muted small">
                  {words.refused}: <When at={refusedAt} />
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
