import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { listOpenWallets } from '../../features/wallet/wallet.queries.ts'
import type { Language } from '../../lib/language.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { legalTexts } from '../../messages/site/legal.ts'
import { page, showPage } from '../../pages/page.ts'
import { isWebAddress } from '../../pages/web-address.ts'
import { Written } from '../../pages/written.tsx'

type Terms = { readonly name: string; readonly termsUrl: string }

/** Who sells here, on what terms, and what is kept of a visitor. */
export function registerLegal(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/legal/',
    isShared: true,
    handler: async ({ tenant, language, request, reply }) => {
      const [products, wallets] = await context.database.asTenant(tenant.id, async (tx) => [
        await listProducts(tx, { publishedOnly: true }),
        await listOpenWallets(tx, context.now()),
      ])
      const terms = products.flatMap(({ name, termsUrl }) => (isWebAddress(termsUrl) ? [{ name, termsUrl }] : []))
      const words = legalTexts[language]
      return showPage(
        { request, reply },
        {
          title: words.title,
          description: words.description({ organisation: organisationName(tenant) }),
          canonicalUrl: `${context.urls.base(tenant.host)}/legal/`,
        },
        <div class="stack wide">
          <h1>{words.title}</h1>
          <Seller tenant={tenant} language={language} />
          {terms.length === 0 ? null : <TermsList terms={terms} language={language} />}
          <Privacy language={language} hasWallets={wallets.length > 0} />
        </div>,
      )
    },
  })
}

function Seller({ tenant, language }: { readonly tenant: Tenant; readonly language: Language }) {
  const words = legalTexts[language]
  const town = [tenant.postalCode, tenant.city].filter((part) => part !== null).join(' ')
  const facts = [
    { label: words.address, value: [tenant.address, town].filter((part) => part).join(', ') },
    { label: words.phone, value: tenant.phone },
    { label: words.email, value: tenant.email },
  ].filter(({ value }) => value !== null && value !== '')
  return (
    <section class="stack" aria-labelledby="seller">
      <h2 id="seller">{words.seller}</h2>
      <dl class="facts">
        <div>
          <dt>{words.organisation}</dt>
          <dd>{organisationName(tenant)}</dd>
        </div>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tenant.legalDocuments === null ? null : <Mentions text={tenant.legalDocuments} language={language} />}
    </section>
  )
}

/** An address leads there; anything else is the text itself. */
function Mentions({ text, language }: { readonly text: string; readonly language: Language }) {
  if (!isWebAddress(text))
    return (
      <Written as="p" class="prose">
        {text}
      </Written>
    )
  return (
    <p>
      <a href={text} rel="noopener">
        {legalTexts[language].mentions}
      </a>
    </p>
  )
}

function TermsList({ terms, language }: { readonly terms: readonly Terms[]; readonly language: Language }) {
  return (
    <section class="stack" aria-labelledby="terms">
      <h2 id="terms">{legalTexts[language].terms}</h2>
      <ul class="bullets">
        {terms.map(({ name, termsUrl }) => (
          <li key={`${name} ${termsUrl}`}>
            <a href={termsUrl} rel="noopener">
              <Written>{name}</Written>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Privacy({ language, hasWallets }: { readonly language: Language; readonly hasWallets: boolean }) {
  const words = legalTexts[language]
  const kept = hasWallets ? [...words.kept, words.wallets] : words.kept
  return (
    <section class="stack" aria-labelledby="privacy">
      <h2 id="privacy">{words.privacy}</h2>
      <ul class="bullets">
        {kept.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p class="prose">
        {words.rights} <a href="/account/">{words.toAccount}</a>
      </p>
    </section>
  )
}
