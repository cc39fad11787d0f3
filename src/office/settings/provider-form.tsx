import {
  longestClaim,
  longestClientId,
  longestIssuer,
  longestName,
  longestSecret,
  longestValue,
  mailDomainOf,
  mostOfEach,
  type ProvidedRole,
  type ProviderSettings,
  providedRoles,
  type SignInProvider,
} from '../../features/team/sign-in-provider.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { providerTexts } from '../../messages/office/provider.ts'
import { Field, LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import type { Asked } from '../../http/route.ts'

type ValuesField = `${ProvidedRole}_values`
type ProviderField = 'name' | 'issuer' | 'client_id' | 'mail_domains' | 'role_claim' | ValuesField

/** The form as it was typed, without the secret, which no page shows again. */
export type TypedProvider = { readonly [Name in ProviderField]?: string | null | undefined }

export function fillProvider(provider: SignInProvider | null): TypedProvider {
  if (provider === null) return {}
  const { name, issuer, clientId, mailDomains, roleClaim, roleValues } = provider
  return {
    name,
    issuer,
    client_id: clientId,
    role_claim: roleClaim,
    mail_domains: mailDomains.join('\n'),
    ...Object.fromEntries(providedRoles.map((role) => [`${role}_values`, roleValues[role].join('\n')])),
  }
}

/** What was typed, or what is wrong with it. @param isIssuer whether it may be the address of one */
export function readProvider(
  typed: TypedProvider,
  language: Language,
  isIssuer: (text: string) => boolean,
): { readonly settings: ProviderSettings; readonly problems: readonly FormProblem[] } {
  const words = providerTexts[language]
  const { name, issuer, client_id: clientId, role_claim: claim } = typed
  const domains = linesOf(typed.mail_domains)
  const mailDomains = [...new Set(domains.flatMap((line) => mailDomainOf(line) ?? []))]
  const roleValues = {
    manager: linesOf(typed.manager_values),
    box_office: linesOf(typed.box_office_values),
    steward: linesOf(typed.steward_values),
    accountant: linesOf(typed.accountant_values),
  }
  const roleClaim = claim ?? null
  const settings = {
    name: name ?? '',
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    mailDomains,
    roleClaim,
    roleValues,
  }
  const isOf = (text: string, longest: number) => text !== '' && text.length <= longest
  const allDomains = domains.every((line) => mailDomainOf(line) !== null)
  const hasValues = Object.values(roleValues).some(({ length }) => length > 0)
  const wrong: readonly (readonly [field: ProviderField, isWrong: boolean, detail: string])[] = [
    ['name', !isOf(settings.name, longestName), words.name.wrong],
    ['issuer', !isOf(settings.issuer, longestIssuer) || !isIssuer(settings.issuer), words.issuer.wrong],
    ['client_id', !isOf(settings.clientId, longestClientId), words.clientId.wrong],
    [
      'mail_domains',
      !allDomains || mailDomains.length === 0 || mailDomains.length > mostOfEach,
      words.mailDomains.wrong,
    ],
    ['role_claim', roleClaim !== null && roleClaim.length > longestClaim, words.claim.wrong],
    ['role_claim', roleClaim === null && hasValues, words.claimMissing],
    ...providedRoles.map(
      (role) =>
        [
          `${role}_values`,
          !areShort(roleValues[role]),
          words.valuesWrong({ most: mostOfEach, longest: longestValue }),
        ] as const,
    ),
  ]
  const problems = wrong.flatMap(([field, isWrong, detail]) => (isWrong ? [{ field, detail }] : []))
  return { settings, problems }
}

function linesOf(text: string | null | undefined): readonly string[] {
  const lines = (text ?? '').split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

const areShort = (values: readonly string[]) =>
  values.length <= mostOfEach && values.every(({ length }) => length <= longestValue)

type ProviderFormProps = {
  readonly action: string
  readonly asked: Asked
  readonly version: string
  /** There is one, whose secret may stay. */
  readonly isSet: boolean
  readonly typed: TypedProvider
  readonly problems: readonly FormProblem[]
}

export function ProviderForm({ action, asked, version, isSet, typed, problems }: ProviderFormProps) {
  const { language } = asked.request
  const words = providerTexts[language]
  const desk = deskTexts[language]
  const optional = { note: desk.optional, problems }
  return (
    <section class="stack" aria-labelledby="set">
      <h2 id="set">{words.set}</h2>
      <p class="prose">{words.writeOnly}</p>
      <form method="post" action={action} class="narrow" noValidate>
        <Problems problems={problems} title={desk.refused} />
        <Seen asked={asked} version={version} />
        <Field
          id="name"
          {...{ label: words.name.label, help: words.name.help, problems, maxLength: longestName }}
          value={typed.name ?? ''}
          autocomplete="off"
          required
        />
        <Field
          id="issuer"
          {...{ label: words.issuer.label, help: words.issuer.help, problems, maxLength: longestIssuer }}
          value={typed.issuer ?? ''}
          autocomplete="off"
          autocapitalize="none"
          required
        />
        <Field
          id="client_id"
          {...{ label: words.clientId.label, help: words.clientId.help, problems, maxLength: longestClientId }}
          value={typed.client_id ?? ''}
          autocomplete="off"
          autocapitalize="none"
          required
        />
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
        <LongField
          id="mail_domains"
          {...{ label: words.mailDomains.label, help: words.mailDomains.help, problems, rows: 3 }}
          value={typed.mail_domains ?? ''}
          required
        />
        <h3>{words.roles}</h3>
        <p class="prose">{words.rolesLead}</p>
        <Field
          id="role_claim"
          {...{ label: words.claim.label, help: words.claim.help, ...optional, maxLength: longestClaim }}
          value={typed.role_claim ?? ''}
          autocomplete="off"
          autocapitalize="none"
        />
        {providedRoles.map((role) => (
          <LongField
            key={role}
            id={`${role}_values`}
            label={words.valuesOf({ role: frameTexts[language].roles[role] })}
            {...{ ...optional, rows: 2 }}
            value={typed[`${role}_values`] ?? ''}
          />
        ))}
        <button class="button" type="submit">
          {words.save}
        </button>
      </form>
    </section>
  )
}
