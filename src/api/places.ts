import type { Static } from 'typebox'
import type { Context } from '../context.ts'
import { AppError, orNotFound } from '../errors.ts'
import { findRole } from '../features/account/account.queries.ts'
import { type Actor, may } from '../features/account/actor.ts'
import { makeKey } from '../features/account/api-key.ts'
import { listPasskeys } from '../features/account/passkey.queries.ts'
import { roleMay } from '../features/account/role.ts'
import { updateTenantWithTimes } from '../features/event-notice/change-time-zone.ts'
import { checkAddresses } from '../features/team/bind-api-key.ts'
import { requireToCome } from '../features/team/create-api-key.ts'
import { requireFreeSlug, slugFor } from '../features/tenant/create-tenant.ts'
import { createWithPictures } from '../features/tenant/create-with-pictures.ts'
import { type FirstKey, type ShownKey, showFirstKeyAgain } from '../features/tenant/first-key.ts'
import { requireBothCoordinates } from '../features/tenant/coordinates.ts'
import { requireSafeLinks } from '../features/tenant/update-tenant.ts'
import { countTenantsOf, findTenantOf, listTenantsOf } from '../features/tenant/tenant.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { rpIdAt } from '../http/plugins/access.ts'
import { type Access, strangersBodyBytes } from '../http/route.ts'
import type { Call } from '../http/section.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import { collection } from './collection.ts'
import { byId, listOffer } from './list-offer.ts'
import {
  type FirstKeyIn,
  PlaceChange,
  PlaceCreation,
  readPlaceChange,
  takeImages,
  withoutNulls,
} from './place-change.ts'
import { categoryOfLetter, madePlace, place, presentFirstKey, settings } from './place-wire.ts'

const openOnMeta: Access = { kind: 'public', onlyOn: 'meta' }

const places = collection({
  tag: 'Places',
  url: '/api/place/',
  access: openOnMeta,
  ...place,
  read: async (id, { context, tenant }) => {
    const found = await getPlace(context, tenant, id)
    if (found.approval !== 'approved') throw new AppError('not_found')
    return found
  },
})

/** The directory of a Meta (docs/interface/tenants.md, "Places"). On every other host these addresses do not exist. */
export const registerPlaces = places.register

places.list({
  summary: 'List the organisations of this Meta',
  description:
    'The first Meta lists every other organisation of the server, another one those of its federation; without sandboxes.',
  offer: listOffer({ sorts: { created: byId } }),
  rows: (page, { context, tenant }) =>
    context.database.asServer((tx) => listTenantsOf(tx, tenant, { ...page, shown: true })),
  count: (narrowing, { context, tenant }) =>
    context.database.asServer((tx) => countTenantsOf(tx, tenant, { ...narrowing, shown: true })),
})

places.one({ summary: 'Read one organisation' })

places.post('', {
  operationId: 'createPlace',
  refuses: ['slug_taken', 'storage_full', 'root_exists', 'category_rule'],
  madeApart: true,
  madeAt: '/api/place/',
  access: { kind: 'create_tenants' },
  summary: 'Create an organisation',
  description:
    'Takes a key of this Meta with `place:write`, of a user with the right to create organisations. The e-mail becomes the first administrator and receives a sign-in link. Whatever a change takes may be said at once. With `sandbox` true it is one to try things in, for ever: its payments are test payments, its visitors get no mail, and no Meta shows it. With `first_key` the organisation has an API key from the start, for programs that set it up: it acts for that administrator, whose mail says so, and is shown in this answer alone. A repeat with the same Idempotency-Key gets another one in its place while nobody has used it, for a day, and after that `key` null.',
  body: PlaceCreation,
  response: { 201: madePlace.out },
  shownOnce: {
    field: 'first_key',
    again: async (id, call) => {
      const again = await keyAgain(id, call)
      return again && presentFirstKey(again)
    },
  },
  handler: async (call) => {
    const { context, tenant, actor, body, language, idOfNew: id } = call
    if (body.categorie === 'R') throw new AppError('root_exists')
    const known = await context.database.asServer((tx) => findTenantOf(tx, tenant, id))
    if (known) return madePlace.present({ ...known, firstKey: await keyAgain(id, call) }, call)
    const { organisation, email, first_key: wanted, sandbox, ...said } = body
    const values = readPlaceChange(withoutNulls({ ...said, organisation, email }))
    requireSafeLinks(values)
    requireBothCoordinates(values)
    const category = categoryOfLetter[body.categorie]
    await context.database.asServer((tx) => requireFreeSlug(tx, slugFor(id, { organisation, category })))
    const firstKey = wanted
      ? { ...readFirstKey(wanted, values.timeZone ?? tenant.timeZone, context.now()), actor }
      : undefined
    const asked = {
      ...values,
      id,
      organisation,
      category,
      email,
      createdOn: tenant,
      sandbox: sandbox ?? false,
      ...defined({ firstKey }),
    }
    const made = await createWithPictures(context, asked, (tenantId, images) =>
      takeImages({ images }, tenantId, body, language),
    )
    return madePlace.present({ ...made, firstKey: firstKey?.key ?? null }, call)
  },
})

/** @throws AppError validation_failed (an end that has passed; an address that is none) */
function readFirstKey(wanted: Static<typeof FirstKeyIn>, timeZone: string, now: Date): Omit<FirstKey, 'actor'> {
  const { name, permissions, expires_at: ends, addresses } = wanted
  const expiresAt = ends == null ? null : instant(ends, timeZone)
  requireToCome(expiresAt, now, 'first_key.')
  return {
    key: makeKey(),
    name,
    // As of any key, what is named twice is granted once.
    permissions: [...new Set(permissions)],
    expiresAt,
    addresses: checkAddresses(addresses ?? [], 'first_key.'),
  }
}

/** The first key of a place that was made before. Null: none was asked for. */
async function keyAgain(id: string, { context, actor, body }: Call<typeof PlaceCreation>): Promise<ShownKey | null> {
  return body.first_key ? showFirstKeyAgain(context, id, actor) : null
}

// Whoever changes it hears what strangers do not, too.
places.patch(':uuid/', {
  operationId: 'changePlace',
  refuses: ['category_rule', 'permission_denied', 'slug_taken', 'storage_full', 'in_use', 'changed_meanwhile'],
  access: { kind: 'known', onlyOn: 'meta' },
  mostBytes: 4 * strangersBodyBytes,
  summary: 'Change an organisation',
  description:
    'Takes a key of this Meta with `place:write`, or an administrator of that organisation signed in on this Meta. The currency stays once there are prices or payments: `in_use`. A new time zone leaves coming events at their moments, unless `keep_hours` is true.',
  body: PlaceChange,
  response: { 200: settings.out },
  atLabel: true,
  handler: async ({ context, id, tenant, actor, body, language, request }) => {
    const found = await getPlace(context, tenant, id)
    await requireEditor(context, actor, found, rpIdAt(context, request))
    const values = { ...readPlaceChange(body), ...(await takeImages(context, found.id, body, language)) }
    const times = { keepHours: body.keep_hours ?? false }
    return settings.present(await updateTenantWithTimes(context, actor, found.id, values, times), { context })
  },
})

/** @throws AppError not_found for whatever this Meta does not list */
async function getPlace(context: Pick<Context, 'database'>, meta: Tenant, id: string): Promise<Tenant> {
  return orNotFound(await context.database.asServer((tx) => findTenantOf(tx, meta, id)))
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
