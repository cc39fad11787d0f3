import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { longestPasskeyName, recoveryCodeText } from '../../features/account/passkey.ts'
import { countRecoveryCodes, listPasskeys, type Passkey } from '../../features/account/passkey.queries.ts'
import { addPasskey, beginPasskey, removePasskey, renewRecoveryCodes } from '../../features/tenant/set-passkeys.ts'
import type { Language } from '../../lib/language.ts'
import { awaitsOf, passkeysPath } from '../../http/plugins/passkey-path.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { MachineText, Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { Field } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { page, showPage } from '../../pages/page.ts'
import { nextPath } from '../../pages/next-path.ts'
import { giveSession } from '../sign-in/open-session.ts'
import { SignOut } from './sign-out.tsx'
import { PasskeyForm, passkeySession } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import type { Asked } from '../../http/route.ts'

/** What a browser makes of a passkey, as JSON. */
export const PasskeyResponse = MachineText({ max: 20_000 })

/** The passkeys of whoever is signed in (ADR 0240). */
export function registerPasskeys(app: FastifyInstance, context: Context): void {
  const own = { atLabel: true, access: { kind: 'signed_in' }, beforeApproval: true } as const

  page(app, {
    method: 'GET',
    url: passkeysPath,
    ...own,
    makesPasskey: true,
    query: Type.Object({ next: Type.Optional(TextQuery), done: Type.Optional(TextQuery) }),
    handler: ({ query, request, reply }) =>
      show(context, { request, reply }, { next: nextPath(query.next), done: query.done }),
  })

  page(app, {
    method: 'POST',
    url: passkeysPath,
    ...own,
    makesPasskey: true,
    asksAgain: true,
    forms: true,
    body: Type.Object({
      name: Maybe(TypedText({ max: longestPasskeyName })),
      response: PasskeyResponse,
      next: Maybe(MachineText({ max: 2_000 })),
    }),
    handler: async ({ language, body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const next = nextPath(body.next)
      const session = passkeySession(context, request)
      const added = await addPasskey(context, session, {
        name: body.name ?? passkeyTexts[language].usualName,
        response: body.response,
      })
      if (added === null) {
        reply.code(400)
        return show(context, { request, reply }, { next, isRefused: true })
      }
      giveSession(request, reply, added.token)
      return added.codes === null
        ? reply.redirect(`${passkeysPath}?done=added`, 303)
        : showCodes({ request, reply }, added.codes, next ?? passkeysPath)
    },
  })

  page(app, {
    method: 'POST',
    url: `${passkeysPath}removal/`,
    ...own,
    asksAgain: true,
    forms: true,
    body: Type.Object({ passkey: UuidIn }),
    handler: async ({ body, request, reply }) => {
      await removePasskey(context, passkeySession(context, request), body.passkey)
      return reply.redirect(`${passkeysPath}?done=removed`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${passkeysPath}codes/`,
    ...own,
    asksAgain: true,
    forms: true,
    handler: async ({ request, reply }) =>
      showCodes({ request, reply }, await renewRecoveryCodes(context, passkeySession(context, request)), passkeysPath),
  })
}

async function show(
  context: Context,
  asked: Asked,
  shown: { readonly next: string | null; readonly done?: string | undefined; readonly isRefused?: boolean },
): Promise<string> {
  const { tenant, language, actor } = asked.request
  const session = passkeySession(context, asked.request)
  const options = await beginPasskey(context, session)
  const { passkeys, left } = await context.database.asServer(async (tx) => ({
    passkeys: await listPasskeys(tx, session.accountId),
    left: await countRecoveryCodes(tx, session.accountId),
  }))
  const words = passkeyTexts[language]
  const awaits = awaitsOf(actor)
  const awaited = awaits === null || awaits === 'ask' ? 'none' : awaits
  const leads = { ...words.required, none: words.lead }
  const done = shown.done === 'added' ? words.added : shown.done === 'removed' ? words.removed : null
  return showPage(
    asked,
    { title: words.title, scriptPath: passkeyScript.path },
    <div class="stack">
      <h1>{words.title}</h1>
      <Done>{done}</Done>
      <p class="lead prose">{leads[awaited]}</p>
      <Passkeys passkeys={passkeys} timeZone={tenant.timeZone} now={context.now()} language={language} />
      <div class="narrow">
        <PasskeyForm
          what="create"
          action={passkeysPath}
          options={options}
          next={shown.next}
          button={words.add}
          isRefused={shown.isRefused ?? false}
          language={language}
        >
          <Field id="name" label={words.name} value={words.usualName} maxLength={longestPasskeyName} />
        </PasskeyForm>
      </div>
      {awaited === 'none' ? null : (
        <>
          <p class="muted small prose">{words.cannot[awaited]}</p>
          <SignOut language={language} />
        </>
      )}
      {passkeys.length === 0 ? null : (
        <section class="stack" aria-labelledby="codes">
          <h2 id="codes">{words.codes}</h2>
          <p>{words.codesLeft({ left })}</p>
          <form method="post" action={`${passkeysPath}codes/`}>
            <button class="button quiet" type="submit">
              {words.codesRenew}
            </button>
          </form>
        </section>
      )}
    </div>,
  )
}

type PasskeysProps = {
  readonly passkeys: readonly Passkey[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Passkeys({ passkeys, ...when }: PasskeysProps) {
  const words = passkeyTexts[when.language]
  if (passkeys.length === 0) return null
  return (
    <ul class="rows">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id}>
          <span class="name">
            <strong id={`passkey-${id}`}>{name}</strong>
          </span>
          <span class="state">
            {words.since} <When at={createdAt} {...when} withinSentence /> · {words.used}{' '}
            <When at={lastUsedAt} {...when} withinSentence />
          </span>
          <details>
            <summary aria-describedby={`passkey-${id}`}>{words.remove}</summary>
            <form class="stack" method="post" action={`${passkeysPath}removal/`}>
              <input type="hidden" name="passkey" value={id} />
              <p class="prose">{words.removeLead}</p>
              <button class="button danger" type="submit">
                {words.removeButton({ name })}
              </button>
            </form>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** The only time that anybody sees them. */
function showCodes(asked: Asked, codes: readonly string[], next: string): string {
  const words = passkeyTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.codesTitle },
    <div class="stack narrow">
      <h1>{words.codesTitle}</h1>
      <p class="lead">{words.codesLead}</p>
      <ul class="rows">
        {codes.map((code) => (
          <li key={code}>
            <code>{recoveryCodeText(code)}</code>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={next}>
          {words.goOn}
        </a>
      </p>
    </div>,
  )
}
