import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Permission } from '../../../features/account/permission.ts'
import { apiKeyState, findListedApiKey } from '../../../features/team/api-key.queries.ts'
import { revokeApiKey } from '../../../features/team/revoke-api-key.ts'
import { dayText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { localMinute } from '../../../lib/time.ts'
import { UuidParams } from '../../api/params.ts'
import { staff } from '../../route.ts'
import { apiKeyTexts } from '../../texts/admin/api-key-texts.ts'
import { When } from '../format.tsx'
import { page } from '../page.ts'
import { showAdminPage } from './frame.tsx'

/** One API key: what it opens, and its end. */
export function registerApiKeyPage(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('team'), params: UuidParams } as const

  page(app, {
    ...shared,
    method: 'GET',
    url: '/admin/api-keys/:uuid/',
    summary: 'An API key',
    handler: ({ params, request, reply }) => showKey(context, { request, reply }, params.uuid.toLowerCase()),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: '/admin/api-keys/:uuid/revocation/',
    summary: 'Revoke an API key: its next call is refused',
    forms: true,
    handler: async ({ tenant, actor, params, reply }) => {
      const id = params.uuid.toLowerCase()
      await revokeApiKey(context, tenant, actor, { id })
      return reply.redirect(`/admin/api-keys/${id}/`, 303)
    },
  })
}

async function showKey(
  context: Context,
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  id: string,
): Promise<string> {
  const { tenant, language } = asked.request
  const [words, now] = [apiKeyTexts[language], context.now()]
  const key = await context.database.asTenant(tenant.id, (tx) => findListedApiKey(tx, id))
  if (!key) throw new AppError('not_found')
  const { columns } = words
  const when = { timeZone: tenant.timeZone, now, language }
  const facts = [
    [columns.state, words.states[apiKeyState(key, now)]],
    [columns.rights, <KeyRights granted={key.permissions} language={language} />],
    [words.begins, <code>{key.prefix}</code>],
    [words.user, key.email],
    [columns.made, <When at={key.createdAt} {...when} />],
    [columns.ends, <KeyEnd at={key.expiresAt} {...when} />],
    [columns.used, key.lastUsedAt === null ? words.never : <When at={key.lastUsedAt} {...when} />],
  ] as const
  return showAdminPage(
    asked,
    { title: key.name, area: 'api_keys' },
    <div class="stack">
      <p>
        <a href="/admin/api-keys/">{words.all}</a>
      </p>
      <h1>{key.name}</h1>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="muted small">{words.usedHelp}</p>
      {key.revokedAt !== null ? (
        <p class="notice">{words.isRevoked}</p>
      ) : (
        <>
          <h2>{words.revoke(key.name)}</h2>
          <p class="prose">{words.revokeHelp}</p>
          <form method="post" action={`/admin/api-keys/${key.id}/revocation/`}>
            <button class="button danger" type="submit">
              {words.revoke(key.name)}
            </button>
          </form>
        </>
      )}
      <p>
        <a href={`/admin/audit/?of=${key.id}`}>{words.history}</a>
      </p>
    </div>,
  )
}

type RightsProps = { readonly granted: readonly Permission[]; readonly language: Language }

/** What a key may do, in words. */
export function KeyRights({ granted, language }: RightsProps) {
  return (
    <ul class="small bullets">
      {granted.map((permission) => (
        <li key={permission}>{apiKeyTexts[language].permissions[permission]}</li>
      ))}
    </ul>
  )
}

type EndProps = {
  readonly at: Date | null
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** A key that ends with a day bears the day: "1 January, 00:00" would be read as the day after. */
export function KeyEnd({ at, ...when }: EndProps) {
  if (at === null) return <>{apiKeyTexts[when.language].untilRevoked}</>
  if (!localMinute(at, when.timeZone).endsWith('T00:00')) return <When at={at} {...when} />
  return <time dateTime={at.toISOString()}>{dayText({ at: new Date(at.getTime() - 1), ...when })}</time>
}
