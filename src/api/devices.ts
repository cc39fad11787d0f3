import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError, fieldError } from '../errors.ts'
import { type Actor, requirePermission } from '../features/account/actor.ts'
import { archiveDevice } from '../features/device/archive-device.ts'
import { changeDevice } from '../features/device/change-device.ts'
import { createDevices, listMade, type PairingOffer } from '../features/device/create-device.ts'
import { getDevice, listDevices, listDevicesById } from '../features/device/device.queries.ts'
import type { Device } from '../features/device/device.ts'
import { type DeviceSettings, usualSettings } from '../features/device/device-settings.ts'
import { reissuePairingToken } from '../features/device/reissue-pairing-token.ts'
import { undoScansOfDevice } from '../features/door/undo-scans-of-device.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { newId, repeatableKey } from '../lib/ids.ts'
import { needs, type RouteInput, route } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import { readIdempotencyKey } from './booking-wire.ts'
import {
  DeviceChange,
  DeviceHeaders,
  DeviceIn,
  DeviceOut,
  DeviceSpanIn,
  DeviceSpanOut,
  DevicesIn,
  MadeDeviceOut,
  PairingCodeOut,
  presentCode,
  presentDevice,
  presentMade,
  readDeviceSettings,
} from './device-wire.ts'
import { UuidParams } from '../http/wire/params.ts'

