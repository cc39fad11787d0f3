import { type Static, Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { type DeviceSettings, deviceRoles } from '../../../features/device/device-settings.ts'
import { type Event, listEvents } from '../../../features/event/event.queries.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import type { Language } from '../../../lib/language.ts'
import { currentDay, formatLocal, parseDateTime } from '../../../lib/time.ts'
import { deviceTexts } from '../../texts/admin/device-texts.ts'
import { ArrayIn, EnumIn, Maybe, TypedText, UuidIn } from '../../wire/schemas.ts'
import { Choice, Field, Ticks } from '../form/field.tsx'
import type { FormProblem } from '../form/problems.tsx'
import { When } from '../format.tsx'

const mostEvents = 100

/** What every form of a device sends about what it is for. */
export const deviceFields = {
  gate: Maybe(TypedText({ max: 200 })),
  role: EnumIn(deviceRoles),
  ends_at: Maybe(TypedText({ max: 40 })),
  events: Maybe(ArrayIn(UuidIn, { min: 1, max: mostEvents })),
}

const DeviceFields = Type.Object(deviceFields)
type DeviceFields = Static<typeof DeviceFields>

/** As it was typed, so that nobody types it twice. */
export type FilledDevice = {
  readonly gate: string
  readonly role: DeviceSettings['role']
  readonly endsAt: string
  readonly eventIds: readonly string[]
}

export const emptyDevice: FilledDevice = { gate: '', role: 'steward', endsAt: '', eventIds: [] }

export function filledOf(settings: DeviceSettings, timeZone: string): FilledDevice {
  const { gate, role, endsAt, eventIds } = settings
  return { gate, role, endsAt: endText(endsAt, timeZone), eventIds: eventIds ?? [] }
}

export function readFilled(body: DeviceFields): FilledDevice {
  return {
    gate: body.gate ?? '',
    role: body.role,
    endsAt: body.ends_at ?? '',
    eventIds: (body.events ?? []).map((id) => id.toLowerCase()),
  }
}

/**
 * What the form means. An end that was left as it was shown stays exactly what it is, seconds included.
 *
 * @returns the problems instead, where something cannot be meant
 */
export function understood(
  filled: FilledDevice,
  about: {
    readonly tenant: Tenant
    readonly former: Date | null
    readonly now: Date
    readonly language: Language
  },
): { readonly settings: Omit<DeviceSettings, 'name'> } | { readonly problems: readonly FormProblem[] } {
  const { tenant, former, now, language } = about
  const words = deviceTexts[language]
  const wrong = (detail: string) => ({ problems: [{ field: 'ends_at', detail }] })
  const untouched = filled.endsAt === endText(former, tenant.timeZone)
  const endsAt = untouched ? former : parseDateTime(filled.endsAt, tenant.timeZone)
  if (!untouched && filled.endsAt !== '' && endsAt === null) return wrong(words.noDate)
  if (!untouched && endsAt !== null && endsAt <= now) return wrong(words.endPassed)
  const { gate, role, eventIds } = filled
  return { settings: { gate, role, endsAt, eventIds: eventIds.length === 0 ? null : eventIds } }
}

/** As a browser's field for a moment wants it: `2026-05-01T20:30`. */
function endText(endsAt: Date | null, timeZone: string): string {
  return endsAt === null ? '' : formatLocal(endsAt, timeZone).slice(0, 16)
}

/** The events a device may be kept to: from today on, and those it is kept to already. */
export async function listEventsFor(
  context: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
): Promise<readonly Event[]> {
  const { from } = currentDay(context.now(), tenant.timeZone)
  return context.database.asTenant(tenant.id, (tx) =>
    listEvents(tx, { publishedOnly: false, from, limit: mostEvents }),
  )
}

type DeviceFormProps = {
  readonly filled: FilledDevice
  readonly events: readonly Event[]
  readonly problems: readonly FormProblem[]
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

export function DeviceSettingsFields({ filled, events, problems, tenant, now, language }: DeviceFormProps) {
  const words = deviceTexts[language]
  return (
    <>
      <Field
        id="gate"
        label={words.gate}
        note={words.optional}
        help={words.gateHelp}
        problems={problems}
        maxLength={200}
        autocomplete="off"
        value={filled.gate}
      />
      <Choice
        id="role"
        label={words.role}
        help={words.rolesHelp}
        value={filled.role}
        options={deviceRoles.map((role) => [role, words.roles[role]])}
      />
      <Field
        id="ends_at"
        label={words.ends}
        note={words.optional}
        help={words.endsHelp}
        type="datetime-local"
        problems={problems}
        value={filled.endsAt}
      />
      {events.length === 0 ? null : (
        <Ticks
          id="events"
          label={words.events}
          help={words.eventsHelp}
          problems={problems}
          chosen={filled.eventIds}
          options={events.map((event) => [
            event.id,
            <>
              {event.name},{' '}
              <When
                at={event.startsAt}
                timeZone={tenant.timeZone}
                now={now}
                language={language}
                withinSentence
              />
            </>,
          ])}
        />
      )}
    </>
  )
}
