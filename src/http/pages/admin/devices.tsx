import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { createDevice } from '../../../features/device/create-device.ts'
import { type ListedDevice, listDevices } from '../../../features/device/device.queries.ts'
import { deviceState, isRetired } from '../../../features/device/device.ts'
import { settingsOf } from '../../../features/device/device-settings.ts'
import { reissuePairingToken } from '../../../features/device/reissue-pairing-token.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { listCurrentEventIds } from '../../../features/ticket/ticket.queries.ts'
import type { Language } from '../../../lib/language.ts'
import { cleanLine } from '../../../lib/text.ts'
import { currentDay } from '../../../lib/time.ts'
import { staff } from '../../route.ts'
import { deviceTexts } from '../../texts/admin/device-texts.ts'
import { ArrayIn, Maybe, TypedLongText, UuidIn } from '../../wire/schemas.ts'
import { LongField } from '../form/field.tsx'
import { type FormProblem, Problems } from '../form/problems.tsx'
import { When } from '../format.tsx'
import { page } from '../page.ts'
import { registerDevicePage } from './device.tsx'
import {
  DeviceSettingsFields,
  deviceFields,
  emptyDevice,
  type FilledDevice,
  listEventsFor,
  readFilled,
  understood,
} from './device-form.tsx'
import { showAdminPage } from './frame.tsx'
import { showPairingSheet } from './pairing-sheet.tsx'
import { DataTable } from './table.tsx'

const mostAtOnce = 50
const longestName = 200

type Answering = { readonly request: FastifyRequest; readonly reply: FastifyReply }
type Filled = FilledDevice & { readonly names: string }

/** The phones at the door: all of them, new ones, and codes to pair them with (interface, "Scanning API"; ADR 0044). */
export function registerDevicePages(app: FastifyInstance, context: Context): void {
  registerDevicePage(app, context)

  page(app, {
    method: 'GET',
    url: '/admin/devices/',
    access: staff('door'),
    summary: 'The scanning devices',
    handler: ({ request, reply }) =>
      showDevices(context, { request, reply }, { ...emptyDevice, names: '' }, []),
  })

  page(app, {
    method: 'POST',
    url: '/admin/devices/',
    access: staff('door'),
    summary: 'Create scanning devices and show their pairing codes',
    forms: true,
    body: Type.Object({
      ...deviceFields,
      names: Maybe(TypedLongText({ max: mostAtOnce * (longestName + 2) })),
    }),
    handler: async ({ tenant, language, actor, body, request, reply }) => {
      const words = deviceTexts[language]
      const filled = { ...readFilled(body), names: body.names ?? '' }
      const names = filled.names.split('\n').flatMap((line) => cleanLine(line).slice(0, longestName) || [])
      const about = { tenant, former: null, now: context.now(), language }
      const meant = understood(filled, about)
      const problems = [
        ...(names.length === 0 ? [{ field: 'names', detail: words.nameMissing }] : []),
        ...(names.length > mostAtOnce ? [{ field: 'names', detail: words.tooMany(mostAtOnce) }] : []),
        ...('problems' in meant ? meant.problems : []),
      ]
      if ('problems' in meant || problems.length > 0) {
        reply.code(400)
        return showDevices(context, { request, reply }, filled, problems)
      }
      const offers = []
      for (const name of names)
        offers.push(await createDevice(context, tenant, actor, { ...meant.settings, name }))
      return showPairingSheet({ request, reply }, offers, context.now())
    },
  })

  page(app, {
    method: 'POST',
    url: '/admin/devices/codes/',
    access: staff('door'),
    summary: 'Issue new pairing codes and show them as a sheet',
    forms: true,
    body: Type.Object({ device: Maybe(ArrayIn(UuidIn, { min: 1, max: 500 })) }),
    handler: async ({ tenant, language, actor, body, request, reply }) => {
      const chosen = [...new Set((body.device ?? []).map((id) => id.toLowerCase()))]
      const offers = []
      for (const id of chosen) {
        // Whoever was archived meanwhile is left out of the sheet; the others get theirs.
        const offer = await reissuePairingToken(context, tenant, actor, id).catch((error: unknown) => {
          if (error instanceof AppError && ['not_found', 'device_archived'].includes(error.code)) return null
          throw error
        })
        if (offer !== null) offers.push(offer)
      }
      if (offers.length > 0) return showPairingSheet({ request, reply }, offers, context.now())
      reply.code(chosen.length === 0 ? 400 : 404)
      const problems = [{ field: 'codes', detail: deviceTexts[language].chooseOne }]
      return showDevices(context, { request, reply }, { ...emptyDevice, names: '' }, problems)
    },
  })
}

