import {
  languagesOf,
  longestTexts,
  phonePattern,
  socialSiteNames,
  socialSites,
  type Tenant,
} from '../../features/tenant/tenant.ts'
import { unsafeLinks } from '../../features/tenant/update-tenant.ts'
import { isColor } from '../../lib/color.ts'
import { languageName } from '../../lib/format.ts'
import { type Language, languages } from '../../lib/language.ts'
import { isCurrency } from '../../lib/money.ts'
import { isSpoken } from '../../lib/spoken.ts'
import { isEmail } from '../../lib/text.ts'
import { isTimeZone } from '../../lib/time.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { fieldTexts } from '../../messages/interface/field.ts'
import { Choice, EmailField, Field, LongField, Ticks } from '../../pages/form/field.tsx'
import { accentsOf } from '../../pages/stylesheet.ts'
import { readTyped, webAddressRule } from '../kit/typed.ts'
import type { Filled, FormProps, SettingsForm } from './settings-form.tsx'

const fields = [
  ...(['organisation', 'shortDescription', 'longDescription', 'legalDocuments'] as const),
  ...(['address', 'postalCode', 'city', 'phone', 'email', 'website'] as const),
  ...(['mailSender', 'replyEmail'] as const),
  ...socialSiteNames,
  ...(['accentColor', 'language', 'languages', 'timeZone', 'currency'] as const),
] as const

/** Who the organisation is, how it is reached, how its pages look, and its language, time and money. */
export const identityForm: SettingsForm<(typeof fields)[number]> = {
  room: 'identity',
  fields,
  inputs: {
    organisation: 'line',
    short_description: 'line',
    long_description: 'lines',
    legal_documents: 'lines',
    address: 'line',
    postal_code: 'line',
    city: 'line',
    phone: 'line',
    email: 'line',
    website: 'line',
    mail_sender: 'line',
    reply_email: 'line',
    twitter: 'line',
    facebook: 'line',
    instagram: 'line',
    accent_color: 'line',
    language: 'line',
    languages: 'ticks',
    time_zone: 'line',
    currency: 'line',
  },
  unasked: ['currency', 'languages'],
  fill: (tenant) => ({
    organisation: tenant.organisation,
    short_description: tenant.shortDescription ?? '',
    long_description: tenant.longDescription ?? '',
    legal_documents: tenant.legalDocuments ?? '',
    address: tenant.address ?? '',
    postal_code: tenant.postalCode ?? '',
    city: tenant.city ?? '',
    phone: tenant.phone ?? '',
    email: tenant.email ?? '',
    website: tenant.website ?? '',
    mail_sender: tenant.mailSender ?? '',
    reply_email: tenant.replyEmail ?? '',
    twitter: tenant.twitter ?? '',
    facebook: tenant.facebook ?? '',
    instagram: tenant.instagram ?? '',
    accent_color: tenant.accentColor,
    language: tenant.language,
    languages: languagesOf(tenant).toSorted().join(' '),
    time_zone: tenant.timeZone,
    currency: tenant.currency,
  }),
  read,
  named: (value, field) =>
    field === 'language' || field === 'languages' ? value.split(' ').map(calledByItself).join(', ') : value,
  show: (props) => <IdentityFields {...props} />,
}

function calledByItself(tag: string): string {
  return isSpoken(tag) ? languageName(tag, tag) : tag
}

