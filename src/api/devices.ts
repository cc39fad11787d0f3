import { type Static, Type } from 'typebox'
import { AppError, fieldError } from '../errors.ts'
import { type Actor, requirePermission } from '../features/account/actor.ts'
import type { Device } from '../features/device/device.ts'
import { archiveDevice } from '../features/device/archive-device.ts'
import { changeDevice } from '../features/device/change-device.ts'
import { createDevices, listMade } from '../features/device/create-device.ts'
import { getDevice, listDevices, listDevicesById } from '../features/device/device.queries.ts'
import { type DeviceSettings, usualSettings } from '../features/device/device-settings.ts'
import { reissuePairingToken } from '../features/device/reissue-pairing-token.ts'
import { undoScansOfDevice } from '../features/door/undo-scans-of-device.ts'
import { newId, repeatableKey } from '../lib/ids.ts'
import { needs } from '../http/route.ts'
import type { Call } from '../http/section.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import { chooseWhole } from './answer-list.ts'
import { collection } from './collection.ts'
import { byId, byText, listOffer } from './list-offer.ts'
import { readIdempotencyKey } from '../http/repeat-wire.ts'
import {
  DeviceChange,
  DeviceHeaders,
  DeviceIn,
  DeviceSpanIn,
  DeviceSpanOut,
  DevicesIn,
  device,
  madeDevice,
  pairingCode,
  readDeviceSettings,
} from './device-wire.ts'

const devices = collection({
  tag: 'Devices',
  url: '/api/devices/',
  access: needs('ticket:read', 'door'),
  writes: needs('ticket:write', 'door'),
  ...device,
  read: (id, { inTenant }) => inTenant((tx) => getDevice(tx, id)),
})

/** The phones at the door, for a script that sets up many of them. Not in the interface (ADR 0190). */
export const registerDevices = devices.register

type Listed = Pick<Device, 'id' | 'name' | 'archivedAt'>

const archivedLast = byText(({ name, archivedAt }: Listed) => `${archivedAt === null ? 'a' : 'b'} ${name}`)

const offer = listOffer({
  sorts: { created: byId, name: byText(({ name }: Listed) => name) },
  usual: { ...archivedLast, fromText: (text) => (/^[ab] /.test(text) ? archivedLast.fromText(text) : null) },
})

devices.get('', {
  operationId: 'listDevices',
  summary: 'List scanning devices',
  description:
    'Those that are not archived first, by name. `events` are those it may scan, null: all. No code and no key is ever shown again.',
  query: offer.query,
  response: { 200: Type.Array(device.out) },
  handler: (call) =>
    devices.answerAll(call, async () => {
      const all = await call.inTenant(listDevices)
      return chooseWhole(call, offer, all, { changes: ({ updatedAt }) => [updatedAt] })
    }),
})

devices.one({ summary: 'Read one scanning device' })

devices.post('', {
  operationId: 'createDevice',
  summary: 'Create a scanning device',
  description:
    'The first phone that asks `pairing_url` becomes it; the address is shown in this answer alone. To make a `supervisor`, who sees every ticket, takes `ticket:read` too.',
  madeAt: '/api/devices/',
  headers: DeviceHeaders,
  body: DeviceIn,
  response: { 200: madeDevice.out, 201: madeDevice.out },
  handler: async (call) => {
    const [made] = await makeDevices(call, [call.body.name])
    if (!made) throw new Error('a device was asked for and none made')
    return made
  },
})

devices.post('batch/', {
  operationId: 'createManyDevices',
  summary: 'Create many scanning devices',
  description:
    'One for each of `names`, all of them or none, which differ in nothing else. Otherwise as to create one.',
  headers: DeviceHeaders,
  body: DevicesIn,
  response: { 200: Type.Array(madeDevice.out), 201: Type.Array(madeDevice.out) },
  handler: (call) => makeDevices(call, call.body.names),
})

devices.change({
  refuses: ['changed_meanwhile'],
  summary: 'Change a scanning device',
  description:
    'Changes the fields that are sent, from its next call on. `ends_at` null: without end; `events` null: all. One whose time is over goes on with the key it has when it is given a later end. One that is archived is not found.',
  body: DeviceChange,
  work: async ({ context, id, tenant, actor, body }) => {
    const change = readDeviceSettings(body, tenant.timeZone)
    requireOverRole(actor, change.role)
    await changeDevice(context, tenant, actor, id, { ...change, ...defined({ name: body.name }) })
  },
})

devices.post(':uuid/pairing-code/', {
  operationId: 'issuePairingCode',
  madeAt: '/api/devices/:uuid/',
  refuses: ['device_archived', 'changed_meanwhile'],
  keepsAnswer: false,
  summary: 'Issue a new pairing code',
  description:
    'For another phone, or one that lost its key: the former code and key stop working at once. The address is shown in this answer alone. Refused with 403 `device_archived` once its time is over.',
  response: { 201: pairingCode.out },
  handler: async ({ context, inTenant, id, tenant, actor }) => {
    const { role } = await inTenant((tx) => getDevice(tx, id))
    requireOverRole(actor, role)
    return pairingCode.present(await reissuePairingToken(context, tenant, actor, id))
  },
})

devices.act(':uuid/archive/', {
  operationId: 'archiveDevice',
  summary: 'Archive a scanning device',
  description: 'Its next call is refused, in every process. It does not come back; a repeat changes nothing.',
  work: ({ context, id, tenant, actor }) => archiveDevice(context, tenant, actor, id),
})

devices.post(':uuid/undo/', {
  operationId: 'undoDeviceScans',
  summary: 'Undo the scans of a device within a span',
  description:
    'Somebody else had its key, or it stood at the wrong door. All scans of the device between the two moments, the second one left out, are undone at once: the tickets can be scanned again, and nobody is counted as inside by them. Tickets of cancelled bookings stay as they are. A repeat undoes nothing more.',
  body: DeviceSpanIn,
  response: { 200: DeviceSpanOut },
  handler: async ({ context, id, tenant, actor, body }) => {
    const [from, until] = [instant(body.from, tenant.timeZone), instant(body.until, tenant.timeZone)]
    if (from >= until) throw fieldError('until', 'span_ends_before_start')
    return { undone: await undoScansOfDevice(context, tenant, actor, { deviceId: id, from, until }) }
  },
})

/** A supervisor's key opens every ticket: nobody gets one who could not read them. @throws AppError permission_denied */
function requireOverRole(actor: Actor, role: string | undefined): void {
  if (role === 'supervisor') requirePermission(actor, 'ticket:read')
}

/** @throws AppError as `createDevices`, but idempotency_conflict */
async function makeDevices(
  { context, inTenant, tenant, actor, body, request, reply }: Call<typeof DeviceIn | typeof DevicesIn>,
  names: readonly string[],
): Promise<Static<typeof madeDevice.out>[]> {
  const asked = readIdempotencyKey(request)
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
    return made.map((known) => madeDevice.present({ ...known, offer: null }, { context }))
  }
  reply.code(201)
  const ids = offers.map(({ deviceId }) => deviceId)
  const made = await inTenant((tx) => listDevicesById(tx, ids))
  return offers.flatMap((offer) => {
    const one = made.find(({ id }) => id === offer.deviceId)
    return one ? [madeDevice.present({ ...one, offer }, { context })] : []
  })
}
