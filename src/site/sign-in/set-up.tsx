import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findUsableLink, setUpServer } from '../../features/account/sign-in.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { signInTexts } from '../../messages/site/sign-in.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Submit } from '../../pages/parts.tsx'
import { browserOf, openSession } from './open-session.ts'
import { TokenParams } from './sign-in.tsx'
import type { Asked } from '../../http/route.ts'

/** The body of the form. It takes more than any address: what is wrong with it is said beside the field, by the page. */
const SetUpBody = Type.Object({ email: Maybe(TypedText({ max: 2_000 })) })

const pages = pageSection({ url: visitorPaths.setUp, atLabel: true, beforeApproval: true, params: TokenParams })

/** The one-time link that a new server prints: the person who opens it says who administers the server. */
export const registerSetUp = pages.register

pages.get('', {
  handler: async (asked) => {
    const { context } = asked
    await requireLink(context, asked.request, asked.params.token)
    return showForm(asked, null)
  },
})

pages.post('', {
  body: SetUpBody,
  handler: async (asked) => {
    const { context, tenant, params, body, request, reply } = asked
    await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
    const email = body.email ?? ''
    if (!isEmail(normalizeEmail(email))) {
      await requireLink(context, request, params.token)
      reply.code(400)
      return showForm(asked, email)
    }
    const signedIn = await setUpServer(context, { ...browserOf(request), token: params.token, email })
    return openSession(context, { tenant, request, reply }, signedIn)
  },
})

/** @throws AppError link_invalid */
async function requireLink(context: Context, request: FastifyRequest, token: string): Promise<void> {
  const link = await findUsableLink(context, { ...browserOf(request), token })
  if (link?.email !== null) throw new AppError('link_invalid')
}

/** @param refused what was filled in and is no address; null when the form is shown for the first time */
function showForm(asked: Asked, refused: string | null): string {
  const words = signInTexts[asked.request.language].setUp
  const problems = refused === null ? [] : [{ field: 'email', detail: words.emailWrong }]
  return showNarrow(
    asked,
    { title: words.title, lead: words.lead, forms: 'checked' },
    <form method="post" noValidate>
      <EmailField label={words.email} problems={problems} value={refused ?? ''} />
      <Submit>{words.button}</Submit>
    </form>,
  )
}
