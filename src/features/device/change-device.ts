import { AppError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { columnsOf, lockDevice, requireEvents, updateDevice } from './device.queries.ts'
import type { Device } from './device.ts'
import { type DeviceSettings, loggedSettings, requireEndAhead, sameEvents, settingsOf } from './device-settings.ts'
import { insertPastEvents } from './past-events.queries.ts'

/**
 * Changes what a device is for, from its next call on, in every process. One whose time is over can so go on with the key it
 * has. To end it at once is to archive it.
 *
 * @param seen what the person who changes it saw; null: they saw only what they change
 * @throws AppError not_found (an archived one too), changed_meanwhile, validation_failed (an end that has passed, an event that
 *   is none)
 */
export async function changeDevice(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  deviceId: string,
  change: Partial<DeviceSettings>,
  seen: string | null = null,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const device = await lockDevice(tx, deviceId)
    if (!device || device.archivedAt !== null) throw new AppError('not_found')
    const former = settingsOf(device)
    if (seen !== null && seen !== deviceVersion(device)) throw new AppError('changed_meanwhile')
    const settings = { ...former, ...change }
    requireEndAhead(settings.endsAt, former.endsAt, deps.now())
    await requireEvents(tx, settings.eventIds)
    const now = deps.now()
    if (!sameEvents(former.eventIds, settings.eventIds)) await insertPastEvents(tx, device, now)
    await updateDevice(tx, deviceId, columnsOf(settings))
    const [before, after] = [loggedSettings(former), loggedSettings(settings)]
    await recordChange(tx, actor, now, 'device.changed', deviceId, { before, after })
    await deps.notifyChange(tx, 'device', tenant.id)
  })
}

/** What a form shows of a device; it changes when somebody else saves. */
export function deviceVersion(device: Device): string {
  return versionOf(settingsOf(device))
}
