import { listProducts } from '../../features/catalog/catalog.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { listOpenWallets } from '../../features/wallet/wallet.queries.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { legalTexts } from '../../messages/site/legal.ts'
import { showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Facts, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { Written } from '../../pages/written.tsx'

type Terms = { readonly name: string; readonly termsUrl: string }

const pages = pageSection({ url: visitorPaths.legal })

/** The page that says who sells here, on what terms, and what is kept of a visitor. */
export const registerLegal = pages.register

pages.get('', {
  isShared: true,
  handler: async ({ context, tenant, language, request, reply }) => {
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
        canonicalUrl: context.urls.base(tenant.host) + visitorPaths.legal,
      },
      <div class="stack wide">
        <h1>{words.title}</h1>
        <Seller tenant={tenant} />
        {terms.length === 0 ? null : <TermsList terms={terms} />}
        <Privacy hasWallets={wallets.length > 0} />
      </div>,
    )
  },
})

function Seller({ tenant }: { readonly tenant: Tenant }) {
  const words = useTexts(legalTexts)
  const town = [tenant.postalCode, tenant.city].filter((part) => part !== null).join(' ')
  return (
    <Section id="seller" title={words.seller}>
      <Facts
        facts={[
          [words.organisation, organisationName(tenant)],
          [words.address, [tenant.address, town].filter((part) => part).join(', ')],
          [words.phone, tenant.phone],
          [words.email, tenant.email],
        ]}
      />
      {tenant.legalDocuments === null ? null : <Mentions text={tenant.legalDocuments} />}
    </Section>
  )
}

/** Shows the legal notice: a link where it is an address, otherwise the text itself. */
function Mentions({ text }: { readonly text: string }) {
  const { mentions } = useTexts(legalTexts)
  if (!isWebAddress(text))
    return (
      <Written as="p" class="prose">
        {text}
      </Written>
    )
  return (
    <p>
      <a href={text} rel="noopener">
        {mentions}
      </a>
    </p>
  )
}

function TermsList({ terms }: { readonly terms: readonly Terms[] }) {
  return (
    <Section id="terms" title={useTexts(legalTexts).terms}>
      <ul class="bullets">
        {terms.map(({ name, termsUrl }) => (
          <li key={`${name} ${termsUrl}`}>
            <a href={termsUrl} rel="noopener">
              <Written>{name}</Written>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Privacy({ hasWallets }: { readonly hasWallets: boolean }) {
  const words = useTexts(legalTexts)
  const kept = hasWallets ? [...words.kept, words.wallets] : words.kept
  return (
    <Section id="privacy" title={words.privacy}>
      <ul class="bullets">
        {kept.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p class="prose">
        {words.rights} <a href={visitorPaths.account}>{words.toAccount}</a>
      </p>
    </Section>
  )
}
