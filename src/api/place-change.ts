import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError, type FieldProblem, fieldError } from '../errors.ts'
import { longestKeyName } from '../features/account/api-key.ts'
import { permissions } from '../features/account/permission.ts'
import { mostAddresses } from '../features/team/bind-api-key.ts'
import {
  longestTexts,
  mostCancellationHours,
  mostEmailHoldHours,
  mostOfferHours,
  mostOnlineHoldMinutes,
  phonePattern,
} from '../features/tenant/tenant.ts'
import { pictureFocuses, usualFocus } from '../lib/picture-focus.ts'
import { longestSite, mostSites, siteOf, sitesOf } from '../features/tenant/site.ts'
import { colorSchemes, pictureHeaders, typePairs } from '../features/tenant/theme.ts'
import type { TenantValues } from '../features/tenant/update-tenant.ts'
import { ImageRefusedError } from '../integrations/media/image-refused-error.ts'
import { mostLatitude, mostLongitude, roundedDegrees } from '../lib/coordinates.ts'
import { isColor } from '../lib/color.ts'
import { type Language, languages } from '../lib/language.ts'
import { isCurrency } from '../lib/money.ts'
import { isTimeZone } from '../lib/time.ts'
import { defined } from '../http/wire/defined.ts'
import {
  ArrayIn,
  BooleanIn,
  DateTimeIn,
  EmailIn,
  EnumIn,
  IntegerIn,
  MachineText,
  Maybe,
  NumberIn,
  Text,
  UrlIn,
  withExample,
} from '../http/wire/schemas.ts'
import { ofRoom } from '../http/take-image.ts'
import { letterOfCategory } from './place-wire.ts'

const described = {
  organisation: Text({ max: longestTexts.organisation, example: 'Le Bikini' }),
  short_description: Text({ max: longestTexts.shortDescription, example: 'Concerts since 1983' }),
  long_description: Text({ max: longestTexts.longDescription, multiline: true, example: 'A hall for 1,500 people.' }),
  phone: Type.Unsafe<string>({
    type: 'string',
    'x-wire': 'text',
    maxLength: longestTexts.phone,
    pattern: phonePattern,
    examples: ['0612345678'],
  }),
  email: EmailIn,
  site_web: withExample(UrlIn, 'https://example.org/'),
  postal_code: Text({ max: longestTexts.postalCode, example: '31520' }),
}

const optionalText = Maybe(Text({ max: longestTexts.legalDocuments, example: 'https://example.org/about' }))

/** The settings that `guichet tenant set` changes too; they count from the next booking on. */
const settings = {
  language: withExample(EnumIn(languages), 'fr'),
  languages: Maybe(withExample(ArrayIn(EnumIn(languages), { max: languages.length }), ['fr', 'en'])),
  time_zone: MachineText({ max: 60, example: 'Europe/Paris' }),
  currency: MachineText({ max: 3, example: 'EUR' }),
  online_hold_minutes: IntegerIn({ min: 1, max: mostOnlineHoldMinutes, example: 15 }),
  email_hold_hours: IntegerIn({ min: 1, max: mostEmailHoldHours, example: 24 }),
  cancellation_hours: Maybe(IntegerIn({ min: 0, max: mostCancellationHours, example: 48 })),
  offer_hours: IntegerIn({ min: 1, max: mostOfferHours, example: 12 }),
  transfers: BooleanIn,
  img_focus: withExample(EnumIn(pictureFocuses), usualFocus),
  accent_color: MachineText({ max: 7, example: '#2b3fd6' }),
  type_pair: withExample(EnumIn(typePairs), 'grotesque'),
  color_scheme: withExample(EnumIn(colorSchemes), 'device'),
  picture_header: withExample(EnumIn(pictureHeaders), 'beside'),
  sites: Maybe(
    withExample(ArrayIn(MachineText({ max: longestSite }), { max: mostSites }), ['https://www.example.org']),
  ),
}

/** What may be said later as well as at the creation. */
const later = {
  adress: Maybe(Text({ max: longestTexts.address, example: '1 Market Square' })),
  city: Maybe(Text({ max: longestTexts.city, example: 'Toulouse' })),
  latitude: Maybe(NumberIn({ min: -mostLatitude, max: mostLatitude, example: 43.578542 })),
  longitude: Maybe(NumberIn({ min: -mostLongitude, max: mostLongitude, example: 1.521738 })),
  map_img: Maybe(UrlIn),
  carte_restaurant: Maybe(UrlIn),
  legal_documents: optionalText,
  twitter: optionalText,
  facebook: optionalText,
  instagram: optionalText,
  adhesion_obligatoire: withExample(BooleanIn, false),
  button_adhesion: BooleanIn,
  ...settings,
}

const laterToo = Type.Partial(Type.Object(later)).properties
/** Clients send every field: null and '' say no more than nothing of a place that is made (`withoutNulls`). */
const laterOrNull = Object.fromEntries(
  Object.entries(laterToo).map(([name, schema]) => [name, Maybe(schema)]),
) as typeof laterToo

export const FirstKeyIn = Type.Object(
  {
    name: Text({ max: longestKeyName, example: 'Till' }),
    permissions: ArrayIn(withExample(EnumIn(permissions), 'event:write'), { min: 1, max: permissions.length }),
    expires_at: Maybe(withExample(DateTimeIn, '2099-05-02T02:00:00+02:00')),
    addresses: Maybe(ArrayIn(Text({ max: 50, example: '203.0.113.0/24' }), { max: mostAddresses })),
  },
  { title: 'FirstKeyCreation' },
)

