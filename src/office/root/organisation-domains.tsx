import { proofName, proofText } from '../../features/tenant/own-domain.ts'
import type { DomainClaim } from '../../features/tenant/root.queries.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { ActionButton, Facts, Submit } from '../../pages/parts.tsx'
import { Deletion } from '../kit/parts.tsx'
import { organisationPath, type Shown } from './read-organisation.ts'
import { useTexts } from '../../pages/reader.ts'

type DomainsProps = Pick<Shown, 'tenant' | 'domains' | 'claims'> & {
  /** Whether a domain may be added: the organisation is not archived, and not Root. */
  readonly isOpen: boolean
  readonly typed: string
  readonly problems: readonly FormProblem[]
}

/** Shows the addresses of an organisation, what is still to be proved, and a way to each. */
export function Domains({ tenant, domains, claims, isOpen, typed, problems }: DomainsProps) {
  const words = useTexts(rootTexts).organisation
  const more = useTexts(rootOrganisationTexts).domains
  if (domains.length === 0 && !isOpen) return null
  const at = (part: string) => organisationPath(tenant.id, part)
  const kinds = tenant.archivedAt === null ? words.domainKinds : more.archived
  const rows = [
    ...domains.map(({ name, kind }) => ({
      name,
      state: kinds[kind],
      help: kind === 'own' ? `${more.removeHelp} ${more.removeNote}` : null,
    })),
    // Nothing is there yet.
    ...claims.map(({ name }) => ({ name, state: more.waiting, help: more.removeNote })),
  ]
  return (
    <section class="stack">
      <h2>{words.domains}</h2>
      <ul class="rows">
        {rows.map(({ name, state, help }) => (
          <li key={name}>
            <span class="name">{name}</span>
            <span class="muted">{state}</span>
            {help === null ? null : (
              <Deletion
                action={at('domains/removal')}
                sends={{ domain: name }}
                title={more.remove({ domain: name })}
                help={help}
              />
            )}
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
          <Submit look="quiet">{more.add}</Submit>
        </form>
      ) : null}
    </section>
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
