import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { type Account, listPrivileged } from '../../../features/account/account.queries.ts'
import { grantRights } from '../../../features/account/grant-rights.ts'
import { setMetaLabel } from '../../../features/tenant/set-meta-label.ts'
import { findFirstMeta } from '../../../features/tenant/tenant.queries.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { BooleanIn, EmailIn, Maybe, Text } from '../../wire/schemas.ts'
import { EmailField, Field } from '../form/field.tsx'
import { page } from '../page.ts'

/** What the interface leaves to the Root administration: the label of Meta, and who may create tenants. */
export function registerRootForms(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/admin/meta-label/',
    access: { kind: 'super_user' },
    summary: 'Move the first Meta to another label',
    forms: true,
    body: Type.Object({ label: Text({ max: 63 }) }),
    handler: async ({ body, reply }) => {
      await setMetaLabel(context, body.label)
      return reply.redirect('/admin/', 303)
    },
  })

  page(app, {
    method: 'POST',
    url: '/admin/rights/',
    access: { kind: 'super_user' },
    summary: 'Give rights to a person',
    forms: true,
    body: Type.Object({ email: EmailIn, create_tenants: Maybe(BooleanIn), super_user: Maybe(BooleanIn) }),
    handler: async ({ body, reply }) => {
      await grantRights(context, {
        email: body.email,
        createTenants: body.create_tenants ?? false,
        superUser: body.super_user ?? false,
      })
      return reply.redirect('/admin/', 303)
    },
  })
}

type RootSettings = {
  readonly domain: string
  readonly metaLabel: string
  readonly privileged: readonly Account[]
}

export async function readRootSettings(context: Pick<Context, 'database' | 'urls'>): Promise<RootSettings> {
  return context.database.asServer(async (tx) => ({
    domain: context.urls.domain,
    metaLabel: (await findFirstMeta(tx))?.host ?? '',
    privileged: await listPrivileged(tx),
  }))
}

export function RootForms({
  domain,
  metaLabel,
  privileged,
  language,
}: RootSettings & { readonly language: Language }) {
  const words = pageTexts[language].rootAdmin
  return (
    <>
      <h2>{words.label}</h2>
      <form class="narrow" method="post" action="/admin/meta-label/">
        <Field
          id="label"
          label={words.labelField(domain)}
          help={words.labelNote}
          autocapitalize="none"
          maxLength={63}
          value={metaLabel}
          required
        />
        <button class="button" type="submit">
          {words.labelButton}
        </button>
      </form>
      <h2>{words.people}</h2>
      <Privileged accounts={privileged} language={language} />
      <h3>{words.grant}</h3>
      <form class="narrow" method="post" action="/admin/rights/">
        <EmailField label={words.email} />
        <label class="check">
          <input type="checkbox" name="create_tenants" value="true" />
          {words.createTenants}
        </label>
        <label class="check">
          <input type="checkbox" name="super_user" value="true" />
          {words.superUser}
        </label>
        <button class="button" type="submit">
          {words.grantButton}
        </button>
      </form>
    </>
  )
}

function Privileged({ accounts, language }: { accounts: readonly Account[]; language: Language }) {
  const words = pageTexts[language].rootAdmin
  if (accounts.length === 0) return <p class="empty">{words.nobody}</p>
  return (
    <ul class="rows">
      {accounts.map((account) => (
        <li key={account.id}>
          <span class="name">{account.email}</span>
          <span class="muted">
            {[
              ...(account.isSuperUser ? [words.superUser] : []),
              ...(account.canCreateTenants ? [words.createTenants] : []),
            ].join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
