import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { PasskeySession } from '../../features/tenant/set-passkeys.ts'
import { rpIdAt } from '../../http/plugins/access.ts'
import { passkeyTexts } from '../../messages/site/passkey.ts'
import { useTexts } from '../../pages/reader.ts'
import { Next } from '../sign-in/next.tsx'
import { formerSession } from '../sign-in/open-session.ts'
import { passkeyParts } from './passkey-script.ts'

/** @throws AppError credentials_required */
export function passkeySession(context: Context, request: FastifyRequest): PasskeySession {
  const { actor, tenant, base } = request
  const token = formerSession(request)
  if (actor.kind !== 'account' || token === null) throw new AppError('credentials_required')
  const { accountId, email } = actor
  return { tenant, accountId, email, token, origin: base, rpId: rpIdAt(context, request) }
}

type PasskeyFormProps = {
  readonly what: 'create' | 'get'
  readonly action: string
  readonly options: unknown
  readonly next: string | null
  readonly button: string
  /** Whether what was sent was refused. */
  readonly isRefused: boolean
  readonly children?: ComponentChildren
}

/** A form for a passkey. Its button waits for the script: without one there is no passkey. */
export function PasskeyForm(props: PasskeyFormProps) {
  const words = useTexts(passkeyTexts)
  const marks = { [passkeyParts.what]: props.what, [passkeyParts.options]: JSON.stringify(props.options) }
  return (
    <form class="stack" method="post" action={props.action} {...marks}>
      {props.isRefused ? (
        <p class="problem" role="alert">
          {words.refused}
        </p>
      ) : null}
      <p class="problem" role="alert" hidden {...{ [passkeyParts.unable]: '' }}>
        {words.unable}
      </p>
      <noscript>
        <p class="problem">{words.unable}</p>
      </noscript>
      <p class="problem" role="alert" hidden {...{ [passkeyParts.failed]: '' }}>
        {words.failed}
      </p>
      {props.children}
      <Next path={props.next} />
      <input type="hidden" name="response" value="" />
      <button class="button" type="submit" hidden>
        {props.button}
      </button>
    </form>
  )
}
