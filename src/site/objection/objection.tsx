import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { changeObjection, type Objection, openObjection } from '../../features/mail/change-objection.ts'
import { maskAddress } from '../../lib/mask.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { objectionTexts } from '../../messages/site/objection.ts'
import { page, showPage } from '../../pages/page.ts'
import type { Asked } from '../../http/route.ts'

const TokenParams = Type.Object({ token: Type.String({ maxLength: 500 }) })

/**
 * The link in messages of an organisation, and the address of their `List-Unsubscribe` (ADR 0236). Opening it changes nothing, since
 * mail scanners follow links; its button objects, and so does a mail program that sends what RFC 8058 says.
 */
export function registerObjectionPage(app: FastifyInstance, context: Context): void {
  const url = '/objection/:token/'
  page(app, {
    method: 'GET',
    url,
    params: TokenParams,
    handler: async ({ tenant, params, request, reply }) => {
      const asked = { tenantId: tenant.id, token: params.token }
      return showObjection({ request, reply }, params.token, await openObjection(context, asked))
    },
  })

  page(app, {
    method: 'POST',
    url,
    forms: 'one_click',
    params: TokenParams,
    handler: async ({ tenant, params, request, reply }) => {
      const asked = { tenantId: tenant.id, token: params.token, objects: true }
      // No redirect: mail programs follow none.
      return showObjection({ request, reply }, params.token, await changeObjection(context, asked))
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}end/`,
    forms: true,
    params: TokenParams,
    handler: async ({ tenant, params, reply }) => {
      await changeObjection(context, { tenantId: tenant.id, token: params.token, objects: false })
      return reply.redirect(`/objection/${params.token}/`, 303)
    },
  })
}

/** No line ends after what is left of the name. */
const onOneLine = (masked: string) => masked.replace('@', '\u2060@')

function showObjection(asked: Asked, token: string, { email, objects }: Objection): string {
  const { tenant, language } = asked.request
  const words = objectionTexts[language]
  const said = words[objects ? 'spared' : 'written']
  const title = said.title({ organisation: organisationName(tenant) })
  return showPage(
    asked,
    { title },
    <div class="stack narrow">
      <h1>{title}</h1>
      <p class="lead">{said.lead({ email: onOneLine(maskAddress(email)) })}</p>
      <p>{words.stays}</p>
      <form method="post" action={`/objection/${token}/${objects ? 'end/' : ''}`}>
        <button class={objects ? 'button quiet' : 'button'} type="submit">
          {said.button}
        </button>
      </form>
      <p>
        <a href="/">{words.back}</a>
      </p>
    </div>,
  )
}
