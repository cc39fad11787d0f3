import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, type FieldProblem, fieldError } from '../../errors.ts'
import { findRole } from '../../features/account/account.queries.ts'
import { type Actor, may } from '../../features/account/actor.ts'
import { roleMay } from '../../features/account/role.ts'
import { createTenant, requireFreeSlug, slugFor } from '../../features/tenant/create-tenant.ts'
import { findTenantOf, listTenantsOf } from '../../features/tenant/tenant.queries.ts'
import {
  longestTexts,
  mostCancellationHours,
  mostEmailHoldHours,
  mostOfferHours,
  mostOnlineHoldMinutes,
  phonePattern,
  type Tenant,
} from '../../features/tenant/tenant.ts'
import { type TenantValues, updateTenant } from '../../features/tenant/update-tenant.ts'
import { ImageRefusedError } from '../../integrations/media/image-refused-error.ts'
import { isColor } from '../../lib/color.ts'
import { newId } from '../../lib/ids.ts'
import { languages } from '../../lib/language.ts'
import { isCurrency } from '../../lib/money.ts'
import { isTimeZone } from '../../lib/time.ts'
import { type Access, route } from '../route.ts'
import { defined } from '../wire/defined.ts'
import {
  BooleanIn,
  EmailIn,
  EnumIn,
  IntegerIn,
  MachineText,
  Maybe,
  PageQuery,
  Text,
  UrlIn,
} from '../wire/schemas.ts'
import { answerList, byId } from './answer-list.ts'
import { UuidParams } from './params.ts'
import { categoryOfLetter, PlaceOut, presentPlace } from './place-wire.ts'

const described = {
  organisation: Text({ max: longestTexts.organisation, example: 'Le Bikini' }),
  short_description: Text({ max: longestTexts.shortDescription, example: 'Concerts since 1983' }),
  long_description: Text({
    max: longestTexts.longDescription,
    multiline: true,
    example: 'A hall for 1,500 people.',
  }),
  phone: Type.Unsafe<string>({
    type: 'string',
    'x-wire': 'text',
    maxLength: longestTexts.phone,
    pattern: phonePattern,
    examples: ['0612345678'],
  }),
  email: EmailIn,
  site_web: UrlIn,
  postal_code: Text({ max: longestTexts.postalCode, example: '31520' }),
}

const located = {
  adress: Maybe(Text({ max: longestTexts.address, example: '1 Market Square' })),
  city: Maybe(Text({ max: longestTexts.city, example: 'Toulouse' })),
}

const PlaceCreation = Type.Object({
  ...described,
  ...located,
  img_url: UrlIn,
  logo_url: UrlIn,
  categorie: EnumIn(['S', 'F', 'A', 'P', 'M', 'R']),
})

const optionalText = Maybe(Text({ max: longestTexts.legalDocuments, example: 'https://example.org/about' }))

/** What `guichet tenant set` sets too; it counts from the next booking on. */
const settings = {
  language: EnumIn(languages),
  time_zone: MachineText({ max: 60, example: 'Europe/Paris' }),
  currency: MachineText({ max: 3, example: 'EUR' }),
  online_hold_minutes: IntegerIn({ min: 1, max: mostOnlineHoldMinutes, example: 15 }),
  email_hold_hours: IntegerIn({ min: 1, max: mostEmailHoldHours, example: 24 }),
  cancellation_hours: Maybe(IntegerIn({ min: 0, max: mostCancellationHours, example: 48 })),
  offer_hours: IntegerIn({ min: 1, max: mostOfferHours, example: 12 }),
  transfers: BooleanIn,
  accent_color: MachineText({ max: 7, example: '#2b3fd6' }),
}

const PlaceChange = Type.Partial(
  Type.Object({
    ...described,
    ...located,
    img_url: Maybe(UrlIn),
    logo_url: Maybe(UrlIn),
    map_img: Maybe(UrlIn),
    carte_restaurant: Maybe(UrlIn),
    legal_documents: optionalText,
    twitter: optionalText,
    facebook: optionalText,
    instagram: optionalText,
    adhesion_obligatoire: BooleanIn,
    button_adhesion: BooleanIn,
    ...settings,
  }),
)

const openOnMeta: Access = { kind: 'public', onlyOn: 'meta' }

