import type { FastifyInstance } from 'fastify'
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
import { at, paths } from '../../lib/paths.ts'
import { localMinute } from '../../lib/time.ts'
import { staff, type Asked } from '../../http/route.ts'
import { type ApiKeyTexts, apiKeyTexts } from '../../messages/office/api-key.ts'
import { EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { showRoom } from '../kit/frame.tsx'
import { Deletion, LogLink } from '../kit/parts.tsx'
import { Facts, QuietLink, Submit } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

/** Registers the page of an API key: what it opens, and its end. */
export function registerApiKeyPage(app: FastifyInstance, context: Context): void {
  const shared = { of: paths.apiKey, access: staff('team') } as const
  const ownPage = (_: unknown, uuid: string) => at(paths.apiKey, { uuid })
  detailPage(app, {
    url: paths.apiKey,
    access: shared.access,
    read: async ({ request: { tenant } }, id) =>
      orNotFound(await context.database.asTenant(tenant.id, (tx) => findListedApiKey(tx, id))),
    show: (asked, key) => showKey(context, asked, key),
  })
  actionPage(app, {
    ...shared,
    name: 'revocation',
    act: ({ request: { tenant, actor } }, id) => revokeApiKey(context, tenant, actor, { id }),
    goesOn: ownPage,
  })
  actionPage(app, {
    ...shared,
    name: 'rolls',
    asksAgain: true,
    // `seen` is empty where the key has the secret that it was made with.
    body: { overlap_hours: EnumIn(overlaps.map(String)), seen: Maybe(TypedText({ max: 40 })) },
    act: ({ request: { tenant, actor } }, id, { overlap_hours: hours, seen }) =>
      rollApiKey(context, tenant, actor, { id }, { overlapHours: Number(hours), seen: seen ?? '' }),
    answer: showMade,
  })
  actionPage(app, {
    ...shared,
    name: 'former',
    act: ({ request: { tenant, actor } }, id) => endFormerSecret(context, tenant, actor, { id }),
    goesOn: ownPage,
  })
}

type Made = {
  readonly name: string
  readonly text: string
  /** When the former secret ends; absent: there was none. */
  readonly formerUntil?: Date
}

/** Shows the key, in the one answer that holds it; like every page, no cache keeps it. */
export function showMade(asked: Asked, { name, text, formerUntil }: Made): string {
  const { timeZone } = asked.request.tenant
  const { language } = asked.request
  const words = apiKeyTexts[language]
  return showRoom(
    asked,
    { title: words.madeTitle({ name }), area: 'api_keys' },
    <p class="notice">{words.madeOnce}</p>,
    <pre>{text}</pre>,
    <p class="prose">{words.madeHeader}</p>,
    <pre>Authorization: Api-Key {text}</pre>,
    formerUntil === undefined ? null : (
      <p class="prose">
        {words.rolledOnce({
          until: withinSentence(momentText({ at: formerUntil, timeZone, language, now: null }), language),
        })}
      </p>
    ),
    <p>
      <QuietLink to={paths.apiKeys}>{words.done}</QuietLink>
    </p>,
  )
}

function showKey(context: Context, asked: Asked, key: ListedApiKey): string {
  const words = apiKeyTexts[asked.request.language]
  const now = context.now()
  return showRoom(
    asked,
    { title: key.name, area: 'api_keys', back: [paths.apiKeys, words.all] },
    <KeyFacts apiKey={key} now={now} />,
    <p class="muted small">{words.usedHelp}</p>,
    key.revokedAt !== null ? <p class="notice">{words.isRevoked}</p> : <Ends apiKey={key} now={now} />,
    <LogLink of={key.id} text={words.history} />,
  )
}

type KeyProps = { readonly apiKey: ListedApiKey; readonly now: Date }

function KeyFacts({ apiKey: key, now }: KeyProps) {
  const words = useTexts(apiKeyTexts)
  const { columns } = words
  return (
    <Facts
      facts={[
        [columns.state, words.states[apiKeyState(key, now)]],
        [columns.rights, <KeyRights key="rights" granted={key.permissions} />],
        [words.begins, <code key="begins">{key.prefix}</code>],
        [words.user, key.email],
        [columns.made, <When key="made" at={key.createdAt} />],
        [columns.ends, <KeyEnd key="ends" at={key.expiresAt} />],
        [words.from, key.addresses.length === 0 ? words.anywhere : key.addresses.join(', ')],
        [columns.used, key.lastUsedAt === null ? words.never : <When key="used" at={key.lastUsedAt} />],
        ...timesOf(key, now, words).map(([name, at]) => [name, <When key={name} at={at} />] as const),
      ]}
    />
  )
}

/** Gives a new secret, ends the former one, or ends the key. */
function Ends({ apiKey, now }: KeyProps) {
  const words = useTexts(apiKeyTexts)
  const { id, name } = apiKey
  return (
    <>
      {apiKeyState(apiKey, now) === 'active' ? <Roll apiKey={apiKey} /> : null}
      {isFormerGood(apiKey, now) ? (
        <Deletion action={at(paths.apiKeyFormer, { uuid: id })} title={words.endFormer} help={words.endFormerHelp} />
      ) : null}
      <Deletion
        action={at(paths.apiKeyRevocation, { uuid: id })}
        title={words.revoke({ name })}
        help={words.revokeHelp}
      />
    </>
  )
}

function isFormerGood({ formerUntil, revokedAt }: ListedApiKey, now: Date): boolean {
  return revokedAt === null && formerUntil !== null && formerUntil > now
}

/** Lists what is known of the key's secrets, and when it was refused. */
function timesOf(key: ListedApiKey, now: Date, words: ApiKeyTexts): readonly (readonly [string, Date])[] {
  const times = [
    [words.refused, key.refusedAt],
    [words.rolled, key.rolledAt],
    [words.former, isFormerGood(key, now) ? key.formerUntil : null],
    [words.formerUsed, isFormerGood(key, now) ? key.formerUsedAt : null],
  ] as const
  return times.flatMap(([name, at]) => (at === null ? [] : [[name, at] as const]))
}

function Roll({ apiKey }: Pick<KeyProps, 'apiKey'>) {
  const words = useTexts(apiKeyTexts)
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
        <Submit look="quiet">{words.roll({ name: apiKey.name })}</Submit>
      </form>
    </>
  )
}

/** Says in words what a key may do. */
export function KeyRights({ granted }: { readonly granted: readonly Permission[] }) {
  const { permissions } = useTexts(apiKeyTexts)
  return (
    <ul class="small bullets">
      {granted.map((permission) => (
        <li key={permission}>{permissions[permission]}</li>
      ))}
    </ul>
  )
}

/** Says when a key ends; one that ends with a day bears that day: "1 January, 00:00" would be read as the day after. */
export function KeyEnd({ at }: { readonly at: Date | null }) {
  const reader = useReader()
  if (at === null) return <>{apiKeyTexts[reader.language].untilRevoked}</>
  if (!localMinute(at, reader.timeZone).endsWith('T00:00')) return <When at={at} />
  return <time dateTime={at.toISOString()}>{dayText({ ...reader, at: new Date(at.getTime() - 1) })}</time>
}
