import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { updateTenant } from '../../features/tenant/update-tenant.ts'
import type { Language } from '../../lib/language.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { organisationPath, readOrganisation } from './read-organisation.ts'

const standings = ['limited', 'free'] as const

/** A super-user's word that an organisation may mail as many people as it likes from its first day (ADR 0238). */
export function registerOrganisationMails(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: organisationPath(':uuid', 'mails'),
    access: { kind: 'super_user' },
    forms: true,
    params: UuidParams,
    body: Type.Object({ mails: EnumIn(standings) }),
    handler: async ({ actor, params, body: { mails }, reply }) => {
      const { tenant } = await readOrganisation(context, params.uuid)
      await actFromRoot(context, actor, { tenant, action: 'organisation.changed' }, (acting) =>
        updateTenant(context, acting, tenant.id, { mailsLimited: mails === 'limited' }),
      )
      return reply.redirect(`${organisationPath(tenant.id)}?done=${mails}`, 303)
    },
  })
}

/** How it stands, and the way to the other. */
export function Mails({ tenant, language }: { readonly tenant: Tenant; readonly language: Language }) {
  const words = rootOrganisationTexts[language].mails
  const other = tenant.mailsLimited ? 'free' : 'limited'
  return (
    <section class="stack narrow">
      <h2>{words.title}</h2>
      <p>{tenant.mailsLimited ? words.limited : words.free}</p>
      <form method="post" action={organisationPath(tenant.id, 'mails')}>
        <input type="hidden" name="mails" value={other} />
        <button class="button quiet" type="submit">
          {words.buttons[other]}
        </button>
      </form>
    </section>
  )
}
