import { languagesOf, longestTexts, phonePattern, socialSiteNames, socialSites } from '../../features/tenant/tenant.ts'
import { longestSite, mostSites, siteOf, sitesOf } from '../../features/tenant/site.ts'
import { unsafeLinks } from '../../features/tenant/update-tenant.ts'
import { mostLatitude, mostLongitude } from '../../lib/coordinates.ts'
import { degrees, email, line, lines, several, type ValuesOf, webAddress } from '../../lib/field.ts'
import { languageName } from '../../lib/format.ts'
import { type Language, languages } from '../../lib/language.ts'
import { isCurrency } from '../../lib/money.ts'
import { isSpoken } from '../../lib/spoken.ts'
import { isTimeZone } from '../../lib/time.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { formFields } from '../kit/form-fields.tsx'
import type { TypedForm } from '../kit/typed.ts'
import type { FormProps, SettingsForm } from './settings-form.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

const link = { most: longestTexts.social } as const
const fields = {
  organisation: line({ wire: 'organisation', most: longestTexts.organisation, required: true }),
  shortDescription: line({ wire: 'short_description', most: longestTexts.shortDescription }),
  longDescription: lines({ wire: 'long_description', most: longestTexts.longDescription, marked: true }),
  email: email({ wire: 'email', required: true }),
  phone: line({ wire: 'phone', most: longestTexts.phone }),
  website: webAddress({ wire: 'site_web', form: 'website' }),
  twitter: line({ wire: 'twitter', ...link }),
  facebook: line({ wire: 'facebook', ...link }),
  instagram: line({ wire: 'instagram', ...link }),
  address: line({ wire: 'adress', form: 'address', most: longestTexts.address }),
  postalCode: line({ wire: 'postal_code', most: longestTexts.postalCode }),
  city: line({ wire: 'city', most: longestTexts.city }),
  latitude: degrees({ wire: 'latitude', most: mostLatitude, next: 'longitude' }),
  longitude: degrees({ wire: 'longitude', most: mostLongitude }),
  legalDocuments: lines({ wire: 'legal_documents', most: longestTexts.legalDocuments }),
  sites: lines({ wire: 'sites', most: mostSites * longestSite }),
  mailSender: line({ wire: null, form: 'mail_sender', most: longestTexts.mailSender }),
  replyEmail: email({ wire: null, form: 'reply_email' }),
  language: line({ wire: 'language', most: 35, required: true }),
  languages: several({ wire: 'languages', choices: languages }),
  timeZone: line({ wire: 'time_zone', most: 60, required: true }),
  currency: line({ wire: 'currency', most: 3, required: true }),
}
type Identity = ValuesOf<typeof fields>

/** Who the organisation is, how it is reached, and its language, time and money. */
export const identityForm: SettingsForm<typeof fields> = {
  room: 'identity',
  fields,
  columns: Object.keys(fields) as (keyof typeof fields)[],
  unasked: ['currency', 'languages'],
  words,
  valuesOf: (tenant) => ({
    ...tenant,
    email: tenant.email ?? '',
    languages: languagesOf(tenant).toSorted(),
    sites: tenant.sites.join('\n'),
  }),
  columnsOf: (values, tenant) => ({
    ...values,
    language: isSpoken(values.language) ? values.language : tenant.language,
    sites: sitesOf(linesOf(values.sites)),
  }),
  check,
  named: (value, field) =>
    (field === 'language' || field === 'languages') && isSpoken(value) ? languageName(value, value) : value,
  show: (props) => <IdentityFields {...props} />,
}

function words(reader: Language) {
  const { identity } = settingsTexts[reader]
  const { problems } = fieldTexts[reader]
  return {
    ...identity,
    ...socialSites,
    organisationHelp: undefined,
    addressHelp: undefined,
    replyEmailWrong: identity.emailWrong,
    languagesChoices: Object.fromEntries(languages.map((tag) => [tag, languageName(tag, tag)])),
    languagesWrong: identity.languageWrong,
    timeZoneWrong: problems.time_zone,
    currencyWrong: problems.currency,
  }
}

