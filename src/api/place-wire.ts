import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { ShownKey } from '../features/tenant/first-key.ts'
import { pictureFocuses } from '../lib/picture-focus.ts'
import { languagesOf, type Tenant, type TenantCategory } from '../features/tenant/tenant.ts'
import { colorSchemes, pictureHeaders, typePairs } from '../features/tenant/theme.ts'
import { languages } from '../lib/language.ts'
import { safeLink } from '../lib/safe-link.ts'
import { EnumOut, TextOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { byCode } from './by-code.ts'
import { imageUrl, presentVariations, VariationsOut } from './image-wire.ts'
import { PostalCodeOut, presentPostalCode } from './postal-code.ts'

/** The letter of each kind of organisation (docs/interface/tenants.md, "Categories"). */
export const letterOfCategory = {
  venue: 'S',
  festival: 'F',
  project: 'A',
  producer: 'P',
  meta: 'M',
  root: 'R',
} as const satisfies Record<TenantCategory, string>

export const categoryOfLetter = byCode(letterOfCategory)

type Reader = { readonly context: { readonly urls: Pick<Context['urls'], 'base'> } }

const of = fieldsOf<Tenant, Reader>()
/** Images that are one address are absolute on the domain of the organisation. */
const image = (key: 'mapImageKey' | 'menuImageKey') =>
  of.textOrNull((tenant, { context }) => imageUrl(tenant[key], context.urls.base(tenant.host)), null)
const link = (key: 'website' | 'legalDocuments' | 'twitter' | 'facebook' | 'instagram', example: string | null) =>
  of.textOrNull((tenant) => safeLink(tenant[key]), example)

const placeFields = {
  uuid: of.uuid('id'),
  organisation: of.text('organisation', 'Le Bikini'),
  slug: of.text('slug', 'le-bikini'),
  url: of.text(({ host }, { context }) => context.urls.base(host), 'https://le-bikini.example.org'),
  domains: of.value(withExample(Type.Array(TextOut), ['tickets.example.com']), ({ domains }) => [...domains]),
  short_description: of.textOrNull('shortDescription', 'Concerts since 1983'),
  long_description: of.textOrNull('longDescription', 'A hall for 1,500 people.'),
  adress: of.textOrNull('address', '1 Market Square'),
  postal_code: of.value(PostalCodeOut, ({ postalCode }) => presentPostalCode(postalCode)),
  postal_code_text: of.textOrNull('postalCode', '31520'),
  city: of.textOrNull('city', 'Toulouse'),
  latitude: of.numberOrNull('latitude', 43.578542),
  longitude: of.numberOrNull('longitude', 1.521738),
  phone: of.textOrNull('phone', '0612345678'),
  email: of.textOrNull('email', 'ada@example.org'),
  site_web: link('website', 'https://example.org/'),
  legal_documents: link('legalDocuments', 'https://example.org/legal'),
  twitter: link('twitter', null),
  facebook: link('facebook', null),
  instagram: link('instagram', 'https://instagram.com/example'),
  adhesion_obligatoire: of.yesNo('membershipRequired', false),
  button_adhesion: of.yesNo('membershipButton', false),
  map_img: image('mapImageKey'),
  carte_restaurant: image('menuImageKey'),
  img_variations: of.value(VariationsOut, ({ imageKey }) => presentVariations(imageKey)),
  img_focus: of.choice(pictureFocuses, 'imageFocus'),
  logo_variations: of.value(VariationsOut, ({ logoKey }) => presentVariations(logoKey)),
  sandbox: of.yesNo('sandbox', false),
  categorie: of.choice(Object.values(letterOfCategory), ({ category }) => letterOfCategory[category]),
  language: of.choice(languages, 'language'),
  languages: of.value(withExample(Type.Array(EnumOut(languages)), ['en', 'fr']), (tenant) => [...languagesOf(tenant)]),
  time_zone: of.text('timeZone', 'Europe/Paris'),
  currency: of.text('currency', 'EUR'),
  online_hold_minutes: of.integer(({ onlineHoldSeconds }) => onlineHoldSeconds / 60, 15),
  email_hold_hours: of.integer(({ emailHoldSeconds }) => emailHoldSeconds / 3600, 24),
  cancellation_hours: of.integerOrNull('cancellationHours', 48),
  offer_hours: of.integer(({ waitingOfferSeconds }) => waitingOfferSeconds / 3600, 12),
  transfers: of.yesNo('transfersAllowed', true),
  accent_color: of.text('accentColor', '#2b3fd6'),
  type_pair: of.choice(typePairs, 'typePair'),
  color_scheme: of.choice(colorSchemes, 'colorScheme'),
  picture_header: of.choice(pictureHeaders, 'pictureHeader'),
}

export const place = of.object('Place', placeFields)

const ofKey = fieldsOf<ShownKey>()
const firstKey = ofKey.object('FirstKey', {
  prefix: ofKey.text('prefix', 'aB3dE5fG'),
  key: ofKey.textOrNull('text', 'aB3dE5fG.hI7jK9lM1nO3pQ5rS7tU9vW1xY3zA5bC7dE9fG1h'),
})

/** Its key is null where none was asked for. */
const ofMade = fieldsOf<Tenant & { readonly firstKey: ShownKey | null }, Reader>()
export const madePlace = ofMade.object('MadePlace', {
  ...placeFields,
  first_key: ofMade.oneOrNull(firstKey, 'firstKey'),
})
/** What a repeat of a creation gets as `first_key`. */
export const presentFirstKey = firstKey.present

export const settings = of.object('Settings', {
  ...placeFields,
  mail_sender: of.textOrNull('mailSender', 'Le Bikini, box office'),
  reply_email: of.textOrNull('replyEmail', 'tickets@example.org'),
  sites: of.value(withExample(Type.Array(TextOut), ['https://www.example.org']), ({ sites }) => [...sites]),
})