export const PlaceCreation = Type.Object(
  {
    ...described,
    img_url: UrlIn,
    logo_url: UrlIn,
    categorie: EnumIn(Object.values(letterOfCategory)),
    ...laterOrNull,
    sandbox: Maybe(withExample(BooleanIn, false)),
    first_key: Maybe(FirstKeyIn),
  },
  { title: 'PlaceCreation' },
)

export const PlaceChange = Type.Partial(
  Type.Object({
    ...described,
    img_url: Maybe(UrlIn),
    logo_url: Maybe(UrlIn),
    ...later,
    keep_hours: Type.Unsafe<boolean>({
      ...BooleanIn,
      description:
        'With a new `time_zone`: whether coming events, and when sales open and end, keep the hours as written (20:00 stays 20:00) instead of the moments.',
    }),
  }),
  { title: 'PlaceChange' },
)

/** What was said, without the fields that a client sends empty. */
export function withoutNulls<Body extends object>(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as Body
}

/** The fields that were sent, in our words, but for the pictures. @throws AppError validation_failed */
export function readPlaceChange(body: Static<typeof PlaceChange>): Partial<TenantValues> {
  const degrees = (given: number | null | undefined) => (typeof given === 'number' ? roundedDegrees(given) : given)
  return defined({
    organisation: body.organisation,
    shortDescription: body.short_description,
    longDescription: body.long_description,
    address: body.adress,
    postalCode: body.postal_code,
    city: body.city,
    latitude: degrees(body.latitude),
    longitude: degrees(body.longitude),
    phone: body.phone,
    email: body.email,
    website: body.site_web,
    legalDocuments: body.legal_documents,
    twitter: body.twitter,
    facebook: body.facebook,
    instagram: body.instagram,
    membershipRequired: body.adhesion_obligatoire,
    membershipButton: body.button_adhesion,
    ...readSettings(body),
  })
}

/** @throws AppError validation_failed */
function readSettings(body: Static<typeof PlaceChange>): Partial<TenantValues> {
  const accentColor = body.accent_color?.toLowerCase()
  const currency = body.currency?.toUpperCase()
  if (body.time_zone !== undefined && !isTimeZone(body.time_zone)) throw fieldError('time_zone', 'time_zone')
  if (accentColor !== undefined && !isColor(accentColor)) throw fieldError('accent_color', 'color')
  if (currency !== undefined && !isCurrency(currency)) throw fieldError('currency', 'currency')
  const seconds = (count: number | undefined, each: number) => (count === undefined ? count : count * each)
  return defined({
    language: body.language,
    languages: body.languages,
    timeZone: body.time_zone,
    currency,
    onlineHoldSeconds: seconds(body.online_hold_minutes, 60),
    emailHoldSeconds: seconds(body.email_hold_hours, 3600),
    cancellationHours: body.cancellation_hours,
    waitingOfferSeconds: seconds(body.offer_hours, 3600),
    transfersAllowed: body.transfers,
    imageFocus: body.img_focus,
    accentColor,
    typePair: body.type_pair,
    colorScheme: body.color_scheme,
    pictureHeader: body.picture_header,
    sites: body.sites === undefined ? undefined : takeSites(body.sites ?? []),
  })
}

/** @throws AppError validation_failed */
function takeSites(texts: readonly string[]): string[] {
  const wrong = texts.findIndex((text) => siteOf(text) === null)
  if (wrong >= 0) throw fieldError(`sites.${wrong}`, 'site')
  return sitesOf(texts)
}

type ImageFields = {
  readonly img_url?: string | null
  readonly logo_url?: string | null
  readonly map_img?: string | null
  readonly carte_restaurant?: string | null
}

/**
 * Fetches what the fields name, before any transaction, since it is slow, and stores it once all of it is acceptable. Undefined
 * fields stay as they are, null ones are emptied.
 *
 * @throws AppError validation_failed naming each field that is no acceptable image; storage_full
 */
export async function takeImages(
  context: { readonly images: Pick<Context['images'], 'readyFromUrl'> },
  tenantId: string,
  body: ImageFields,
  language: Language,
) {
  const problems: Record<string, readonly FieldProblem[]> = {}
  const take = async (field: keyof ImageFields, kind: 'image' | 'logo') => {
    const url = body[field]
    if (url === undefined || url === null) return url
    try {
      const image = await context.images.readyFromUrl(tenantId, url, kind)
      return { keep: () => image.keep().catch((error: unknown) => Promise.reject(ofRoom(error, field, language))) }
    } catch (error) {
      if (!(error instanceof ImageRefusedError)) throw error
      problems[field] = [`image_${error.reason}`]
      return undefined
    }
  }
  const ready = await Promise.all([
    take('img_url', 'image'),
    take('logo_url', 'logo'),
    take('map_img', 'image'),
    take('carte_restaurant', 'image'),
  ])
  if (Object.keys(problems).length > 0) throw new AppError('validation_failed', { fields: problems })
  // One after the other: once one is refused none is still being written.
  const kept: (string | null | undefined)[] = []
  for (const image of ready) kept.push(image ? await image.keep() : image)
  const [imageKey, logoKey, mapImageKey, menuImageKey] = kept
  return defined({ imageKey, logoKey, mapImageKey, menuImageKey })
}
