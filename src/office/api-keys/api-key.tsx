import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { Permission } from '../../features/account/permission.ts'
import { apiKeyState, findListedApiKey, type ListedApiKey } from '../../features/account/api-key.queries.ts'
import { revokeApiKey } from '../../features/team/revoke-api-key.ts'
import {
  endFormerSecret,
  overlaps,
  rollApiKey,
  usualOverlapHours,
  versionOfKey,
} from '../../features/team/roll-api-key.ts'
import { dayText, momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { localMinute } from '../../lib/time.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { type ApiKeyTexts, apiKeyTexts } from '../../messages/office/api-key.ts'
import { EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { Facts } from '../kit/parts.tsx'

/** One API key: what it opens, and its end. */
export function registerApiKeyPage(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('team'), params: UuidParams } as const

  page(app, {
    ...shared,
    method: 'GET',
    url: paths.apiKey,
    handler: ({ params, request, reply }) => showKey(context, { request, reply }, params.uuid),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.apiKeyRevocation,
    forms: true,
    handler: async ({ tenant, actor, params, reply }) => {
      const id = params.uuid
      await revokeApiKey(context, tenant, actor, { id })
      return reply.redirect(at(paths.apiKey, { uuid: id }), 303)
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.apiKeyRolls,
    asksAgain: true,
    forms: true,
    body: Type.Object({
      overlap_hours: EnumIn(overlaps.map(String)),
      // Empty where it has the secret that it was made with.
      seen: Maybe(TypedText({ max: 40 })),
    }),
    handler: async ({ tenant, actor, params, body, request, reply }) => {
      const roll = { overlapHours: Number(body.overlap_hours), seen: body.seen ?? '' }
      const made = await rollApiKey(context, tenant, actor, { id: params.uuid }, roll)
      return showMade({ request, reply }, made)
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.apiKeyFormer,
    forms: true,
    handler: async ({ tenant, actor, params, reply }) => {
      const id = params.uuid
      await endFormerSecret(context, tenant, actor, { id })
      return reply.redirect(at(paths.apiKey, { uuid: id }), 303)
    },
  })
}

type Made = {
  readonly name: string
  readonly text: string
  /** Until when the secret before is good; absent: there was none. */
  readonly formerUntil?: Date
}

/** The one answer that holds the key; like every page, no cache keeps it. */
export function showMade(asked: Asked, { name, text, formerUntil }: Made): string {
  const { tenant, language } = asked.request
  const words = apiKeyTexts[language]
  const { timeZone } = tenant
  return showAdminPage(
    asked,
    { title: words.madeTitle({ name }), area: 'api_keys' },
    <div class="stack">
      <h1>{words.madeTitle({ name })}</h1>
      <p class="notice">{words.madeOnce}</p>
      <pre>{text}</pre>
      <p class="prose">{words.madeHeader}</p>
      <pre>Authorization: Api-Key {text}</pre>
      {formerUntil === undefined ? null : (
        <p class="prose">
          {words.rolledOnce({
            until: withinSentence(momentText({ at: formerUntil, timeZone, language, now: null }), language),
          })}
        </p>
      )}
      <p>
        <a class="button quiet" href={paths.apiKeys}>
          {words.done}
        </a>
      </p>
    </div>,
  )
}

async function showKey(context: Context, asked: Asked, id: string): Promise<string> {
  const { tenant, language } = asked.request
  const [words, now] = [apiKeyTexts[language], context.now()]
  const key = orNotFound(await context.database.asTenant(tenant.id, (tx) => findListedApiKey(tx, id)))
  const { columns } = words
  const when = { timeZone: tenant.timeZone, now, language }
  const facts = [
    [columns.state, words.states[apiKeyState(key, now)]],
    [columns.rights, <KeyRights granted={key.permissions} language={language} />],
    [words.begins, <code>{key.prefix}</code>],
    [words.user, key.email],
    [columns.made, <When at={key.createdAt} {...when} />],
    [columns.ends, <KeyEnd at={key.expiresAt} {...when} />],
    [words.from, key.addresses.length === 0 ? words.anywhere : key.addresses.join(', ')],
    [columns.used, key.lastUsedAt === null ? words.never : <When at={key.lastUsedAt} {...when} />],
    ...timesOf(key, now, words).map(([name, at]) => [name, <When at={at} {...when} />] as const),
  ] as const
  return showAdminPage(
    asked,
    { title: key.name, area: 'api_keys' },
    <div class="stack">
      <p>
        <a href={paths.apiKeys}>{words.all}</a>
      </p>
      <h1>{key.name}</h1>
      <Facts facts={facts} />
      <p class="muted small">{words.usedHelp}</p>
      {key.revokedAt !== null ? (
        <p class="notice">{words.isRevoked}</p>
      ) : (
        <>
          {apiKeyState(key, now) === 'active' ? <Roll apiKey={key} language={language} /> : null}
          {isFormerGood(key, now) ? (
            <form method="post" action={at(paths.apiKeyFormer, { uuid: key.id })}>
              <p class="prose">{words.endFormerHelp}</p>
              <button class="button quiet" type="submit">
                {words.endFormer}
              </button>
            </form>
          ) : null}
          <h2>{words.revoke({ name: key.name })}</h2>
          <p class="prose">{words.revokeHelp}</p>
          <form method="post" action={at(paths.apiKeyRevocation, { uuid: key.id })}>
            <button class="button danger" type="submit">
              {words.revoke({ name: key.name })}
            </button>
          </form>
        </>
      )}
      <p>
        <a href={at(paths.audit, {}, { of: key.id })}>{words.history}</a>
      </p>
    </div>,
  )
}

function isFormerGood({ formerUntil, revokedAt }: ListedApiKey, now: Date): boolean {
  return revokedAt === null && formerUntil !== null && formerUntil > now
}

/** What is known of its secrets, and that it was refused. */
function timesOf(key: ListedApiKey, now: Date, words: ApiKeyTexts): readonly (readonly [string, Date])[] {
  const times = [
    [words.refused, key.refusedAt],
    [words.rolled, key.rolledAt],
    [words.former, isFormerGood(key, now) ? key.formerUntil : null],
    [words.formerUsed, isFormerGood(key, now) ? key.formerUsedAt : null],
  ] as const
  return times.flatMap(([name, at]) => (at === null ? [] : [[name, at] as const]))
}

type RollProps = { readonly apiKey: ListedApiKey; readonly language: Language }

function Roll({ apiKey, language }: RollProps) {
  const words = apiKeyTexts[language]
  return (
    <>
      <h2>{words.roll({ name: apiKey.name })}</h2>
      <p class="prose">{words.rollHelp}</p>
      <form method="post" action={at(paths.apiKeyRolls, { uuid: apiKey.id })} class="narrow">
        <input type="hidden" name="seen" value={versionOfKey(apiKey)} />
        <Choice
          id="overlap_hours"
          label={words.overlap}
          options={overlaps.map((hours) => [String(hours), words.overlaps[hours]])}
          value={String(usualOverlapHours)}
        />
        <button class="button quiet" type="submit">
          {words.roll({ name: apiKey.name })}
        </button>
      </form>
    </>
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

type EndProps = { readonly at: Date | null; readonly timeZone: string; readonly now: Date; readonly language: Language }

/** A key that ends with a day bears the day: "1 January, 00:00" would be read as the day after. */
export function KeyEnd({ at, ...when }: EndProps) {
  if (at === null) return <>{apiKeyTexts[when.language].untilRevoked}</>
  if (!localMinute(at, when.timeZone).endsWith('T00:00')) return <When at={at} {...when} />
  return <time dateTime={at.toISOString()}>{dayText({ at: new Date(at.getTime() - 1), ...when })}</time>
}
