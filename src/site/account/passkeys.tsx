import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { longestPasskeyName, recoveryCodeText } from '../../features/account/passkey.ts'
import { countRecoveryCodes, listPasskeys, type Passkey } from '../../features/account/passkey.queries.ts'
import { addPasskey, beginPasskey, removePasskey, renewRecoveryCodes } from '../../features/tenant/set-passkeys.ts'
import { awaitsOf } from '../../http/plugins/passkey-path.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { MachineText, Maybe, TextQuery, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { Field } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { showNarrow, showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, FoldedForm, Go, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { nextPath } from '../../pages/next-path.ts'
import { giveSession } from '../sign-in/open-session.ts'
import { SignOut } from './sign-out.tsx'
import { PasskeyForm, passkeySession } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import type { Asked } from '../../http/route.ts'

/** The browser's answer for a passkey, as JSON. */
export const PasskeyResponse = MachineText({ max: 20_000 })

const pages = pageSection({ atLabel: true, access: { kind: 'signed_in' }, beforeApproval: true })

/** The passkeys of the person who is signed in (ADR 0240). */
export const registerPasskeys = pages.register

pages.get(visitorPaths.passkeys, {
  makesPasskey: true,
  query: Type.Object({ next: Type.Optional(TextQuery), done: Type.Optional(TextQuery) }),
  handler: (asked) => show(asked.context, asked, { next: nextPath(asked.query.next), done: asked.query.done }),
})

pages.post(visitorPaths.passkeys, {
  asksAgain: true,
  makesPasskey: true,
  body: Type.Object({
    name: Maybe(TypedText({ max: longestPasskeyName })),
    response: PasskeyResponse,
    next: Maybe(MachineText({ max: 2_000 })),
  }),
  handler: async (asked) => {
    const { context, language, body, request, reply } = asked
    await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
    const next = nextPath(body.next)
    const name = body.name ?? passkeyTexts[language].usualName
    const session = passkeySession(context, request)
    const added = await addPasskey(context, session, { name, response: body.response })
    if (added === null) {
      reply.code(400)
      return show(context, asked, { next, isRefused: true })
    }
    giveSession(request, reply, added.token)
    if (added.codes === null) return reply.redirect(at(visitorPaths.passkeys, {}, { done: 'added' }), 303)
    return showCodes(asked, added.codes, next ?? visitorPaths.passkeys)
  },
})

pages.post(visitorPaths.passkeyRemoval, {
  asksAgain: true,
  body: Type.Object({ passkey: UuidIn }),
  handler: async ({ context, body, request, reply }) => {
    await removePasskey(context, passkeySession(context, request), body.passkey)
    return reply.redirect(at(visitorPaths.passkeys, {}, { done: 'removed' }), 303)
  },
})

pages.post(visitorPaths.recoveryCodes, {
  asksAgain: true,
  handler: async (asked) => {
    const { context } = asked
    const codes = await renewRecoveryCodes(context, passkeySession(context, asked.request))
    return showCodes(asked, codes, visitorPaths.passkeys)
  },
})

type Shown = { readonly next: string | null; readonly done?: string | undefined; readonly isRefused?: boolean }

async function show(context: Context, asked: Asked, { next, done, isRefused = false }: Shown): Promise<string> {
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
  return showPage(
    asked,
    { title: words.title, scriptPath: passkeyScript.path },
    <div class="stack">
      <h1>{words.title}</h1>
      <Done>{done === 'added' ? words.added : done === 'removed' ? words.removed : null}</Done>
      <p class="lead prose">{leads[awaited]}</p>
      <Passkeys passkeys={passkeys} timeZone={tenant.timeZone} />
      <div class="narrow">
        <PasskeyForm what="create" action={visitorPaths.passkeys} button={words.add} {...{ options, next, isRefused }}>
          <Field id="name" label={words.name} value={words.usualName} maxLength={longestPasskeyName} />
        </PasskeyForm>
      </div>
      {awaited === 'none' ? null : (
        <>
          <p class="muted small prose">{words.cannot[awaited]}</p>
          <SignOut />
        </>
      )}
      {passkeys.length === 0 ? null : (
        <Section id="codes" title={words.codes}>
          <p>{words.codesLeft({ left })}</p>
          <ActionButton action={visitorPaths.recoveryCodes}>{words.codesRenew}</ActionButton>
        </Section>
      )}
    </div>,
  )
}

type PasskeysProps = {
  readonly passkeys: readonly Passkey[]
  /** The organisation's time zone, even while it waits for approval, when a reader who does not work there sees nothing else of it. */
  readonly timeZone: string
}

function Passkeys({ passkeys, timeZone }: PasskeysProps) {
  const words = useTexts(passkeyTexts)
  if (passkeys.length === 0) return null
  return (
    <ul class="rows">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id}>
          <span class="name">
            <strong id={`passkey-${id}`}>{name}</strong>
          </span>
          <span class="state">
            {words.since} <When at={createdAt} timeZone={timeZone} withinSentence /> · {words.used}{' '}
            <When at={lastUsedAt} timeZone={timeZone} withinSentence />
          </span>
          <FoldedForm
            title={words.remove}
            of={`passkey-${id}`}
            class="stack"
            action={visitorPaths.passkeyRemoval}
            sends={{ passkey: id }}
            look="danger"
            button={words.removeButton({ name })}
          >
            <p class="prose">{words.removeLead}</p>
          </FoldedForm>
        </li>
      ))}
    </ul>
  )
}

/** Shows the recovery codes, the only time that anybody sees them. */
function showCodes(asked: Asked, codes: readonly string[], next: string): string {
  const words = passkeyTexts[asked.request.language]
  return showNarrow(
    asked,
    { title: words.codesTitle, lead: words.codesLead },
    <>
      <ul class="rows">
        {codes.map((code) => (
          <li key={code}>
            <code>{recoveryCodeText(code)}</code>
          </li>
        ))}
      </ul>
      <Go to={next} class="button">
        {words.goOn}
      </Go>
    </>,
  )
}
