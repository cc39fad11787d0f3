import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listPasskeys } from '../../features/account/passkey.queries.ts'
import { beginProof, proveByCode, proveByPasskey } from '../../features/tenant/prove-session.ts'
import { awaitedPath, awaitsOf } from '../../http/plugins/passkey-path.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { MachineText, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { PasskeyForm, passkeySession } from '../account/passkey-form.tsx'
import { passkeyScript } from '../account/passkey-script.ts'
import { PasskeyResponse } from '../account/passkeys.tsx'
import { SignOut } from '../account/sign-out.tsx'
import { Field } from '../../pages/form/field.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, FoldedForm } from '../../pages/parts.tsx'
import { Next } from './next.tsx'
import { nextPath } from '../../pages/next-path.ts'
import { giveSession } from './open-session.ts'
import type { Asked } from '../../http/route.ts'

type Shown = { readonly next: string | null; readonly refused: 'passkey' | 'code' | null }

const NextQuery = Type.Object({ next: Type.Optional(TextQuery) })

const pages = pageSection({ atLabel: true, shows: true, access: { kind: 'signed_in' }, beforeApproval: true })

/** The second step of a sign-in, before which a session is good for nothing else, and the page that asks for it again later (ADR 0240). */
export const registerPasskeySignIn = pages.register

pages.get(visitorPaths.signInPasskey, {
  query: NextQuery,
  handler: (asked) => {
    const { context } = asked
    const next = nextPath(asked.query.next)
    const awaits = awaitsOf(asked.actor)
    if (awaits === null) return asked.reply.redirect(next ?? visitorPaths.account, 302)
    if (awaits !== 'ask') return asked.reply.redirect(awaitedPath(awaits, next), 302)
    return show(context, asked, { next, refused: null })
  },
})

pages.get(visitorPaths.signInAgain, {
  query: NextQuery,
  handler: async (asked) => {
    const { context } = asked
    const { accountId, rpId, email } = passkeySession(context, asked.request)
    const next = nextPath(asked.query.next)
    const passkeys = await context.database.asServer((tx) => listPasskeys(tx, accountId))
    const hasOne = passkeys.some((passkey) => passkey.rpId === rpId)
    return hasOne ? show(context, asked, { next, refused: null }) : showMail(asked, { next, email })
  },
})

pages.post(visitorPaths.signInPasskey, {
  body: Type.Object({
    response: Maybe(PasskeyResponse),
    code: Maybe(TypedText({ max: 100 })),
    next: Maybe(MachineText({ max: 2_000 })),
  }),
  handler: async (asked) => {
    const { context, body, request, reply } = asked
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
      return show(context, asked, { next, refused: code == null ? 'passkey' : 'code' })
    }
    giveSession(request, reply, token)
    return reply.redirect(next ?? visitorPaths.account, 303)
  },
})

async function show(context: Context, asked: Asked, { next, refused }: Shown): Promise<string> {
  const words = passkeyTexts[asked.request.language]
  const problems = refused === 'code' ? [{ field: 'code', detail: words.codeWrong }] : []
  // The person is signed in, and asked again.
  const isAgain = awaitsOf(asked.request.actor) === null
  const lead = isAgain ? words.againLead : words.askLead
  return showNarrow(
    asked,
    {
      title: isAgain ? words.againTitle : words.askTitle,
      lead: isByProvider(asked.request) ? words.againByProvider : lead,
      scriptPath: passkeyScript.path,
    },
    <>
      <PasskeyForm
        what="get"
        action={visitorPaths.signInPasskey}
        options={await beginProof(context, passkeySession(context, asked.request))}
        next={next}
        button={words.askButton}
        isRefused={refused === 'passkey'}
      />
      <FoldedForm
        title={words.askCode}
        isOpen={refused === 'code'}
        class="stack"
        action={visitorPaths.signInPasskey}
        noValidate
        look="quiet"
        button={words.codeButton}
      >
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
      </FoldedForm>
      <p class="muted small">{words.askLost}</p>
      {isAgain ? null : <SignOut />}
    </>,
  )
}

const isByProvider = ({ actor }: FastifyRequest) => actor.kind === 'account' && actor.byProvider === true

/** Shows the button that sends a person without a passkey another mail, as at sign-in. */
function showMail(asked: Asked, { next, email }: { readonly next: string | null; readonly email: string }): string {
  const words = passkeyTexts[asked.request.language]
  const byProvider = isByProvider(asked.request)
  return showNarrow(
    asked,
    { title: words.againTitle, lead: byProvider ? words.againByProviderMail({ email }) : words.againByMail({ email }) },
    <>
      <ActionButton look="main" action={visitorPaths.signIn} sends={{ next, email }}>
        {words.againButton}
      </ActionButton>
      {byProvider ? null : (
        <p class="muted small">
          <a href={visitorPaths.passkeys}>{words.againPasskey}</a>
        </p>
      )}
    </>,
  )
}
