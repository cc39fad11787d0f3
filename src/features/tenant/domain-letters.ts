import { tenantTexts } from '../../messages/mail/tenant.ts'
import { defineLetter } from '../mail/letter.ts'

type Domain = {
  readonly domain: string
  readonly recordName: string
  readonly recordText: string
  /** The address of the domains in the settings. */
  readonly url: string
}

/** The mail to the owners, on the first day without the record. */
export const proofMissingLetter = defineLetter(
  'domain_proof_missing',
  tenantTexts,
  ({ proofMissing: said, record }, domain: Domain) => ({
    subject: said.subject(domain),
    title: said.title(domain),
    paragraphs: [said.text(domain), said.next],
    facts: factsOf(record, domain),
    action: { label: record.action, url: domain.url },
    notes: [said.note],
  }),
)

/** The mail to the owners, when the pages stopped answering there. */
export const domainOffLetter = defineLetter(
  'domain_off',
  tenantTexts,
  ({ domainOff: said, record }, domain: Domain) => ({
    subject: said.subject(domain),
    title: said.title(domain),
    paragraphs: [said.text, said.next],
    facts: factsOf(record, domain),
    action: { label: record.action, url: domain.url },
  }),
)

function factsOf(said: { readonly name: string; readonly value: string }, domain: Domain) {
  return [
    [said.name, domain.recordName],
    [said.value, domain.recordText],
  ] as const
}