function read(filled: Filled, tenant: Tenant, reader: Language) {
  const words = settingsTexts[reader].identity
  const { problems: usual } = deskTexts[reader]
  const { problems: named } = fieldTexts[reader]
  const typed = readTyped(tenant)
  const of = (name: string) => filled[name] ?? ''
  const text = (name: string, most: number) => typed.text(name, of(name), most, usual.tooLong)
  const organisation = text('organisation', longestTexts.organisation) ?? ''
  if (organisation === '') typed.wrong('organisation', words.organisationMissing)
  const phone = text('phone', longestTexts.phone)
  if (phone !== null && !new RegExp(phonePattern).test(phone)) typed.wrong('phone', words.phoneWrong)
  const email = of('email')
  if (!isEmail(email)) typed.wrong('email', words.emailWrong)
  const replyEmail = of('reply_email') || null
  if (replyEmail !== null && !isEmail(replyEmail)) typed.wrong('reply_email', words.emailWrong)
  const accentColor = of('accent_color').toLowerCase()
  if (!isColor(accentColor)) typed.wrong('accent_color', named.color)
  const language = of('language')
  if (!isSpoken(language)) typed.wrong('language', words.languageWrong)
  const offered = of('languages').split(' ').filter(Boolean)
  if (!offered.every(isSpoken)) typed.wrong('languages', words.languageWrong)
  const timeZone = of('time_zone')
  if (!isTimeZone(timeZone)) typed.wrong('time_zone', named.time_zone)
  const currency = of('currency')
  if (!isCurrency(currency)) typed.wrong('currency', named.currency)
  const links = {
    legalDocuments: text('legal_documents', longestTexts.legalDocuments),
    twitter: text('twitter', longestTexts.social),
    facebook: text('facebook', longestTexts.social),
    instagram: text('instagram', longestTexts.social),
  }
  for (const field of unsafeLinks(links)) typed.wrong(field, named.link)
  return {
    values: {
      organisation,
      shortDescription: text('short_description', longestTexts.shortDescription),
      longDescription: text('long_description', longestTexts.longDescription),
      address: text('address', longestTexts.address),
      postalCode: text('postal_code', longestTexts.postalCode),
      city: text('city', longestTexts.city),
      mailSender: text('mail_sender', longestTexts.mailSender),
      website: typed.webAddress('website', of('website'), usual.address),
      ...links,
      language: isSpoken(language) ? language : tenant.language,
      languages: offered.filter(isSpoken),
      phone,
      email,
      replyEmail,
      accentColor,
      timeZone,
      currency,
    },
    problems: typed.problems,
  }
}

function IdentityFields({ filled, problems, tenant, address, hasAmounts, language }: FormProps) {
  const words = settingsTexts[language].identity
  const { optional } = deskTexts[language]
  const given = (id: string, most: number) => ({ id, problems, maxLength: most, value: filled[id] ?? '' })
  const may = (id: string, most: number) => ({ ...given(id, most), note: optional, autocomplete: 'off' as const })
  return (
    <>
      <Field
        {...given('organisation', longestTexts.organisation)}
        label={words.organisation}
        help={words.organisationHelp({ host: address })}
        autocomplete="organization"
        required
      />
      <Field
        {...may('short_description', longestTexts.shortDescription)}
        label={words.shortDescription}
        help={words.shortHelp}
      />
      <LongField
        id="long_description"
        label={words.longDescription}
        note={optional}
        problems={problems}
        maxLength={longestTexts.longDescription}
        rows={6}
        value={filled['long_description'] ?? ''}
      />
      <h2>{words.reached}</h2>
      <EmailField label={words.email} help={words.emailHelp} problems={problems} value={filled['email'] ?? ''} />
      <Field {...may('phone', longestTexts.phone)} label={words.phone} type="tel" />
      <Field {...may('website', 2000)} label={words.website} rule={webAddressRule(language)} autocapitalize="none" />
      <div class="pair">
        {socialSiteNames.map((site) => (
          <Field key={site} {...may(site, longestTexts.social)} label={socialSites[site]} autocapitalize="none" />
        ))}
      </div>
      <p class="muted small">{words.socialHelp}</p>
      <Field
        {...may('address', longestTexts.address)}
        label={words.address}
        help={tenant.category === 'venue' ? words.addressHelp : undefined}
      />
      <div class="pair">
        <Field {...may('postal_code', longestTexts.postalCode)} label={words.postalCode} />
        <Field {...may('city', longestTexts.city)} label={words.city} />
      </div>
      <LongField
        id="legal_documents"
        label={words.legal}
        note={optional}
        help={words.legalHelp}
        problems={problems}
        maxLength={longestTexts.legalDocuments}
        rows={4}
        value={filled['legal_documents'] ?? ''}
      />
      <h2>{words.mails}</h2>
      <Field {...may('mail_sender', longestTexts.mailSender)} label={words.mailSender} help={words.mailSenderHelp} />
      <EmailField
        id="reply_email"
        label={words.replyEmail}
        note={optional}
        help={words.replyEmailHelp}
        problems={problems}
        required={false}
        value={filled['reply_email'] ?? ''}
      />
      <h2>{words.looks}</h2>
      <Field {...given('accent_color', 7)} label={words.color} help={words.colorHelp} type="color" />
      <Swatch color={(filled['accent_color'] ?? '').toLowerCase()} language={language} />
      <LanguageTimeMoney {...{ filled, problems, tenant, address, hasAmounts, language }} />
    </>
  )
}

