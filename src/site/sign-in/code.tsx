import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { enterSignInCode } from '../../features/account/sign-in.ts'
import { digitsOf } from '../../features/account/sign-in-code.ts'
import { errorStatus } from '../../errors.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { signInTexts } from '../../messages/site/sign-in.ts'
import { MachineText, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { CodeForm } from '../../pages/form/code-form.tsx'
import { page, showPage } from '../../pages/page.ts'
import { Next } from './next.tsx'
import { nextPath, signInPath } from '../../pages/next-path.ts'
import { browserOf, openSession } from './open-session.ts'
import type { Asked } from '../../http/route.ts'

type CodePage = {
  readonly email: string
  /** Makes the code good in this browser only. */
  readonly handle: string
  /** Where the person came from; null: nowhere to go back to. */
  readonly next: string | null
  /** What was wrong with the code that was typed. */
  readonly problem: string | null
}

/** Sign-in by the digits of the mail, on the page that asked for it: the mail may well be on another device. */
export function registerSignInCode(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/sign-in/code/',
    beforeApproval: true,
    forms: true,
    body: Type.Object({
      email: MachineText({ max: 254 }),
      handle: MachineText({ max: 100 }),
      code: TypedText({ max: 100 }),
      next: Maybe(MachineText({ max: 2_000 })),
    }),
    handler: async ({ tenant, language, body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const outcome = await enterSignInCode(context, {
        ...browserOf(request),
        code: { handle: body.handle, digits: digitsOf(body.code) },
      })
      if (outcome.kind === 'signed_in')
        return openSession(context, { tenant, request, reply }, outcome.signedIn, body.next)
      const words = signInTexts[language]
      const problem = outcome.kind === 'wrong' ? words.codeWrong({ left: outcome.triesLeft }) : words.codeEnded
      reply.code(errorStatus.link_invalid)
      return showCodePage(
        { request, reply },
        { email: body.email, handle: body.handle, next: nextPath(body.next), problem },
      )
    },
  })
}

/** What to do once the mail is sent; the same for addresses nobody knows. */
export function showCodePage(asked: Asked, { email, handle, next, problem }: CodePage): string {
  const words = signInTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.sentTitle },
    <CodeForm
      action="/sign-in/code/"
      email={email}
      handle={handle}
      problem={problem}
      again={
        <p>
          <a href={signInPath(next)}>{words.again}</a>
        </p>
      }
      words={words}
    >
      <Next path={next} />
    </CodeForm>,
  )
}
