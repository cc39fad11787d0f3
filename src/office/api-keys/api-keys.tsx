import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { may } from '../../features/account/actor.ts'
import { type Permission, permissions } from '../../features/account/permission.ts'
import { apiKeyState, type ListedApiKey, listApiKeys } from '../../features/account/api-key.queries.ts'
import { isAddressList } from '../../features/team/bind-api-key.ts'
import { createApiKey } from '../../features/team/create-api-key.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
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
import { showAdminPage } from '../kit/frame.tsx'
import { DataTable } from '../kit/table.tsx'

const url = paths.apiKeys
const longestName = 200
const longestAddresses = 2500

const KeysQuery = Type.Object({ ...PagerQuery.properties, gone: PagerQuery.properties.page })

/** As it was typed, so that nobody types it twice. */
type Filled = {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly ends: string
  readonly addresses: string
}

const empty: Filled = { name: '', permissions: [], ends: '', addresses: '' }

/** What programs act with: each key with what it may do, new ones, and their end (ADR 0148). */
export function registerApiKeyPages(app: FastifyInstance, context: Context): void {
  registerApiKeyPage(app, context)

  page(app, {
    method: 'GET',
    url,
    access: staff('team'),
    query: KeysQuery,
    handler: ({ query, request, reply }) => showKeys(context, { request, reply }, empty, newId(), [], query),
  })

  page(app, {
    method: 'POST',
    url,
    access: staff('team'),
    asksAgain: true,
    forms: true,
    body: Type.Object({
      key: UuidIn,
      name: Maybe(TypedText({ max: longestName })),
      permissions: Maybe(ArrayIn(EnumIn(permissions), { min: 1, max: permissions.length })),
      expires_at: Maybe(TypedText({ max: 40 })),
      addresses: Maybe(TypedText({ max: longestAddresses })),
    }),
    handler: async ({ tenant, language, actor, body, request, reply }) => {
      const words = apiKeyTexts[language]
      const filled = {
        name: body.name ?? '',
        permissions: body.permissions ?? [],
        ends: body.expires_at ?? '',
        addresses: body.addresses ?? '',
      }
      const again = (problems: readonly FormProblem[], status: number, key = body.key) => {
        reply.code(status)
        return showKeys(context, { request, reply }, filled, key, problems)
      }
      const expiresAt = endOfDay(filled.ends, tenant.timeZone)
      const problems = problemsOf(filled, expiresAt, context.now(), language)
      if (problems.length > 0) return again(problems, 400)
      if (actor.kind !== 'account') throw new AppError('permission_denied')
      try {
        const text = await createApiKey(context, tenant, actor, {
          id: repeatableId(tenant.id, body.key),
          email: actor.email,
          name: filled.name,
          permissions: filled.permissions,
          expiresAt,
          addresses: listOf(filled.addresses),
        })
        return showMade({ request, reply }, { name: filled.name, text })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'idempotency_conflict') throw error
        return again([{ field: null, detail: words.alreadyMade }], 409, newId())
      }
    },
  })
}

/** As they were typed, with spaces or commas between them. */
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
  const of = { tenant, now, language }
  const offered = permissions.filter((permission) => may(actor, permission))
  return showAdminPage(
    asked,
    { title: words.title, area: 'api_keys' },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="prose">{words.lead}</p>
      {gone.length === keys.length ? (
        <p class="empty">{words.nothing}</p>
      ) : (
        <>
          <KeyTable keys={active.rows} label={words.title} {...of} />
          <Pager {...active} words={words.pager} language={language} />
          <p class="muted small">{words.usedHelp}</p>
        </>
      )}
      {gone.length === 0 ? null : (
        <details class="plain" id="gone" open={gonePage > 1}>
          <summary>{words.gone}</summary>
          <KeyTable keys={over.rows} label={words.gone} {...of} />
          <Pager {...over} name="gone" at="gone" words={words.gonePager} language={language} />
        </details>
      )}
      <h2>{words.newTitle}</h2>
      <NewKey {...{ filled, offered, problems, language }} formKey={key} />
    </div>,
  )
}

type NewKeyProps = {
  readonly filled: Filled
  /** What whoever asks may do themselves. */
  readonly offered: readonly Permission[]
  readonly formKey: string
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

function NewKey({ filled, offered, formKey, problems, language }: NewKeyProps) {
  const words = apiKeyTexts[language]
  return (
    <form method="post" action={url} class="narrow">
      <Problems problems={problems} title={words.notCreated} />
      <input type="hidden" name="key" value={formKey} />
      <Field
        id="name"
        label={words.name}
        help={words.nameHelp}
        problems={problems}
        autocomplete="off"
        maxLength={longestName}
        required
        value={filled.name}
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
        label={words.ends}
        note={words.optional}
        help={words.endsHelp}
        type="date"
        problems={problems}
        value={filled.ends}
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
      <button class="button" type="submit">
        {words.create}
      </button>
    </form>
  )
}

/** What the permissions are ticked in: what is sold, who buys it, and (at a Meta) the organisations. */
type PermissionGroup = 'programme' | 'bookings' | 'members' | 'places'

const groups: readonly (readonly [PermissionGroup, readonly Permission[]])[] = [
  ['programme', ['event:read', 'event:write', 'product:read', 'product:write']],
  ['bookings', ['reservation:read', 'reservation:write', 'ticket:read', 'ticket:write']],
  ['members', ['membership:read', 'membership:write', 'card:read', 'card:write']],
  ['places', ['place:read', 'place:write']],
]

type KeyTableProps = {
  readonly keys: readonly ListedApiKey[]
  readonly label: string
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

function KeyTable({ keys, label, tenant, now, language }: KeyTableProps) {
  const words = apiKeyTexts[language]
  const { columns } = words
  const when = { timeZone: tenant.timeZone, now, language }
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
              <a href={`${url}${key.id}/`}>{key.name}</a>
              <br />
              <span class="muted small">
                {words.states[apiKeyState(key, now)]}
                {key.addresses.length === 0 ? '' : ` · ${key.addresses.join(', ')}`}
              </span>
            </>
          ),
        },
        { name: columns.rights, show: (key) => <KeyRights granted={key.permissions} language={language} /> },
        { name: columns.made, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
        { name: columns.ends, show: ({ expiresAt }) => <KeyEnd at={expiresAt} {...when} /> },
        {
          name: columns.used,
          show: ({ lastUsedAt, refusedAt }) => (
            <>
              {lastUsedAt === null ? words.never : <When at={lastUsedAt} {...when} />}
              {refusedAt === null ? null : (
                <p class="muted small">
                  {words.refused}: <When at={refusedAt} {...when} />
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