function LanguageTimeMoney({ filled, problems, tenant, hasAmounts, language }: FormProps) {
  const words = settingsTexts[language].identity
  const [zone, currency] = [filled['time_zone'] ?? '', filled['currency'] ?? '']
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <>
      <h2>{words.formats}</h2>
      <Choice
        id="language"
        label={words.language}
        help={words.languageHelp}
        problems={problems}
        value={filled['language'] ?? ''}
        options={languages.map((code) => [code, languageName(code, code)] as const)}
      />
      <Ticks
        id="languages"
        label={words.languages}
        help={words.languagesHelp}
        problems={problems}
        options={languages.map((code) => [code, <span lang={code}>{languageName(code, code)}</span>] as const)}
        chosen={(filled['languages'] ?? '').split(' ')}
        saysNone
      />
      <Choice
        id="time_zone"
        label={words.timeZone}
        help={words.timeZoneHelp}
        problems={problems}
        value={zone}
        options={withValue(Intl.supportedValuesOf('timeZone'), zone).map((name) => [name, name.replaceAll('_', ' ')])}
      />
      {hasAmounts ? (
        <div class="field" id="currency">
          <strong>{words.currency}</strong>
          <p>
            {tenant.currency} — {names.of(tenant.currency)}
          </p>
          <p class="muted small">{words.currencyStays}</p>
        </div>
      ) : (
        <Choice
          id="currency"
          label={words.currency}
          help={words.currencyHelp}
          problems={problems}
          value={currency}
          options={withValue(Intl.supportedValuesOf('currency'), currency).map((code) => [
            code,
            `${code} — ${isCurrency(code) ? names.of(code) : code}`,
          ])}
        />
      )}
    </>
  )
}

/** What somebody typed, or an alias, stays to be seen. */
function withValue(known: readonly string[], value: string): readonly string[] {
  return known.includes(value) || value === '' ? known : [value, ...known]
}

/** The colour as the pages will use it, by day and by night, which is not always the colour itself. */
function Swatch({ color, language }: { readonly color: string; readonly language: Language }) {
  if (!isColor(color)) return null
  const words = settingsTexts[language].identity
  const grounds = accentsOf(color)
  const isCorrected = grounds.some(({ text, fill }) => text !== color || fill !== color)
  return (
    <>
      <svg class="swatch" viewBox="0 0 384 72" role="img" aria-label={words.swatch}>
        {grounds.map(({ text, fill, onFill, paper }, index) => (
          <g key={paper} transform={`translate(${192 * index})`} font-size="15">
            <rect width="192" height="72" fill={paper} />
            <rect x="12" y="16" width="84" height="40" rx="8" fill={fill} />
            <text x="54" y="41" text-anchor="middle" fill={onFill}>
              {words.swatchButton}
            </text>
            <text x="108" y="41" fill={text} text-decoration="underline">
              {words.swatchLink}
            </text>
          </g>
        ))}
      </svg>
      <p class="muted small">{isCorrected ? words.colorCorrected : words.colorReads}</p>
    </>
  )
}
