import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { archiveDevice } from '../../features/device/archive-device.ts'
import { changeDevice, deviceVersion } from '../../features/device/change-device.ts'
import { getDevice } from '../../features/device/device.queries.ts'
import { type Device, deviceState } from '../../features/device/device.ts'
import { findNameProblems } from '../../features/device/device-names.ts'
import { longestDeviceName, settingsOf } from '../../features/device/device-settings.ts'
import { reissuePairingToken } from '../../features/device/reissue-pairing-token.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { deviceScansTexts } from '../../messages/office/device-scans.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { DateTimeIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Field } from '../../pages/form/field.tsx'
import { Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { Seen } from '../../pages/form/seen.tsx'
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
import { actionPage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainDifferences } from '../kit/explain.ts'
import { showRoom } from '../kit/frame.tsx'
import { saidOf } from '../kit/parts.tsx'
import { ActionButton, Facts, Submit } from '../../pages/parts.tsx'
import { showPairingSheet } from './pairing-sheet.tsx'
import { useTexts } from '../../pages/reader.ts'

type Filled = FilledDevice & { readonly name: string }

/** Registers the page of a device: what it is for, a new code for another phone, and its end. */
export function registerDevicePage(app: FastifyInstance, context: Context): void {
  const shared = { of: paths.device, access: staff('door') } as const
  const read = ({ request }: Asked, id: string) => readDevice(context, request, id)
  editPage(app, {
    url: paths.device,
    access: shared.access,
    body: { ...deviceFields, name: Maybe(TypedText({ max: longestDeviceName })) },
    read,
    typed: (body, _, { tonight }): Filled => ({ ...readFilled(body, tonight), name: body.name ?? '' }),
    check: ({ asked: { request }, shown, filled }) => check(context, request, shown, filled),
    save: ({ asked: { request }, shown: { device }, values, body: { seen } }) =>
      changeDevice(context, request.tenant, request.actor, device.id, values, seen),
    explain: () => null,
    changes: ({ asked: { request }, shown: { device }, filled }) => explainChanges(context, request, device, filled),
    show: (asked, shown, state) => showDevice(context, asked, shown, state),
  })
  actionPage(app, {
    ...shared,
    name: 'code',
    body: { shown: DateTimeIn },
    act: ({ request: { tenant, actor } }, id, { shown }) =>
      reissuePairingToken(context, tenant, actor, id, new Date(shown)),
    answer: (asked, offer) => showPairingSheet(asked, [offer]),
    refused: {
      explain: ({ code }, { request: { language } }) =>
        code === 'changed_meanwhile' ? [{ field: null, detail: deviceTexts[language].codeIssued }] : null,
      show: async (asked, id, problems) =>
        showDevice(context, asked, await read(asked, id), { filled: null, problems }),
    },
  })
  actionPage(app, {
    ...shared,
    name: 'archive',
    act: ({ request: { tenant, actor } }, id) => archiveDevice(context, tenant, actor, id),
    goesOn: (_, uuid) => at(paths.device, { uuid }),
  })
}

type Shown = Awaited<ReturnType<typeof readDevice>>

/** Reads a device, with the events of the current day and the names of the other devices. */
async function readDevice(context: Context, { tenant }: FastifyRequest, id: string) {
  const device = await context.database.asTenant(tenant.id, (tx) => getDevice(tx, id))
  const tonight = await listTonightIds(context, tenant)
  return { device, tonight, taken: await listNamesInUse(context, tenant, id) }
}

function check(context: Context, { tenant, language }: FastifyRequest, { device, taken }: Shown, filled: Filled) {
  const { name } = filled
  const settings = understood(filled, { tenant, former: device.endsAt, now: context.now(), language })
  // A device with the same name as another may keep it.
  const wrong = findNameProblems([{ line: 1, name }], name === device.name ? [] : taken)
  const ofName =
    name === '' ? [{ field: 'name', detail: deviceTexts[language].nameMissing }] : explainNames(wrong, language, 'name')
  return { values: { ...settings.values, name }, problems: [...ofName, ...settings.problems] }
}

function filledFrom(device: Device, { timeZone }: Tenant): Filled {
  const settings = settingsOf(device)
  return { ...filledOf(settings, timeZone), name: settings.name }
}

/** Names what was typed by the fields of the form. */
function byField({ name, gate, role, endsAt, eventIds }: Filled) {
  return { name, gate, role, ends_at: endsAt, events: eventIds }
}

async function explainChanges(context: Context, { tenant, language }: FastifyRequest, device: Device, typed: Filled) {
  const { changedMeanwhile: changed, roles } = deviceTexts[language]
  const now = filledFrom(device, tenant)
  const { events } = await listEventsFor(context, tenant, now.eventIds)
  const names = new Map([...events.map(({ id, name }) => [id, name] as const), ...Object.entries(roles)])
  return explainDifferences(byField(now), byField(typed), { changed, language }, (value, field) =>
    field === 'role' || field === 'events' ? (names.get(value) ?? value) : value,
  )
}

async function showDevice(context: Context, asked: Asked, { device }: Shown, state: FormState<Filled>) {
  const { tenant, language } = asked.request
  const filled = state.filled ?? filledFrom(device, tenant)
  const offered = await listEventsFor(context, tenant, filled.eventIds)
  const words = deviceTexts[language]
  const { id, name, archivedAt } = device
  const { problems } = state
  const now = context.now()
  return showRoom(
    asked,
    {
      title: name,
      area: 'devices',
      scriptPath: deviceScript.path,
      back: [paths.devices, words.all],
      said: saidOf(state.done, { saved: words.saved }),
    },
    <Problems problems={problems} title={words.notSaved} />,
    <Facts
      facts={[
        [words.columns.state, words.states[deviceState(device, now)]],
        [words.pairedSince, device.claimedAt === null ? null : <When key="paired" at={device.claimedAt} />],
        [words.columns.seen, device.lastSeenAt === null ? words.never : <When key="seen" at={device.lastSeenAt} />],
      ]}
    />,
    archivedAt !== null ? (
      <p class="notice">{words.isArchived}</p>
    ) : (
      <>
        <form method="post" class="narrow">
          <Seen version={deviceVersion(device)} seen={state.seen} />
          <Field
            id="name"
            {...{ label: words.name, problems, value: filled.name }}
            autocomplete="off"
            maxLength={longestDeviceName}
            required
          />
          <DeviceSettingsFields {...{ filled, offered, problems }} />
          <div class="actions">
            <Submit>{words.save}</Submit>
            {state.filled === null ? null : (
              <a href={at(paths.device, { uuid: id })}>{deskTexts[language].lookAtNow}</a>
            )}
          </div>
        </form>
        <Ends device={device} now={now} />
      </>
    ),
    <p>
      <a href={at(paths.deviceScans, { uuid: id })}>{deviceScansTexts[language].link}</a> ·{' '}
      <a href={at(paths.audit, {}, { of: id })}>{words.history}</a>
    </p>,
  )
}

/** Gives a code for another phone, or archives the device. */
function Ends({ device, now }: { readonly device: Device; readonly now: Date }) {
  const words = useTexts(deviceTexts)
  const { id, name } = device
  return (
    <>
      {deviceState(device, now) === 'ended' ? null : (
        <>
          <h2>{words.newCode}</h2>
          <p class="prose">{words.newCodeHelp}</p>
          <ActionButton action={at(paths.deviceCode, { uuid: id })} sends={{ shown: now.toISOString() }}>
            {words.newCode}
          </ActionButton>
        </>
      )}
      <details class="plain">
        <summary>{words.archive({ name })}</summary>
        <div class="stack">
          <p class="prose">{words.archiveHelp}</p>
          <ActionButton action={at(paths.deviceArchive, { uuid: id })} look="danger">
            {words.archiveForGood({ name })}
          </ActionButton>
        </div>
      </details>
    </>
  )
}