/** Interface, "Tenants": the directory of a Meta. On every other host these addresses do not exist. */
export function registerPlaces(app: FastifyInstance, context: Context): void {
  const tag = 'Places'
  const present = (tenant: Tenant) => presentPlace(tenant, context.urls.base(tenant.host))

  route(app, {
    method: 'GET',
    url: '/api/place/',
    access: openOnMeta,
    tag,
    summary: 'List the organisations of this Meta',
    description:
      'The first Meta lists every other organisation of the server, another one those of its federation.',
    query: Type.Object(PageQuery),
    response: { 200: Type.Array(PlaceOut) },
    handler: ({ tenant, query, request, reply }) =>
      answerList<Tenant, typeof PlaceOut, string>(
        { query, request, reply },
        {
          item: PlaceOut,
          present,
          keys: byId,
          next: (after, limit) =>
            context.database.asServer((tx) => listTenantsOf(tx, tenant, { after, limit })),
        },
      ),
  })

  route(app, {
    method: 'GET',
    url: '/api/place/:uuid/',
    access: openOnMeta,
    tag,
    summary: 'Read one organisation',
    params: UuidParams,
    response: { 200: PlaceOut },
    handler: async ({ tenant, params }) => present(await getPlace(context, tenant, params.uuid)),
  })

  route(app, {
    method: 'POST',
    url: '/api/place/',
    access: { kind: 'create_tenants' },
    tag,
    summary: 'Create an organisation',
    description:
      'Takes a key of this Meta with `place:write`, of a user with the right to create organisations. The e-mail becomes the first administrator and receives a sign-in link.',
    body: PlaceCreation,
    response: { 201: PlaceOut },
    handler: async ({ tenant, body }) => {
      if (body.categorie === 'R') throw new AppError('root_exists')
      const id = newId()
      const { organisation } = body
      const category = categoryOfLetter[body.categorie]
      await context.database.asServer((tx) => requireFreeSlug(tx, slugFor(id, { organisation, category })))
      const created = await createTenant(context, {
        id,
        organisation,
        category,
        email: body.email,
        shortDescription: body.short_description,
        longDescription: body.long_description,
        address: body.adress ?? null,
        postalCode: body.postal_code,
        city: body.city ?? null,
        phone: body.phone,
        website: body.site_web,
        createdOn: tenant,
        ...(await takeImages(context, id, body)),
      })
      return present(created)
    },
  })

  route(app, {
    method: 'PATCH',
    url: '/api/place/:uuid/',
    access: { kind: 'known', onlyOn: 'meta' },
    tag,
    summary: 'Change an organisation',
    description:
      'Takes a key of this Meta with `place:write`, or an administrator of that organisation signed in on this Meta. The currency stays once there are prices or payments: `in_use`.',
    params: UuidParams,
    body: PlaceChange,
    response: { 200: PlaceOut },
    handler: async ({ tenant, actor, params, body }) => {
      const place = await getPlace(context, tenant, params.uuid)
      await requireEditor(context, actor, place)
      return present(
        await updateTenant(
          context,
          actor,
          place.id,
          defined({
            organisation: body.organisation,
            shortDescription: body.short_description,
            longDescription: body.long_description,
            address: body.adress,
            postalCode: body.postal_code,
            city: body.city,
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
            ...(await takeImages(context, place.id, body)),
          }),
        ),
      )
    },
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
    timeZone: body.time_zone,
    currency,
    onlineHoldSeconds: seconds(body.online_hold_minutes, 60),
    emailHoldSeconds: seconds(body.email_hold_hours, 3600),
    cancellationHours: body.cancellation_hours,
    waitingOfferSeconds: seconds(body.offer_hours, 3600),
    transfersAllowed: body.transfers,
    accentColor,
  })
}

/** @throws AppError not_found for whatever this Meta does not list */
async function getPlace(context: Pick<Context, 'database'>, meta: Tenant, id: string): Promise<Tenant> {
  const place = await context.database.asServer((tx) => findTenantOf(tx, meta, id))
  if (!place) throw new AppError('not_found')
  return place
}

/** @throws AppError permission_denied */
async function requireEditor(context: Pick<Context, 'database'>, actor: Actor, place: Tenant): Promise<void> {
  // Root is administered at home, whatever a key of a Meta may.
  if (place.category === 'root') throw new AppError('permission_denied')
  if (may(actor, 'place:write')) return
  if (actor.kind === 'account') {
    const { accountId } = actor
    const role = await context.database.asTenant(place.id, (tx) => findRole(tx, accountId))
    if (role !== null && roleMay(role, 'place:write')) return
  }
  throw new AppError('permission_denied')
}

type ImageFields = {
  readonly img_url?: string | null
  readonly logo_url?: string | null
  readonly map_img?: string | null
  readonly carte_restaurant?: string | null
}

/**
 * Fetches and stores what the fields name, before any transaction, since it is slow. Undefined fields stay as they are,
 * null ones are emptied.
 *
 * @throws AppError validation_failed naming each field that is no acceptable image
 */
async function takeImages(context: Pick<Context, 'images'>, tenantId: string, body: ImageFields) {
  const problems: Record<string, readonly FieldProblem[]> = {}
  const take = async (field: keyof ImageFields, kind: 'image' | 'logo') => {
    const url = body[field]
    if (url === undefined || url === null) return url
    try {
      return await context.images.fromUrl(tenantId, url, kind)
    } catch (error) {
      if (!(error instanceof ImageRefusedError)) throw error
      problems[field] = [`image_${error.reason}`]
      return undefined
    }
  }
  const [imageKey, logoKey, mapImageKey, menuImageKey] = await Promise.all([
    take('img_url', 'image'),
    take('logo_url', 'logo'),
    take('map_img', 'image'),
    take('carte_restaurant', 'image'),
  ])
  if (Object.keys(problems).length > 0) throw new AppError('validation_failed', { fields: problems })
  return defined({ imageKey, logoKey, mapImageKey, menuImageKey })
}
