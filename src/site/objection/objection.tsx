import { Type } from 'typebox'
import { changeObjection, type Objection, openObjection } from '../../features/mail/change-objection.ts'
import { maskAddress } from '../../lib/mask.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { objectionTexts } from '../../messages/site/objection.ts'
import { showNarrow } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { ActionButton, Back } from '../../pages/parts.tsx'
import type { Asked } from '../../http/route.ts'

const TokenParams = Type.Object({ token: Type.String({ maxLength: 500 }) })

const pages = pageSection({ url: visitorPaths.objection, params: TokenParams })

/**
 * The link in messages of an organisation, and the address of their `List-Unsubscribe` (ADR 0236). Opening it changes nothing, since
 * mail scanners follow links; its button objects, and so does a mail program that sends what RFC 8058 says.
 */
export const registerObjectionPage = pages.register

pages.get('', {
  handler: async (asked) => {
    const { context } = asked
    const { token } = asked.params
    return showObjection(asked, token, await openObjection(context, { tenantId: asked.tenant.id, token }))
  },
})

pages.post('', {
  forms: 'one_click',
  handler: async (asked) => {
    const { context } = asked
    const { token } = asked.params
    const change = { tenantId: asked.tenant.id, token, objects: true }
    // No redirect: mail programs follow none.
    return showObjection(asked, token, await changeObjection(context, change))
  },
})

pages.post(visitorPaths.objectionEnd, {
  handler: async ({ context, tenant, params, reply }) => {
    await changeObjection(context, { tenantId: tenant.id, token: params.token, objects: false })
    return reply.redirect(at(visitorPaths.objection, { token: params.token }), 303)
  },
})

/** Joins what is left of the name to the rest of the address, so that no line breaks between them. */
const onOneLine = (masked: string) => masked.replace('@', '\u2060@')

function showObjection(asked: Asked, token: string, { email, objects }: Objection): string {
  const { tenant, language } = asked.request
  const words = objectionTexts[language]
  const said = words[objects ? 'spared' : 'written']
  return showNarrow(
    asked,
    {
      title: said.title({ organisation: organisationName(tenant) }),
      lead: said.lead({ email: onOneLine(maskAddress(email)) }),
    },
    <>
      <p>{words.stays}</p>
      <ActionButton
        action={at(visitorPaths[objects ? 'objectionEnd' : 'objection'], { token })}
        look={objects ? 'quiet' : 'main'}
      >
        {said.button}
      </ActionButton>
      <Back to={visitorPaths.home}>{words.back}</Back>
    </>,
  )
}
