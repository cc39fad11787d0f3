import { Type } from 'typebox'
import { languagesOf, type Tenant, type TenantCategory } from '../features/tenant/tenant.ts'
import { languages } from '../lib/language.ts'
import { safeLink } from '../lib/safe-link.ts'
import {
  BooleanOut,
  EnumOut,
  IntegerOut,
  NullableIntegerOut,
  NullableTextOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
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

export const PlaceOut = Type.Object(
  {
    uuid: UuidOut,
    organisation: withExample(TextOut, 'Le Bikini'),
    slug: withExample(TextOut, 'le-bikini'),
    short_description: withExample(NullableTextOut, 'Concerts since 1983'),
    long_description: withExample(NullableTextOut, 'A hall for 1,500 people.'),
    adress: withExample(NullableTextOut, '1 Market Square'),
    postal_code: PostalCodeOut,
    postal_code_text: withExample(NullableTextOut, '31520'),
    city: withExample(NullableTextOut, 'Toulouse'),
    phone: withExample(NullableTextOut, '0612345678'),
    email: withExample(NullableTextOut, 'ada@example.org'),
    site_web: withExample(NullableTextOut, 'https://example.org/'),
    legal_documents: withExample(NullableTextOut, 'https://example.org/legal'),
    twitter: withExample(NullableTextOut, null),
    facebook: withExample(NullableTextOut, null),
    instagram: withExample(NullableTextOut, 'https://instagram.com/example'),
    adhesion_obligatoire: withExample(BooleanOut, false),
    button_adhesion: withExample(BooleanOut, false),
    map_img: withExample(NullableTextOut, null),
    carte_restaurant: withExample(NullableTextOut, null),
    img_variations: VariationsOut,
    logo_variations: VariationsOut,
    categorie: EnumOut(Object.values(letterOfCategory)),
    language: EnumOut(languages),
    languages: withExample(Type.Array(EnumOut(languages)), ['en', 'fr']),
    time_zone: withExample(TextOut, 'Europe/Paris'),
    currency: withExample(TextOut, 'EUR'),
    online_hold_minutes: withExample(IntegerOut, 15),
    email_hold_hours: withExample(IntegerOut, 24),
    cancellation_hours: withExample(NullableIntegerOut, 48),
    offer_hours: withExample(IntegerOut, 12),
    transfers: withExample(BooleanOut, true),
    accent_color: withExample(TextOut, '#2b3fd6'),
  },
  { title: 'Place' },
)

/** `base` is the tenant's address: images that are one address are absolute on its domain. */
export function presentPlace(tenant: Tenant, base: string): Type.Static<typeof PlaceOut> {
  return {
    uuid: tenant.id,
    organisation: tenant.organisation,
    slug: tenant.slug,
    short_description: tenant.shortDescription,
    long_description: tenant.longDescription,
    adress: tenant.address,
    postal_code: presentPostalCode(tenant.postalCode),
    postal_code_text: tenant.postalCode,
    city: tenant.city,
    phone: tenant.phone,
    email: tenant.email,
    site_web: safeLink(tenant.website),
    legal_documents: safeLink(tenant.legalDocuments),
    twitter: safeLink(tenant.twitter),
    facebook: safeLink(tenant.facebook),
    instagram: safeLink(tenant.instagram),
    adhesion_obligatoire: tenant.membershipRequired,
    button_adhesion: tenant.membershipButton,
    map_img: imageUrl(tenant.mapImageKey, base),
    carte_restaurant: imageUrl(tenant.menuImageKey, base),
    img_variations: presentVariations(tenant.imageKey),
    logo_variations: presentVariations(tenant.logoKey),
    categorie: letterOfCategory[tenant.category],
    language: tenant.language,
    languages: [...languagesOf(tenant)],
    time_zone: tenant.timeZone,
    currency: tenant.currency,
    online_hold_minutes: tenant.onlineHoldSeconds / 60,
    email_hold_hours: tenant.emailHoldSeconds / 3600,
    cancellation_hours: tenant.cancellationHours,
    offer_hours: tenant.waitingOfferSeconds / 3600,
    transfers: tenant.transfersAllowed,
    accent_color: tenant.accentColor,
  }
}