/** Checks what no kind of field looks at. */
function check(values: Identity, typed: TypedForm, reader: Language): void {
  const said = words(reader)
  const { phone, language, timeZone, currency } = values
  if (phone !== null && !new RegExp(phonePattern).test(phone)) typed.wrong('phone', said.phoneWrong)
  if (language !== '' && !isSpoken(language)) typed.wrong('language', said.languageWrong)
  if (timeZone !== '' && !isTimeZone(timeZone)) typed.wrong('time_zone', said.timeZoneWrong)
  if (currency !== '' && !isCurrency(currency)) typed.wrong('currency', said.currencyWrong)
  const sites = linesOf(values.sites)
  const noSite = sites.find((site) => siteOf(site) === null)
  if (noSite !== undefined) typed.wrong('sites', said.siteWrong({ site: shortened(noSite) }))
  if (sites.length > mostSites) typed.wrong('sites', said.sitesTooMany({ most: mostSites }))
  for (const field of unsafeLinks(values)) typed.wrong(field, fieldTexts[reader].problems.link)
}

/** Enough of what was typed to find the line. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** What was typed, a site on each line. */
function linesOf(typed: string | null): readonly string[] {
  return (typed ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function IdentityFields(props: FormProps<typeof fields>) {
  const { language } = useReader()
  const { filled, problems, tenant, address } = props
  const said = words(language)
  const { organisationHelp, addressHelp } = useTexts(settingsTexts).identity
  const field = formFields(fields, { words: said, filled, problems })
  return (
    <>
      {field('organisation', { help: organisationHelp({ host: address }), autocomplete: 'organization' })}
      {field('shortDescription')}
      {field('longDescription')}
      <h2>{said.reached}</h2>
      {field('email')}
      {field('phone', { type: 'tel' })}
      {field('website')}
      <div class="pair">{socialSiteNames.map((site) => field(site, { autocapitalize: 'none' }))}</div>
      <p class="muted small">{said.socialHelp}</p>
      {field('address', tenant.category === 'venue' ? { help: addressHelp } : {})}
      <div class="pair">
        {field('postalCode')}
        {field('city')}
      </div>
      <div class="pair">
        {field('latitude')}
        {field('longitude')}
      </div>
      <p class="muted small">{said.coordinatesHelp}</p>
      {field('legalDocuments', { rows: 4 })}
      <h2>{said.ownSites}</h2>
      {field('sites', { rows: 3 })}
      <h2>{said.mails}</h2>
      {field('mailSender')}
      {field('replyEmail')}
      <h2>{said.formats}</h2>
      {field('language', { options: languages.map((tag) => [tag, languageName(tag, tag)] as const) })}
      {field('languages', { spoken: true })}
      {field('timeZone', {
        options: withValue(Intl.supportedValuesOf('timeZone'), filled.time_zone).map(
          (name) => [name, name.replaceAll('_', ' ')] as const,
        ),
      })}
      <Currency {...props} />
    </>
  )
}

/** Asks for the currency, which may be chosen until there are prices. */
function Currency({ filled, problems, tenant, hasAmounts }: FormProps<typeof fields>) {
  const { language } = useReader()
  const said = words(language)
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const named = (code: string) => `${code} — ${isCurrency(code) ? names.of(code) : code}`
  if (!hasAmounts) {
    const codes = withValue(Intl.supportedValuesOf('currency'), filled.currency)
    const field = formFields(fields, { words: said, filled, problems })
    return <>{field('currency', { options: codes.map((code) => [code, named(code)] as const) })}</>
  }
  return (
    <div class="field" id="currency">
      <strong>{said.currency}</strong>
      <p>{named(tenant.currency)}</p>
      <p class="muted small">{said.currencyStays}</p>
    </div>
  )
}

/** Adds a value that is not among the known ones, so that what somebody typed, or an alias, is still shown. */
function withValue(known: readonly string[], value: string): readonly string[] {
  return known.includes(value) || value === '' ? known : [value, ...known]
}