/** The phones at the door, for a script that sets up many of them. Not in the interface (ADR 0190). */
export function registerDevices(app: FastifyInstance, context: Context): void {
  const tag = 'Devices'
  const [reads, writes] = [needs('ticket:read', 'door'), needs('ticket:write', 'door')]

  route(app, {
    method: 'GET',
    url: '/api/devices/',
    access: reads,
    tag,
    summary: 'List scanning devices',
    description:
      'Those that are not archived first, by name. `events` are those it may scan, null: all. No code and no key is ever shown again.',
    response: { 200: Type.Array(DeviceOut) },
    handler: async ({ tenant }) => {
      const devices = await context.database.asTenant(tenant.id, (tx) => listDevices(tx))
      return devices.map((device) => presentDevice(device, context.now()))
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/devices/:uuid/',
    access: reads,
    tag,
    summary: 'Read one scanning device',
    params: UuidParams,
    response: { 200: DeviceOut },
    handler: async ({ tenant, params }) => presentDevice(await readDevice(context, tenant, params.uuid), context.now()),
  })

  route(app, {
    method: 'POST',
    url: '/api/devices/',
    access: writes,
    tag,
    summary: 'Create a scanning device',
    description:
      'The first phone that asks `pairing_url` becomes it; the address is shown in this answer alone. To make a `supervisor`, who sees every ticket, takes `ticket:read` too.',
    headers: DeviceHeaders,
    body: DeviceIn,
    response: { 200: MadeDeviceOut, 201: MadeDeviceOut },
    handler: async (input) => {
      const [made] = await makeDevices(context, input, [input.body.name])
      if (!made) throw new Error('a device was asked for and none made')
      return made
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/devices/batch/',
    access: writes,
    tag,
    summary: 'Create many scanning devices',
    description:
      'One for each of `names`, all of them or none, which differ in nothing else. Otherwise as to create one.',
    headers: DeviceHeaders,
    body: DevicesIn,
    response: { 200: Type.Array(MadeDeviceOut), 201: Type.Array(MadeDeviceOut) },
    handler: (input) => makeDevices(context, input, input.body.names),
  })

  route(app, {
    method: 'PATCH',
    url: '/api/devices/:uuid/',
    access: writes,
    tag,
    summary: 'Change a scanning device',
    description:
      'Changes the fields that are sent, from its next call on. `ends_at` null: without end; `events` null: all. One whose time is over goes on with the key it has when it is given a later end. One that is archived is not found.',
    params: UuidParams,
    body: DeviceChange,
    response: { 200: DeviceOut },
    handler: async ({ tenant, actor, params, body }) => {
      const change = readDeviceSettings(body, tenant.timeZone)
      requireOverRole(actor, change.role)
      await changeDevice(context, tenant, actor, params.uuid, { ...change, ...defined({ name: body.name }) })
      return presentDevice(await readDevice(context, tenant, params.uuid), context.now())
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/devices/:uuid/pairing-code/',
    access: writes,
    tag,
    summary: 'Issue a new pairing code',
    description:
      'For another phone, or one that lost its key: the former code and key stop working at once. The address is shown in this answer alone. Refused with 403 `device_archived` once its time is over.',
    params: UuidParams,
    response: { 201: PairingCodeOut },
    handler: async ({ tenant, actor, params }) => {
      const { role } = await readDevice(context, tenant, params.uuid)
      requireOverRole(actor, role)
      return presentCode(await reissuePairingToken(context, tenant, actor, params.uuid))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/devices/:uuid/archive/',
    access: writes,
    tag,
    summary: 'Archive a scanning device',
    description: 'Its next call is refused, in every process. It does not come back; a repeat changes nothing.',
    params: UuidParams,
    response: { 200: DeviceOut },
    handler: async ({ tenant, actor, params }) => {
      await archiveDevice(context, tenant, actor, params.uuid)
      return presentDevice(await readDevice(context, tenant, params.uuid), context.now())
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/devices/:uuid/undo/',
    access: writes,
    tag,
    summary: 'Undo the scans of a device within a span',
    description:
      'Somebody else had its key, or it stood at the wrong door. All scans of the device between the two moments, the second one left out, are undone at once: the tickets can be scanned again, and nobody is counted as inside by them. Tickets of cancelled bookings stay as they are. A repeat undoes nothing more.',
    params: UuidParams,
    body: DeviceSpanIn,
    response: { 200: DeviceSpanOut },
    handler: async ({ tenant, actor, params, body }) => {
      const [from, until] = [instant(body.from, tenant.timeZone), instant(body.until, tenant.timeZone)]
      if (from >= until) throw fieldError('until', 'span_ends_before_start')
      const deviceId = params.uuid
      return { undone: await undoScansOfDevice(context, tenant, actor, { deviceId, from, until }) }
    },
  })
}

/** A supervisor's key opens every ticket: nobody gets one who could not read them. @throws AppError permission_denied */
function requireOverRole(actor: Actor, role: string | undefined): void {
  if (role === 'supervisor') requirePermission(actor, 'ticket:read')
}

/** @throws AppError as `createDevices`, but idempotency_conflict */
async function makeDevices(
  context: Context,
  {
    tenant,
    actor,
    body,
    request,
    reply,
  }: Pick<
    RouteInput<typeof DeviceIn | typeof DevicesIn, undefined, undefined>,
    'tenant' | 'actor' | 'body' | 'request' | 'reply'
  >,
  names: readonly string[],
): Promise<Static<typeof MadeDeviceOut>[]> {
  const asked = readIdempotencyKey(request.headers['idempotency-key'])
  const key = asked === null ? newId() : repeatableKey(asked)
  const settings: Omit<DeviceSettings, 'name'> = { ...usualSettings, ...readDeviceSettings(body, tenant.timeZone) }
  requireOverRole(actor, settings.role)
  const offers = await createDevices(context, tenant, actor, { key, names, settings }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'idempotency_conflict') throw error
    return null
  })
  if (offers === null) {
    // Their codes were shown in the answer of the first request.
    const made = await listMade(context, tenant, key)
    return made.map((device) => presentMade(device, null, context.now()))
  }
  reply.code(201)
  const devices = await context.database.asTenant(tenant.id, (tx) =>
    listDevicesById(
      tx,
      offers.map(({ deviceId }) => deviceId),
    ),
  )
  return inOrder(offers, devices).map(([offer, device]) => presentMade(device, offer, context.now()))
}

function inOrder(
  offers: readonly PairingOffer[],
  devices: readonly Device[],
): readonly (readonly [PairingOffer, Device])[] {
  return offers.flatMap((offer) => {
    const device = devices.find(({ id }) => id === offer.deviceId)
    return device ? [[offer, device] as const] : []
  })
}

/** @throws AppError not_found */
async function readDevice({ database }: Pick<Context, 'database'>, tenant: Tenant, id: string): Promise<Device> {
  const device = await database.asTenant(tenant.id, (tx) => getDevice(tx, id))
  return device
}
