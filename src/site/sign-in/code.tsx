import { Type } from 'typebox'
import { enterSignInCode } from '../../features/account/sign-in.ts'
import { errorStatus } from '../../errors.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { MachineText, Maybe } from '../../http/wire/schemas.ts'
import { codeIn, MailedCode, missingCode, type SentCode, showCodePage } from '../../pages/form/code-form.tsx'
import { pageSection } from '../../pages/page-section.ts'
import { Back } from '../../pages/parts.tsx'
import { Next } from './next.tsx'
import { nextPath, signInPath } from '../../pages/next-path.ts'
import { browserOf, openSession } from './open-session.ts'
import { signInWords } from './words.ts'
import type { Asked } from '../../http/route.ts'

const pages = pageSection({ url: visitorPaths.signInCode, beforeApproval: true })

/** Sign-in by the digits of the mail, typed on the page that asked for it: the mail may well be on another device. */
export const registerSignInCode = pages.register

pages.post('', {
  body: Type.Object({ ...MailedCode, next: Maybe(MachineText({ max: 2_000 })) }),
  handler: async (asked) => {
    const { context, tenant, language, body, request, reply } = asked
    await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
    const missing = missingCode(body.code, language)
    if (missing !== null) {
      reply.code(400)
      return showSignInCode(asked, { ...body, problem: missing }, nextPath(body.next))
    }
    const outcome = await enterSignInCode(context, { ...browserOf(request), code: codeIn(body) })
    if (outcome.kind === 'signed_in')
      return openSession(context, { tenant, request, reply }, outcome.signedIn, body.next)
    const words = signInWords(request)
    const problem = outcome.kind === 'wrong' ? words.codeWrong({ left: outcome.triesLeft }) : words.codeEnded
    reply.code(errorStatus.link_invalid)
    return showSignInCode(asked, { ...body, problem }, nextPath(body.next))
  },
})

/**
 * Says what to do once the mail is sent, in the same words for unknown addresses.
 *
 * @param next the page that the person came from
 */
export function showSignInCode(asked: Asked, sent: SentCode, next: string | null): string {
  const words = signInWords(asked.request)
  const again = <Back to={signInPath(next)}>{words.again}</Back>
  return showCodePage(asked, { ...sent, action: visitorPaths.signInCode, words, again }, <Next path={next} />)
}
