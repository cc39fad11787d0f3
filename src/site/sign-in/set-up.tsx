import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findUsableLink, setUpServer } from '../../features/account/sign-in.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { signInTexts } from '../../messages/site/sign-in.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { EmailField } from '../../pages/form/field.tsx'
import { page, showPage } from '../../pages/page.ts'
import { browserOf, openSession } from './open-session.ts'
import { TokenParams } from './sign-in.tsx'
import type { Asked } from '../../http/route.ts'

/** Longer than any address: what is wrong with it is said beside the field, by the page. */
const SetUpBody = Type.Object({ email: Maybe(TypedText({ max: 2_000 })) })

/** The one-time link that a new server prints: whoever opens it says who administers the server. */
export function registerSetUp(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/set-up/:token/',
    atLabel: true,
    beforeApproval: true,
    params: TokenParams,
    handler: async ({ params, request, reply }) => {
      await requireLink(context, request, params.token)
      return showForm({ request, reply }, null)
    },
  })

  page(app, {
    method: 'POST',
    url: '/set-up/:token/',
    atLabel: true,
    beforeApproval: true,
    forms: true,
    params: TokenParams,
    body: SetUpBody,
    handler: async ({ tenant, params, body, request, reply }) => {
      await countRequest(context, reply, 'sign_in_by_address', addressOf(request))
      const email = body.email ?? ''
      if (!isEmail(normalizeEmail(email))) {
        await requireLink(context, request, params.token)
        reply.code(400)
        return showForm({ request, reply }, email)
      }
      const signedIn = await setUpServer(context, { ...browserOf(request), token: params.token, email })
      return openSession(context, { tenant, request, reply }, signedIn)
    },
  })
}

/** @throws AppError link_invalid */
async function requireLink(context: Context, request: FastifyRequest, token: string): Promise<void> {
  const link = await findUsableLink(context, { ...browserOf(request), token })
  if (link?.email !== null) throw new AppError('link_invalid')
}

/** `refused` is what was filled in and is no address; null when the form is shown for the first time. */
function showForm(shown: Asked, refused: string | null): string {
  const words = signInTexts[shown.request.language].setUp
  const problems = refused === null ? [] : [{ field: 'email', detail: words.emailWrong }]
  return showPage(
    shown,
    { title: words.title, forms: 'checked' },
    <div class="stack narrow">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <form method="post" noValidate>
        <EmailField label={words.email} problems={problems} value={refused ?? ''} />
        <button class="button" type="submit">
          {words.button}
        </button>
      </form>
    </div>,
  )
}