async function showDevices(
  context: Context,
  asked: Answering,
  filled: Filled,
  problems: readonly FormProblem[],
): Promise<string> {
  const { tenant, language } = asked.request
  const words = deviceTexts[language]
  const now = context.now()
  const devices = await context.database.asTenant(tenant.id, async (tx) =>
    listDevices(tx, await listCurrentEventIds(tx, { ...currentDay(now, tenant.timeZone), now })),
  )
  const ofList = problems.filter(({ field }) => field === 'codes')
  const ofForm = problems.filter(({ field }) => field !== 'codes')
  return showAdminPage(
    asked,
    { title: words.title, area: 'devices' },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="prose">{words.lead}</p>
      <Problems problems={ofList} title={words.notSaved} />
      {devices.length === 0 ? (
        <p class="empty">{words.nothing}</p>
      ) : (
        <List devices={devices} tenant={tenant} now={now} language={language} />
      )}
      <h2>{words.newTitle}</h2>
      <form method="post" action="/admin/devices/" class="narrow">
        <Problems problems={ofForm} title={words.notCreated} />
        <LongField
          id="names"
          label={words.names}
          help={words.namesHelp}
          problems={ofForm}
          rows={3}
          value={filled.names}
        />
        <details class="plain" open={ofForm.some(({ field }) => field !== 'names')}>
          <summary>{words.more}</summary>
          <div class="stack">
            <DeviceSettingsFields
              filled={filled}
              events={await listEventsFor(context, tenant)}
              problems={ofForm}
              tenant={tenant}
              now={now}
              language={language}
            />
          </div>
        </details>
        <button class="button" type="submit">
          {words.create}
        </button>
      </form>
    </div>,
  )
}

type ListProps = {
  readonly devices: readonly ListedDevice[]
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

function List({ devices, tenant, now, language }: ListProps) {
  const words = deviceTexts[language]
  const { columns } = words
  const when = { timeZone: tenant.timeZone, now, language }
  return (
    <form method="post" action="/admin/devices/codes/" id="codes">
      <DataTable
        label={words.title}
        rows={devices}
        keyOf={({ id }) => id}
        columns={[
          {
            name: columns.name,
            show: (device) => (
              <>
                <a href={`/admin/devices/${device.id}/`}>{device.name}</a>
                <br />
                <span class="muted small">{words.roles[settingsOf(device).role]}</span>
              </>
            ),
          },
          { name: columns.state, show: (device) => words.states[deviceState(device, now)] },
          { name: columns.gate, show: (device) => device.gate || null },
          {
            name: columns.events,
            show: ({ eventIds }) => (eventIds === null ? words.allEvents : words.someEvents(eventIds.length)),
          },
          {
            name: columns.seen,
            show: ({ lastSeenAt }) =>
              lastSeenAt === null ? words.never : <When at={lastSeenAt} {...when} />,
          },
          { name: columns.tonight, figures: true, show: ({ admitted }) => admitted },
          {
            name: columns.choose,
            show: (device) =>
              isRetired(device, now) ? null : (
                <input
                  type="checkbox"
                  name="device"
                  value={device.id}
                  aria-label={words.choose(device.name)}
                />
              ),
          },
        ]}
      />
      <p class="muted small">{words.codesHelp}</p>
      <button class="button quiet" type="submit">
        {words.codesButton}
      </button>
    </form>
  )
}
