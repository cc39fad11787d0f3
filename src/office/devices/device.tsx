import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { archiveDevice } from '../../features/device/archive-device.ts'
import { changeDevice, deviceVersion } from '../../features/device/change-device.ts'
import { getDevice } from '../../features/device/device.queries.ts'
import { type Device, deviceState } from '../../features/device/device.ts'
import { findNameProblems } from '../../features/device/device-names.ts'
import { longestDeviceName, settingsOf } from '../../features/device/device-settings.ts'
import { reissuePairingToken } from '../../features/device/reissue-pairing-token.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { deviceScansTexts } from '../../messages/office/device-scans.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { DateTimeIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { page } from '../../pages/page.ts'
import {
  DeviceSettingsFields,
  deviceFields,
  explainNames,
  type FilledDevice,
  filledOf,
  listEventsFor,
  listNamesInUse,
  listTonightIds,
  readFilled,
  understood,
} from './device-form.tsx'
import { deviceScript } from './device-script.ts'
import { explainDifferences } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { showPairingSheet } from './pairing-sheet.tsx'

type Answering = Asked
type Filled = FilledDevice & { readonly name: string }
type Shown = { readonly filled: Filled; readonly problems: readonly FormProblem[] }

/** One scanning device: what it is for, a new code for another phone, and its end. */
export function registerDevicePage(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('door'), params: UuidParams } as const

  page(app, {
    ...shared,
    method: 'GET',
    url: paths.device,
    query: Type.Object({ saved: Type.Optional(TextQuery) }),
    handler: ({ params, query, request, reply }) =>
      showDevice(context, { request, reply }, params.uuid, null, query.saved !== undefined),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.device,
    forms: true,
    body: Type.Object({
      ...deviceFields,
      name: Maybe(TypedText({ max: longestDeviceName })),
      seen: TypedText({ max: 40 }),
    }),
    handler: async ({ tenant, language, actor, params, body, request, reply }) => {
      const words = deviceTexts[language]
      const id = params.uuid
      const device = await readDevice(context, request, id)
      const filled = { ...readFilled(body, await listTonightIds(context, tenant)), name: body.name ?? '' }
      // One that is called as another may keep its name.
      const taken = filled.name === device.name ? [] : await listNamesInUse(context, tenant, id)
      const meant = understood(filled, { tenant, former: device.endsAt, now: context.now(), language })
      const problems = [
        ...(filled.name === ''
          ? [{ field: 'name', detail: words.nameMissing }]
          : explainNames(findNameProblems([{ line: 1, name: filled.name }], taken), language, 'name')),
        ...('problems' in meant ? meant.problems : []),
      ]
      if ('problems' in meant || problems.length > 0) {
        reply.code(400)
        return showDevice(context, { request, reply }, id, { filled, problems })
      }
      try {
        await changeDevice(context, tenant, actor, id, { ...meant.settings, name: filled.name }, body.seen)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error
        reply.code(409)
        const now = await readDevice(context, request, id)
        const changes = await explainChanges(context, request, now, filled)
        return showDevice(context, { request, reply }, id, { filled, problems: changes })
      }
      return reply.redirect(at(paths.device, { uuid: id }, { saved: '1' }), 303)
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.deviceCode,
    forms: true,
    body: Type.Object({ shown: DateTimeIn }),
    handler: async ({ tenant, language, actor, params, body, request, reply }) => {
      const id = params.uuid
      try {
        const offer = await reissuePairingToken(context, tenant, actor, id, new Date(body.shown))
        return showPairingSheet({ request, reply }, [offer], context.now())
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error
        reply.code(409)
        return showDevice(context, { request, reply }, id, null, false, [
          { field: null, detail: deviceTexts[language].codeIssued },
        ])
      }
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.deviceArchive,
    forms: true,
    handler: async ({ tenant, actor, params, reply }) => {
      const id = params.uuid
      await archiveDevice(context, tenant, actor, id)
      return reply.redirect(at(paths.device, { uuid: id }), 303)
    },
  })
}

async function readDevice(context: Context, { tenant }: FastifyRequest, id: string): Promise<Device> {
  const device = await context.database.asTenant(tenant.id, (tx) => getDevice(tx, id))
  return device
}

function filledFrom(device: Device, { timeZone }: Tenant): Filled {
  const settings = settingsOf(device)
  return { ...filledOf(settings, timeZone), name: settings.name }
}

/** By the names of its fields. */
function byField({ name, gate, role, endsAt, eventIds }: Filled) {
  return { name, gate, role, ends_at: endsAt, events: eventIds }
}

async function explainChanges(
  context: Context,
  { tenant, language }: FastifyRequest,
  device: Device,
  typed: Filled,
): Promise<readonly FormProblem[]> {
  const { changedMeanwhile: changed, roles } = deviceTexts[language]
  const now = filledFrom(device, tenant)
  const { events } = await listEventsFor(context, tenant, now.eventIds)
  const names = new Map([...events.map(({ id, name }) => [id, name] as const), ...Object.entries(roles)])
  return explainDifferences(byField(now), byField(typed), { changed, language }, (value, field) =>
    field === 'role' || field === 'events' ? (names.get(value) ?? value) : value,
  )
}

/** @param typed what somebody sent that could not be taken; null: the device as it is */
async function showDevice(
  context: Context,
  asked: Answering,
  id: string,
  typed: Shown | null,
  isSaved = false,
  ofAll: readonly FormProblem[] = [],
): Promise<string> {
  const { tenant, language } = asked.request
  const words = deviceTexts[language]
  const device = await readDevice(context, asked.request, id)
  const now = context.now()
  const filled = typed?.filled ?? filledFrom(device, tenant)
  const problems = [...ofAll, ...(typed?.problems ?? [])]
  const when = { timeZone: tenant.timeZone, now, language }
  return showAdminPage(
    asked,
    { title: device.name, area: 'devices', scriptPath: deviceScript.path },
    <div class="stack">
      <p>
        <a href={paths.devices}>{words.all}</a>
      </p>
      <h1>{device.name}</h1>
      {isSaved ? <p class="notice">{words.saved}</p> : null}
      <Problems problems={problems} title={words.notSaved} />
      <dl class="facts">
        <div>
          <dt>{words.columns.state}</dt>
          <dd>{words.states[deviceState(device, now)]}</dd>
        </div>
        {device.claimedAt === null ? null : (
          <div>
            <dt>{words.pairedSince}</dt>
            <dd>
              <When at={device.claimedAt} {...when} />
            </dd>
          </div>
        )}
        <div>
          <dt>{words.columns.seen}</dt>
          <dd>{device.lastSeenAt === null ? words.never : <When at={device.lastSeenAt} {...when} />}</dd>
        </div>
      </dl>
      {device.archivedAt !== null ? (
        <p class="notice">{words.isArchived}</p>
      ) : (
        <>
          <form method="post" class="narrow">
            <Seen asked={asked} version={deviceVersion(device)} />
            <Field
              id="name"
              label={words.name}
              problems={problems}
              autocomplete="off"
              maxLength={200}
              required
              value={filled.name}
            />
            <DeviceSettingsFields
              filled={filled}
              offered={await listEventsFor(context, tenant, filled.eventIds)}
              problems={problems}
              tenant={tenant}
              now={now}
              language={language}
            />
            <div class="actions">
              <button class="button" type="submit">
                {words.save}
              </button>
              {typed === null ? null : (
                <a href={at(paths.device, { uuid: device.id })}>{deskTexts[language].lookAtNow}</a>
              )}
            </div>
          </form>
          {deviceState(device, now) === 'ended' ? null : (
            <>
              <h2>{words.newCode}</h2>
              <p class="prose">{words.newCodeHelp}</p>
              <form method="post" action={at(paths.deviceCode, { uuid: device.id })}>
                <input type="hidden" name="shown" value={now.toISOString()} />
                <button class="button quiet" type="submit">
                  {words.newCode}
                </button>
              </form>
            </>
          )}
          <details class="plain">
            <summary>{words.archive({ name: device.name })}</summary>
            <div class="stack">
              <p class="prose">{words.archiveHelp}</p>
              <form method="post" action={at(paths.deviceArchive, { uuid: device.id })}>
                <button class="button danger" type="submit">
                  {words.archiveForGood({ name: device.name })}
                </button>
              </form>
            </div>
          </details>
        </>
      )}
      <p>
        <a href={at(paths.deviceScans, { uuid: device.id })}>{deviceScansTexts[language].link}</a> ·{' '}
        <a href={at(paths.audit, {}, { of: device.id })}>{words.history}</a>
      </p>
    </div>,
  )
}
