import { Type } from 'typebox'
import { type Language, languages, type Tenant, type TenantCategory } from '../../features/tenant/tenant.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { BooleanOut, NullableTextOut, TextOut, UuidOut } from '../wire/schemas.ts'
import { PostalCodeOut, presentPostalCode } from './postal-code.ts'

/** Interface, "Tenant categories". */
export const letterOfCategory = {
  venue: 'S',
  festival: 'F',
  project: 'A',
  producer: 'P',
  meta: 'M',
  root: 'R',
} as const satisfies Record<TenantCategory, string>

export const categoryOfLetter = {
  S: 'venue',
  F: 'festival',
  A: 'project',
  P: 'producer',
  M: 'meta',
  R: 'root',
} as const satisfies Record<string, TenantCategory>

/** Paths relative to the tenant's address, and to Meta's. Empty for a tenant without that image. */
const VariationsOut = Type.Partial(
  Type.Object({ fhd: TextOut, hdr: TextOut, med: TextOut, thumbnail: TextOut }, { title: 'Variations' }),
)

export const PlaceOut = Type.Object(
  {
    uuid: UuidOut,
    organisation: TextOut,
    slug: TextOut,
    short_description: NullableTextOut,
    long_description: NullableTextOut,
    adress: NullableTextOut,
    postal_code: PostalCodeOut,
    postal_code_text: NullableTextOut,
    city: NullableTextOut,
    phone: NullableTextOut,
    email: NullableTextOut,
    site_web: NullableTextOut,
    legal_documents: NullableTextOut,
    twitter: NullableTextOut,
    facebook: NullableTextOut,
    instagram: NullableTextOut,
    adhesion_obligatoire: BooleanOut,
    button_adhesion: BooleanOut,
    map_img: NullableTextOut,
    carte_restaurant: NullableTextOut,
    img_variations: VariationsOut,
    logo_variations: VariationsOut,
    categorie: Type.Unsafe<string>({ type: 'string', enum: Object.values(letterOfCategory) }),
    language: Type.Unsafe<Language>({ type: 'string', enum: [...languages] }),
    time_zone: TextOut,
  },
  { title: 'Place' },
)

/** `base` is the tenant's address: images that are one address are absolute on its domain. */
export function presentPlace(tenant: Tenant, base: string): Type.Static<typeof PlaceOut> {
  const image = (key: string | null) => (key === null ? null : `${base}/${variationsOf(key).fhd}`)
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
    site_web: tenant.website,
    legal_documents: tenant.legalDocuments,
    twitter: tenant.twitter,
    facebook: tenant.facebook,
    instagram: tenant.instagram,
    adhesion_obligatoire: tenant.membershipRequired,
    button_adhesion: tenant.membershipButton,
    map_img: image(tenant.mapImageKey),
    carte_restaurant: image(tenant.menuImageKey),
    img_variations: tenant.imageKey === null ? {} : variationsOf(tenant.imageKey),
    logo_variations: tenant.logoKey === null ? {} : variationsOf(tenant.logoKey),
    categorie: letterOfCategory[tenant.category],
    language: tenant.language,
    time_zone: tenant.timeZone,
  }
}
