import { proofName, proofText } from '../../features/tenant/own-domain.ts'
import type { DomainClaim } from '../../features/tenant/root.queries.ts'
import { type RootOrganisationTexts, rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { ActionButton, Facts } from '../kit/parts.tsx'
import { organisationPath, type Shown } from './read-organisation.ts'
import { useTexts } from '../../pages/reader.ts'

type DomainsProps = Pick<Shown, 'tenant' | 'domains' | 'claims'> & {
  /** Not archived, and not Root: a domain may be added. */
  readonly isOpen: boolean
  readonly typed: string
  readonly problems: readonly FormProblem[]
}

/** Where an organisation answers, what is to be proved yet, and a way to each. */
export function Domains({ tenant, domains, claims, isOpen, typed, problems }: DomainsProps) {
  const words = useTexts(rootTexts).organisation
  const more = useTexts(rootOrganisationTexts).domains
  if (domains.length === 0 && !isOpen) return null
  const at = (part: string) => organisationPath(tenant.id, part)
  return (
    <section class="stack">
      <h2>{words.domains}</h2>
      <ul class="rows">
        {domains.map(({ name, kind }) => (
          <li key={name}>
            <span class="name">{name}</span>
            <span class="muted">{(tenant.archivedAt === null ? words.domainKinds : more.archived)[kind]}</span>
            {kind === 'own' ? <Removal action={at('domains/removal')} name={name} words={more} /> : null}
          </li>
        ))}
        {claims.map(({ name }) => (
          <li key={name}>
            <span class="name">{name}</span>
            <span class="muted">{more.waiting}</span>
            <Removal action={at('domains/removal')} name={name} words={more} />
          </li>
        ))}
      </ul>
      {claims.map((claim) => (
        <Proof key={claim.name} claim={claim} action={at('domains/checks')} />
      ))}
      {isOpen ? (
        <form class="narrow" method="post" action={at('domains')}>
          <Field
            id="domain"
            label={more.field}
            help={`${more.help} ${more.removeNote}`}
            problems={problems}
            maxLength={253}
            autocapitalize="none"
            autocomplete="off"
            value={typed}
            required
          />
          <button class="button quiet" type="submit">
            {more.add}
          </button>
        </form>
      ) : null}
    </section>
  )
}

type RemovalProps = { readonly action: string; readonly name: string; readonly words: RootOrganisationTexts['domains'] }

function Removal({ action, name, words }: RemovalProps) {
  return (
    <ActionButton action={action} sends={{ domain: name }} label={`${words.remove}: ${name}`}>
      {words.remove}
    </ActionButton>
  )
}

type ProofProps = { readonly claim: DomainClaim; readonly action: string }

function Proof({ claim, action }: ProofProps) {
  const words = useTexts(rootOrganisationTexts).domains
  return (
    <section class="notice stack" aria-label={claim.name}>
      <h3>{claim.name}</h3>
      <p>{words.proof}</p>
      <Facts
        facts={[
          [words.record.name, <code key="name">{proofName(claim.name)}</code>],
          [words.record.kind, <code key="kind">TXT</code>],
          [words.record.text, <code key="text">{proofText(claim.token)}</code>],
        ]}
      />
      <ActionButton action={action} sends={{ domain: claim.name }} label={`${words.check}: ${claim.name}`}>
        {words.check}
      </ActionButton>
    </section>
  )
}
