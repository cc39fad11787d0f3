import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listPasskeys } from '../../features/account/passkey.queries.ts'
import { beginProof, proveByCode, proveByPasskey } from '../../features/tenant/prove-session.ts'
import { againUrl, askPath, awaitedPath, awaitsOf, passkeysPath } from '../../http/plugins/passkey-path.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { PasskeyForm, passkeySession } from '../account/passkey-form.tsx'
import { passkeyScript } from '../account/passkey-script.ts'
import { PasskeyResponse } from '../account/passkeys.tsx'
import { SignOut } from '../account/sign-out.tsx'
import { Field } from '../../pages/form/field.tsx'
import { page, showPage } from '../../pages/page.ts'
import { Next } from './next.tsx'
import { nextPath } from '../../pages/next-path.ts'
import { giveSession } from './open-session.ts'
import type { Asked } from '../../http/route.ts'

type Shown = { readonly next: string | null; readonly refused: 'passkey' | 'code' | null }

/** The second step of a sign-in, before which a session is good for nothing else, and what asks for it again later (ADR 0240). */
export function registerPasskeySignIn(app: FastifyInstance, context: Context): void {
  const second = { atLabel: true, shows: true, access: { kind: 'signed_in' }, beforeApproval: true } as const

  page(app, {
    method: 'GET',
    url: askPath,
    ...second,
    query: Type.Object({ next: Type.Optional(TextQuery) }),
    handler: ({ actor, query, request, reply }) => {
      const next = nextPath(query.next)
      const awaits = awaitsOf(actor)
      if (awaits === null) return reply.redirect(next ?? '/account/', 302)
      if (awaits !== 'ask') return reply.redirect(awaitedPath(awaits, next), 302)
      return show(context, { request, reply }, { next, refused: null })
    },
  })

  page(app, {
    method: 'GET',
    url: againUrl,
    ...second,
    query: Type.Object({ next: Type.Optional(TextQuery) }),
    handler: async ({ query, request, reply }) => {
      const { accountId, rpId, email } = passkeySession(context, request)
      const next = nextPath(query.next)
      const passkeys = await context.database.asServer((tx) => listPasskeys(tx, accountId))
      return passkeys.some((passkey) => passkey.rpId === rpId)
        ? show(context, { request, reply }, { next, refused: null })
        : showMail({ request, reply }, { next, email })
    },
  })

  page(app, {
    method: 'POST',
    url: askPath,
    ...second,
    forms: true,
    body: Type.Object({
      response: Maybe(PasskeyResponse),
      code: Maybe(TypedText({ max: 100 })),
      next: Maybe(MachineText({ max: 2_000 })),
    }),
    handler: async ({ body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const session = passkeySession(context, request)
      const next = nextPath(body.next)
      const { code } = body
      const token =
        code == null
          ? await proveByPasskey(context, session, body.response ?? '')
          : await proveByCode(context, session, code)
      if (token === null) {
        reply.code(400)
        return show(context, { request, reply }, { next, refused: code == null ? 'passkey' : 'code' })
      }
      giveSession(request, reply, token)
      return reply.redirect(next ?? '/account/', 303)
    },
  })
}

async function show(context: Context, asked: Asked, { next, refused }: Shown): Promise<string> {
  const { language } = asked.request
  const words = passkeyTexts[language]
  const problems = refused === 'code' ? [{ field: 'code', detail: words.codeWrong }] : []
  // Signed in, and asked once more.
  const isAgain = awaitsOf(asked.request.actor) === null
  const title = isAgain ? words.againTitle : words.askTitle
  return showPage(
    asked,
    { title, scriptPath: passkeyScript.path },
    <div class="stack narrow">
      <h1>{title}</h1>
      <p class="lead">
        {isByProvider(asked.request) ? words.againByProvider : isAgain ? words.againLead : words.askLead}
      </p>
      <PasskeyForm
        what="get"
        action={askPath}
        options={await beginProof(context, passkeySession(context, asked.request))}
        next={next}
        button={words.askButton}
        isRefused={refused === 'passkey'}
        language={language}
      />
      <details open={refused === 'code'}>
        <summary>{words.askCode}</summary>
        <form class="stack" method="post" action={askPath} noValidate>
          <Next path={next} />
          <Field
            id="code"
            label={words.code}
            autocomplete="off"
            autocapitalize="characters"
            maxLength={30}
            problems={problems}
            required
          />
          <button class="button quiet" type="submit">
            {words.codeButton}
          </button>
        </form>
      </details>
      <p class="muted small">{words.askLost}</p>
      {isAgain ? null : <SignOut language={language} />}
    </div>,
  )
}

const isByProvider = ({ actor }: FastifyRequest) => actor.kind === 'account' && actor.byProvider === true

/** Whoever has no passkey is asked by another mail, as they sign in. */
function showMail(asked: Asked, { next, email }: { readonly next: string | null; readonly email: string }): string {
  const words = passkeyTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.againTitle },
    <div class="stack narrow">
      <h1>{words.againTitle}</h1>
      <p class="lead">
        {isByProvider(asked.request) ? words.againByProviderMail({ email }) : words.againByMail({ email })}
      </p>
      <form method="post" action="/sign-in/">
        <Next path={next} />
        <input type="hidden" name="email" value={email} />
        <button class="button" type="submit">
          {words.againButton}
        </button>
      </form>
      {isByProvider(asked.request) ? null : (
        <p class="muted small">
          <a href={passkeysPath}>{words.againPasskey}</a>
        </p>
      )}
    </div>,
  )
}
