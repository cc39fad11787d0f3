import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError, orNotFound } from '../errors.ts'
import { findRole } from '../features/account/account.queries.ts'
import { type Actor, may } from '../features/account/actor.ts'
import { listPasskeys } from '../features/account/passkey.queries.ts'
import { roleMay } from '../features/account/role.ts'
import { updateTenantWithTimes } from '../features/event-notice/change-time-zone.ts'
import { requireFreeSlug, slugFor } from '../features/tenant/create-tenant.ts'
import { createWithPictures } from '../features/tenant/create-with-pictures.ts'
import { findTenantOf, listTenantsOf } from '../features/tenant/tenant.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { newId } from '../lib/ids.ts'
import { rpIdAt } from '../http/plugins/access.ts'
import { type Access, route, strangersBodyBytes } from '../http/route.ts'
import { EnumIn, PageQuery, UrlIn } from '../http/wire/schemas.ts'
import { answerList, byId } from './answer-list.ts'
import { UuidParams } from '../http/wire/params.ts'
import { described, located, PlaceChange, readPlaceChange, takeImages } from './place-change.ts'
import { categoryOfLetter, PlaceOut, presentPlace } from './place-wire.ts'

const PlaceCreation = Type.Object({
  ...described,
  ...located,
  img_url: UrlIn,
  logo_url: UrlIn,
  categorie: EnumIn(['S', 'F', 'A', 'P', 'M', 'R']),
})

const openOnMeta: Access = { kind: 'public', onlyOn: 'meta' }

/** The directory of a Meta (docs/interface/tenants.md, "Places"). On every other host these addresses do not exist. */
export function registerPlaces(app: FastifyInstance, context: Context): void {
  const tag = 'Places'
  const present = (tenant: Tenant) => presentPlace(tenant, context.urls.base(tenant.host))

  route(app, {
    method: 'GET',
    url: '/api/place/',
    access: openOnMeta,
    tag,
    summary: 'List the organisations of this Meta',
    description: 'The first Meta lists every other organisation of the server, another one those of its federation.',
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
            context.database.asServer((tx) => listTenantsOf(tx, tenant, { after, limit, shown: true })),
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
    handler: async ({ tenant, params }) => {
      const place = await getPlace(context, tenant, params.uuid)
      if (place.approval !== 'approved') throw new AppError('not_found')
      return present(place)
    },
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
    handler: async ({ tenant, body, language }) => {
      if (body.categorie === 'R') throw new AppError('root_exists')
      const id = newId()
      const { organisation } = body
      const category = categoryOfLetter[body.categorie]
      await context.database.asServer((tx) => requireFreeSlug(tx, slugFor(id, { organisation, category })))
      const asked = {
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
      }
      return present(
        await createWithPictures(context, asked, (tenantId) => takeImages(context, tenantId, body, language)),
      )
    },
  })

  route(app, {
    method: 'PATCH',
    url: '/api/place/:uuid/',
    access: { kind: 'known', onlyOn: 'meta' },
    mostBytes: 4 * strangersBodyBytes,
    tag,
    summary: 'Change an organisation',
    description:
      'Takes a key of this Meta with `place:write`, or an administrator of that organisation signed in on this Meta. The currency stays once there are prices or payments: `in_use`. A new time zone leaves coming events at their moments, unless `keep_hours` is true.',
    params: UuidParams,
    body: PlaceChange,
    response: { 200: PlaceOut },
    atLabel: true,
    handler: async ({ tenant, actor, params, body, language, request }) => {
      const place = await getPlace(context, tenant, params.uuid)
      await requireEditor(context, actor, place, rpIdAt(context, request))
      return present(
        await updateTenantWithTimes(
          context,
          actor,
          place.id,
          { ...readPlaceChange(body), ...(await takeImages(context, place.id, body, language)) },
          { keepHours: body.keep_hours ?? false },
        ),
      )
    },
  })
}

/** @throws AppError not_found for whatever this Meta does not list */
async function getPlace(context: Pick<Context, 'database'>, meta: Tenant, id: string): Promise<Tenant> {
  const place = orNotFound(await context.database.asServer((tx) => findTenantOf(tx, meta, id)))
  return place
}

/**
 * A role for which the organisation wants a passkey takes one here as there. Whoever has one has shown it, or their session would
 * wait (ADR 0240).
 *
 * @throws AppError permission_denied
 */
async function requireEditor(
  context: Pick<Context, 'database'>,
  actor: Actor,
  place: Tenant,
  rpId: string,
): Promise<void> {
  // Root is administered at home, whatever a key of a Meta may.
  if (place.category === 'root') throw new AppError('permission_denied')
  if (may(actor, 'place:write')) return
  if (actor.kind === 'account') {
    const { accountId } = actor
    const role = await context.database.asTenant(place.id, (tx) => findRole(tx, accountId))
    if (role !== null && roleMay(role, 'place:write')) {
      if (!place.passkeyRoles.includes(role)) return
      const passkeys = await context.database.asServer((tx) => listPasskeys(tx, accountId))
      if (passkeys.some((passkey) => passkey.rpId === rpId)) return
      throw new AppError('permission_denied', { detail: 'passkey_awaited' })
    }
  }
  throw new AppError('permission_denied')
}
