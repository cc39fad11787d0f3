import {
  byProvidedRole,
  longestClaim,
  longestClientId,
  longestIssuer,
  longestName,
  longestSecret,
  longestValue,
  mailDomainOf,
  mostOfEach,
  type ProviderSettings,
  providedRoles,
  type SignInProvider,
} from '../../features/team/sign-in-provider.ts'
import { line, lines } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { providerTexts } from '../../messages/office/provider.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import type { Asked } from '../../http/route.ts'
import type { Checked } from '../kit/edit-page.ts'
import { formFields } from '../kit/form-fields.tsx'
import { type Filled, filledFrom, filledIn } from '../kit/form-values.ts'
import { Section, Submit } from '../../pages/parts.tsx'
import type { FormReader } from '../kit/typed.ts'

/** The most characters that the form takes; a smaller excess is explained beside the field. */
const mostTyped = 15_000

/** Fields of the form without the secret, which no page shows again. */
export const providerFields = {
  name: line({ wire: null, form: 'name', most: longestName, required: true }),
  issuer: line({ wire: null, form: 'issuer', most: longestIssuer, required: true }),
  clientId: line({ wire: null, form: 'client_id', most: longestClientId, required: true }),
  mailDomains: lines({ wire: null, form: 'mail_domains', most: mostTyped, required: true }),
  roleClaim: line({ wire: null, form: 'role_claim', most: longestClaim }),
  manager: lines({ wire: null, form: 'manager_values', most: mostTyped }),
  box_office: lines({ wire: null, form: 'box_office_values', most: mostTyped }),
  steward: lines({ wire: null, form: 'steward_values', most: mostTyped }),
  accountant: lines({ wire: null, form: 'accountant_values', most: mostTyped }),
}
export type FilledProvider = Filled<typeof providerFields>

export function fillProvider(provider: SignInProvider | null, reader: FormReader): FilledProvider {
  if (provider === null) return filledIn(providerFields, {})
  const roleValues = byProvidedRole((role) => provider.roleValues[role].join('\n'))
  const said = { ...provider, ...roleValues, mailDomains: provider.mailDomains.join('\n') }
  return filledFrom(providerFields, said, reader)
}

/** Reads what was typed, or what is wrong with it. @param isIssuer whether an address may be that of an issuer */
export function readProvider(
  filled: FilledProvider,
  language: Language,
  isIssuer: (text: string) => boolean,
): Checked<ProviderSettings> {
  const words = providerTexts[language]
  const { name, issuer, client_id: clientId } = filled
  const domains = linesOf(filled.mail_domains)
  const mailDomains = [...new Set(domains.flatMap((line) => mailDomainOf(line) ?? []))]
  const roleValues = byProvidedRole((role) => linesOf(filled[`${role}_values`]))
  const roleClaim = filled.role_claim || null
  const isOf = (text: string, longest: number) => text !== '' && text.length <= longest
  const allDomains = domains.every((line) => mailDomainOf(line) !== null)
  const hasValues = Object.values(roleValues).some(({ length }) => length > 0)
  const valuesWrong = words.valuesWrong({ most: mostOfEach, longest: longestValue })
  const wrong: readonly (readonly [field: string, isWrong: boolean, detail: string])[] = [
    ['name', !isOf(name, longestName), words.name.wrong],
    ['issuer', !isOf(issuer, longestIssuer) || !isIssuer(issuer), words.issuer.wrong],
    ['client_id', !isOf(clientId, longestClientId), words.clientId.wrong],
    [
      'mail_domains',
      !allDomains || mailDomains.length === 0 || mailDomains.length > mostOfEach,
      words.mailDomains.wrong,
    ],
    ['role_claim', roleClaim !== null && roleClaim.length > longestClaim, words.claim.wrong],
    ['role_claim', roleClaim === null && hasValues, words.claimMissing],
    ...providedRoles.map((role) => [`${role}_values`, !areShort(roleValues[role]), valuesWrong] as const),
  ]
  return {
    values: { name, issuer, clientId, mailDomains, roleClaim, roleValues },
    problems: wrong.flatMap(([field, isWrong, detail]) => (isWrong ? [{ field, detail }] : [])),
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

const areShort = (values: readonly string[]) =>
  values.length <= mostOfEach && values.every(({ length }) => length <= longestValue)

function wordsOf(language: Language) {
  const { name, issuer, clientId, mailDomains, claim, valuesOf } = providerTexts[language]
  return {
    name: name.label,
    nameHelp: name.help,
    issuer: issuer.label,
    issuerHelp: issuer.help,
    clientId: clientId.label,
    clientIdHelp: clientId.help,
    mailDomains: mailDomains.label,
    mailDomainsHelp: mailDomains.help,
    roleClaim: claim.label,
    roleClaimHelp: claim.help,
    ...byProvidedRole((role) => valuesOf({ role: frameTexts[language].roles[role] })),
  }
}

type ProviderFormProps = {
  readonly action: string
  readonly asked: Asked
  readonly version: string
  readonly seen: string | null | undefined
  /** Whether a provider is set, whose secret may stay. */
  readonly isSet: boolean
  readonly filled: FilledProvider
  readonly problems: readonly FormProblem[]
}

export function ProviderForm({ action, asked, version, seen, isSet, filled, problems }: ProviderFormProps) {
  const { language } = asked.request
  const words = providerTexts[language]
  const field = formFields(providerFields, { words: wordsOf(language), filled, problems })
  return (
    <Section id="set" title={words.set} lead={words.writeOnly}>
      <form method="post" action={action} class="narrow" noValidate>
        <Problems problems={problems} title={deskTexts[language].refused} />
        <Seen {...{ version, seen }} />
        {field('name')}
        {field('issuer', { autocapitalize: 'none' })}
        {field('clientId', { autocapitalize: 'none' })}
        <Field
          id="client_secret"
          label={words.clientSecret.label}
          help={isSet ? words.clientSecret.stays : words.clientSecret.help}
          problems={problems}
          type="password"
          autocomplete="off"
          maxLength={longestSecret}
          required={!isSet}
        />
        {field('mailDomains', { rows: 3 })}
        <h3>{words.roles}</h3>
        <p class="prose">{words.rolesLead}</p>
        {field('roleClaim', { autocapitalize: 'none' })}
        {providedRoles.map((role) => field(role, { rows: 2 }))}
        <Submit>{words.save}</Submit>
      </form>
    </Section>
  )
}
