import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createDevices, listMade } from '../../features/device/create-device.ts'
import type { PairingOffer } from '../../features/device/pairing-token.ts'
import { findNameProblems } from '../../features/device/device-names.ts'
import { longestDeviceName, mostDevicesAtOnce } from '../../features/device/device-settings.ts'
import { reissuePairingToken } from '../../features/device/reissue-pairing-token.ts'
import { type AdmittingDevice, listAdmittingDevices } from '../../features/ticket/inside.queries.ts'
import { listCurrentEventIds } from '../../features/ticket/ticket.queries.ts'
import { newId } from '../../lib/ids.ts'
import { paths } from '../../lib/paths.ts'
import { cleanLine } from '../../lib/text.ts'
import { currentDay } from '../../lib/time.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { ArrayIn, DateTimeIn, Maybe, TypedLongText, UuidIn } from '../../http/wire/schemas.ts'
import { LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { Pager, PagerQuery, partOf } from '../../pages/pager.tsx'
import { registerDevicePage } from './device.tsx'
import { registerDeviceScansPage } from './device-scans.tsx'
import {
  DeviceSettingsFields,
  deviceFields,
  emptyDevice,
  explainNames,
  type FilledDevice,
  listEventsFor,
  listNamesInUse,
  listTonightIds,
  readFilled,
  understood,
} from './device-form.tsx'
import { CodesForm, DeviceTable } from './device-list.tsx'
import { deviceScript } from './device-script.ts'
import { actionPage } from '../kit/action-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { showRoom } from '../kit/frame.tsx'
import { NewKey } from '../kit/parts.tsx'
import { QuietLink, Submit } from '../../pages/parts.tsx'
import { showPairingSheet } from './pairing-sheet.tsx'
import { useTexts } from '../../pages/reader.ts'

type Filled = FilledDevice & {
  readonly names: string
  /** The key by which a form that is sent twice is known. */
  readonly key: string
}

/** The most devices on one page, each in a line. */
const devicesPerPage = 96
const DevicesQuery = Type.Object({ ...PagerQuery.properties, archived: PagerQuery.properties.page })

const newBody = {
  ...deviceFields,
  key: UuidIn,
  names: Maybe(TypedLongText({ max: mostDevicesAtOnce * (longestDeviceName + 2) })),
}
type NewBody = Static<TObject<typeof newBody>>

/** Registers the page of the phones at the door: all devices, new ones, and codes to pair them with (ADR 0044). */
export function registerDevicePages(app: FastifyInstance, context: Context): void {
  registerDevicePage(app, context)
  registerDeviceScansPage(app, context)

  page(app, {
    method: 'GET',
    url: paths.devices,
    access: staff('door'),
    query: DevicesQuery,
    handler: ({ query, request, reply }) => showDevices(context, { request, reply }, emptyForm(), [], query),
  })
  actionPage(app, {
    of: paths.devices,
    name: '',
    access: staff('door'),
    body: newBody,
    act: ({ request }, _, body) => makeDevices(context, request, body),
    answer: showPairingSheet,
    refused: {
      explain: ({ code }, { request }, body) => explainMade(context, request, code, body),
      show: async (asked, _, problems, body) =>
        showDevices(context, asked, await filledAgain(context, asked, body), problems),
    },
  })
  actionPage(app, {
    of: paths.devices,
    name: 'codes',
    access: staff('door'),
    body: { device: Maybe(ArrayIn(UuidIn, { min: 1, max: 500 })), shown: DateTimeIn },
    act: ({ request }, _, { device, shown }) =>
      issueCodes(context, request, [...new Set(device ?? [])], new Date(shown)),
    answer: showPairingSheet,
    refused: { show: (asked, _, problems) => showDevices(context, asked, emptyForm(), problems) },
  })
}

const emptyForm = (): Filled => ({ ...emptyDevice, names: '', key: newId() })

/** Splits the names into lines, each with its number. */
function linesOf(names: string) {
  const lines = names.split('\n').map((text, index) => ({ line: index + 1, name: cleanLine(text) }))
  return lines.filter(({ name }) => name !== '')
}

/** @throws PageRefusal what is wrong in the form; AppError idempotency_mismatch, idempotency_conflict */
async function makeDevices(context: Context, { tenant, actor, language }: FastifyRequest, body: NewBody) {
  const words = deviceTexts[language]
  const filled = readFilled(body, await listTonightIds(context, tenant))
  const lines = linesOf(body.names ?? '')
  const names = lines.map(({ name }) => name)
  // Devices of this form, if it was sent before, are told of below: looked for second, since it may be sent twice at once.
  const inUse = await listNamesInUse(context, tenant)
  const isNew = (await listMade(context, tenant, body.key)).length === 0
  const { values: settings, problems } = understood(filled, { tenant, former: null, now: context.now(), language })
  const isTooMany = names.length > mostDevicesAtOnce
  const wrong = [
    ...(names.length === 0 ? [{ field: 'names', detail: words.nameMissing }] : []),
    ...(isTooMany
      ? [{ field: 'names', detail: words.tooMany({ most: mostDevicesAtOnce }) }]
      : explainNames(findNameProblems(lines, isNew ? inUse : []), language)),
    ...problems,
  ]
  if (wrong.length > 0) throw new PageRefusal(400, wrong)
  return createDevices(context, tenant, actor, { key: body.key, names, settings })
}

/** Finds which names of a form that was sent before are devices already, and which are left. */
async function readMade(context: Context, { tenant }: FastifyRequest, { key, names = '' }: NewBody) {
  const made = (await listMade(context, tenant, key)).map(({ name }) => name)
  const left = linesOf(names ?? '').filter(({ name }) => !made.includes(name))
  return { made: made.join(', '), left: left.map(({ name }) => name) }
}

async function explainMade(context: Context, request: FastifyRequest, code: string, body: NewBody) {
  const isOther = code === 'idempotency_mismatch'
  if (!isOther && code !== 'idempotency_conflict') return null
  const words = deviceTexts[request.language]
  const { made, left } = await readMade(context, request, body)
  if (left.length > 0) return [{ field: 'names', detail: words.madeBefore({ made }) }]
  return [{ field: 'codes', detail: isOther ? words.madeOtherwise({ made }) : words.alreadyMade }]
}

/** Fills the form as it was typed; after part of it was made, a new form with what is left. */
async function filledAgain(context: Context, { request, reply }: Asked, body: NewBody): Promise<Filled> {
  const filled = readFilled(body, await listTonightIds(context, request.tenant))
  if (reply.statusCode === 400) return { ...filled, names: body.names ?? '', key: body.key }
  const { left } = await readMade(context, request, body)
  return left.length === 0 ? emptyForm() : { ...filled, names: left.join('\n'), key: newId() }
}

/** @throws PageRefusal there is no code for any of them */
async function issueCodes(
  context: Context,
  { tenant, actor, language }: FastifyRequest,
  chosen: readonly string[],
  shown: Date,
): Promise<readonly PairingOffer[]> {
  const words = deviceTexts[language]
  const offers: PairingOffer[] = []
  let isIssued = false
  for (const id of chosen) {
    try {
      offers.push(await reissuePairingToken(context, tenant, actor, id, shown))
    } catch (error) {
      // A device that was archived meanwhile, or has a newer code, is left out of the sheet; the others get theirs.
      if (!(error instanceof AppError)) throw error
      if (error.code === 'changed_meanwhile') isIssued = true
      else if (!['not_found', 'device_archived'].includes(error.code)) throw error
    }
  }
  if (offers.length > 0) return offers
  const status = chosen.length === 0 ? 400 : isIssued ? 409 : 404
  throw new PageRefusal(status, [{ field: 'codes', detail: isIssued ? words.codeIssued : words.chooseOne }])
}

async function showDevices(
  context: Context,
  asked: Asked,
  filled: Filled,
  problems: readonly FormProblem[],
  { page: number = 1, archived: archivedPage = 1 }: Static<typeof DevicesQuery> = {},
): Promise<string> {
  const { tenant, language } = asked.request
  const words = deviceTexts[language]
  const now = context.now()
  const devices = await context.database.asTenant(tenant.id, async (tx) =>
    listAdmittingDevices(tx, await listCurrentEventIds(tx, { ...currentDay(now, tenant.timeZone), now })),
  )
  const isLive = ({ archivedAt }: AdmittingDevice) => archivedAt === null
  const archived = devices.filter((device) => !isLive(device))
  const live = partOf(devices.filter(isLive), number, devicesPerPage)
  const gone = partOf(archived, archivedPage, devicesPerPage)
  const goneTitle = words.archived({ count: archived.length })
  return showRoom(
    asked,
    { title: words.title, area: 'devices', scriptPath: deviceScript.path, lead: words.lead },
    <Problems problems={problems.filter(({ field }) => field === 'codes')} title={words.notSaved} />,
    archived.length === devices.length ? (
      <p class="empty">{words.nothing}</p>
    ) : (
      <>
        <QuietLink to="#new">{words.newTitle}</QuietLink>
        <p class="muted small">{words.tonightHelp}</p>
        <CodesForm devices={live.rows} now={now} />
        <Pager {...live} words={words.pager} />
      </>
    ),
    archived.length === 0 ? null : (
      <details class="plain" id="archived" open={archivedPage > 1}>
        <summary>{goneTitle}</summary>
        <DeviceTable devices={gone.rows} label={goneTitle} />
        <Pager {...gone} name="archived" at="archived" words={words.archivedPager} />
      </details>
    ),
    <h2 id="new">{words.newTitle}</h2>,
    <NewDevices
      offered={await listEventsFor(context, tenant, filled.eventIds)}
      filled={filled}
      problems={problems.filter(({ field }) => field !== 'codes')}
    />,
  )
}

type NewDevicesProps = Parameters<typeof DeviceSettingsFields>[0] & { readonly filled: Filled }

function NewDevices(props: NewDevicesProps) {
  const { filled, problems } = props
  const words = useTexts(deviceTexts)
  return (
    <form method="post" action={paths.devices} class="narrow">
      <Problems problems={problems} title={words.notCreated} />
      <NewKey value={filled.key} />
      <LongField
        id="names"
        label={words.names}
        help={words.namesHelp}
        rows={3}
        {...{ problems, value: filled.names }}
      />
      <details class="plain" open={problems.some(({ field }) => field !== 'names')}>
        <summary>{words.more}</summary>
        <div class="stack">
          <DeviceSettingsFields {...props} />
        </div>
      </details>
      <Submit>{words.create}</Submit>
    </form>
  )
}
