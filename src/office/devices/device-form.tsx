import type { Static, TObject } from 'typebox'
import type { Context } from '../../context.ts'
import { listDevices, listEventChoices } from '../../features/device/device.queries.ts'
import { isRetired } from '../../features/device/device.ts'
import type { NameProblem } from '../../features/device/device-names.ts'
import {
  type DeviceSettings,
  deviceRoles,
  longestDeviceName,
  mostDeviceEvents,
} from '../../features/device/device-settings.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { listCurrentEventIds } from '../../features/ticket/ticket.queries.ts'
import type { Language } from '../../lib/language.ts'
import { currentDay, formatLocal, parseDateTime } from '../../lib/time.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { ArrayIn, EnumIn, Maybe, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import type { Checked } from '../kit/edit-page.ts'
import { DeviceEvents, type Offered } from './device-events.tsx'
import { useTexts } from '../../pages/reader.ts'

/** Fields of every form of a device about what it is for. */
export const deviceFields = {
  gate: Maybe(TypedText({ max: longestDeviceName })),
  role: EnumIn(deviceRoles),
  ends_at: Maybe(TypedText({ max: 40 })),
  events: Maybe(ArrayIn(UuidIn, { min: 1, max: mostDeviceEvents })),
  /** Set if the device scans every event of tonight, beside those that are ticked. */
  tonight: Maybe(TypedText({ max: 1 })),
}

type DeviceFields = Static<TObject<typeof deviceFields>>

/** What was typed about a device, so that nobody types it twice. */
export type FilledDevice = {
  readonly gate: string
  readonly role: DeviceSettings['role']
  readonly endsAt: string
  readonly eventIds: readonly string[]
  /** Whether every event of tonight was ticked alone, and there is none: that is not every event there is. */
  readonly noneTonight: boolean
}

export const emptyDevice: FilledDevice = { gate: '', role: 'steward', endsAt: '', eventIds: [], noneTonight: false }

export function filledOf(settings: DeviceSettings, timeZone: string): FilledDevice {
  const { gate, role, endsAt, eventIds } = settings
  return { gate, role, endsAt: endText(endsAt, timeZone), eventIds: eventIds ?? [], noneTonight: false }
}

/** @param tonight the events of the current day */
export function readFilled(body: DeviceFields, tonight: readonly string[]): FilledDevice {
  const { gate, role, ends_at: endsAt, events: ticked } = body
  const eventIds = [...new Set([...(ticked ?? []), ...(body.tonight === undefined ? [] : tonight)])]
  const noneTonight = body.tonight !== undefined && eventIds.length === 0
  return { gate: gate ?? '', role, endsAt: endsAt ?? '', eventIds, noneTonight }
}

type About = { readonly tenant: Tenant; readonly former: Date | null; readonly now: Date; readonly language: Language }

/** Reads what the form means. An end that was left as it was shown stays exactly the same, seconds included. */
export function understood(
  { gate, role, endsAt: typedEnd, eventIds, noneTonight }: FilledDevice,
  { tenant, former, now, language }: About,
): Checked<Omit<DeviceSettings, 'name'>> {
  const words = deviceTexts[language]
  const untouched = typedEnd === endText(former, tenant.timeZone)
  const endsAt = untouched ? former : parseDateTime(typedEnd, tenant.timeZone)
  const ends = [
    ...(!untouched && typedEnd !== '' && endsAt === null ? [words.noDate] : []),
    ...(!untouched && endsAt !== null && endsAt <= now ? [words.endPassed] : []),
  ].map((detail) => ({ field: 'ends_at', detail }))
  return {
    values: { gate, role, endsAt, eventIds: eventIds.length === 0 ? null : eventIds },
    problems: [...ends, ...(noneTonight ? [{ field: 'events', detail: words.noneTonight }] : [])],
  }
}

export function explainNames(
  problems: readonly NameProblem[],
  language: Language,
  field = 'names',
): readonly FormProblem[] {
  const words = deviceTexts[language]
  const detailOf = (problem: NameProblem) => {
    if (problem.kind === 'long') return words.nameLong({ line: problem.line, most: longestDeviceName })
    if (problem.kind === 'twice') return words.nameTwice({ line: problem.line, earlier: problem.earlier })
    return words.nameTaken({ name: problem.name })
  }
  return problems.map((problem) => ({ field, detail: detailOf(problem) }))
}

/** Lists the names of devices that are neither archived nor past their end. @param but the id of a device that is left out */
export async function listNamesInUse(
  { database, now }: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
  but: string | null = null,
): Promise<readonly string[]> {
  const devices = await database.asTenant(tenant.id, (tx) => listDevices(tx))
  const inUse = devices.filter((device) => device.id !== but && !isRetired(device, now()))
  return inUse.map(({ name }) => name)
}

/** Writes a moment as a browser's field wants it: `2026-05-01T20:30`. */
function endText(endsAt: Date | null, timeZone: string): string {
  return endsAt === null ? '' : formatLocal(endsAt, timeZone).slice(0, 16)
}

/** Lists the ids of the events of the current day. */
export async function listTonightIds({ database, now: clock }: Pick<Context, 'database' | 'now'>, tenant: Tenant) {
  const now = clock()
  return database.asTenant(tenant.id, (tx) => listCurrentEventIds(tx, { ...currentDay(now, tenant.timeZone), now }))
}

/** Lists events that a device may be kept to, and which are tonight's. @param chosen those of the device: leaving one out would end it */
export async function listEventsFor(
  context: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
  chosen: readonly string[],
): Promise<Offered> {
  const now = context.now()
  const { from } = currentDay(now, tenant.timeZone)
  const events = await context.database.asTenant(tenant.id, (tx) =>
    listEventChoices(tx, { from, now, chosen, most: mostDeviceEvents }),
  )
  return { events, tonight: await listTonightIds(context, tenant) }
}

type DeviceFormProps = {
  readonly filled: FilledDevice
  readonly offered: Offered
  readonly problems: readonly FormProblem[]
}

export function DeviceSettingsFields({ filled, offered, problems }: DeviceFormProps) {
  const words = useTexts(deviceTexts)
  const { optional: note } = words
  return (
    <>
      <Field
        id="gate"
        {...{ label: words.gate, note, help: words.gateHelp, problems, value: filled.gate }}
        maxLength={longestDeviceName}
        autocomplete="off"
      />
      <Choice
        id="role"
        {...{ label: words.role, help: words.rolesHelp, problems, value: filled.role }}
        options={deviceRoles.map((role) => [role, words.roles[role]])}
      />
      <Field
        id="ends_at"
        {...{ label: words.ends, note, help: words.endsHelp, problems, value: filled.endsAt }}
        type="datetime-local"
      />
      <DeviceEvents {...{ offered, problems }} chosen={filled.eventIds} />
    </>
  )
}
