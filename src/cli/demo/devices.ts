import type { Context } from '../../context.ts'
import { theServer } from '../../features/account/actor.ts'
import { archiveDevice } from '../../features/device/archive-device.ts'
import { createDevice } from '../../features/device/create-device.ts'
import type { PairingOffer } from '../../features/device/pairing-token.ts'
import type { DeviceRole } from '../../features/device/device-settings.ts'
import type { KnownDevice } from '../../features/device/device-keys.ts'
import { pairDevice } from '../../features/device/pair-device.ts'
import { reissuePairingToken } from '../../features/device/reissue-pairing-token.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { listDevices } from './demo.queries.ts'
import type { DemoOrganisation } from './organisation.ts'

export type DemoDevices = {
  /** The phone that has scanned what is scanned. */
  readonly door: KnownDevice
  /** A device that nobody has paired yet, and a supervisor's, each with a new address each time. */
  readonly offer: PairingOffer
  readonly supervisor: PairingOffer
}

/** Makes paired, waiting and archived devices; one that was paired by the person who tries the demonstration stays theirs. */
export async function installDevices(
  context: Context,
  tenant: Tenant,
  { devices: plan }: DemoOrganisation,
): Promise<DemoDevices> {
  const known = await listAll(context, tenant)
  const isMissing = (name: string) => !known.some((device) => device.name === name)
  for (const name of plan.paired.filter(isMissing)) await makePaired(context, tenant, name)
  if (isMissing(plan.archived))
    await archiveDevice(context, tenant, theServer, await makePaired(context, tenant, plan.archived))
  const offered = async (name: string, role: DeviceRole) => {
    const waiting = known.find(
      (device) => device.name === name && device.claimedAt === null && device.archivedAt === null,
    )
    return waiting
      ? reissuePairingToken(context, tenant, theServer, waiting.id)
      : createDevice(context, tenant, theServer, { name, role })
  }
  const offer = await offered(plan.waiting, 'steward')
  const supervisor = await offered(plan.supervisor, 'supervisor')
  const door = (await listAll(context, tenant)).find((device) => device.name === plan.paired[0])
  if (!door?.keyPrefix) throw new Error('the door of the demonstration has no device')
  return { door: { ...door, keyPrefix: door.keyPrefix }, offer, supervisor }
}

function listAll(context: Context, tenant: Tenant) {
  return context.database.asTenant(tenant.id, listDevices)
}

async function makePaired(context: Context, tenant: Tenant, name: string): Promise<string> {
  const { token } = await createDevice(context, tenant, theServer, { name })
  return (await pairDevice(context, tenant, token)).id
}
