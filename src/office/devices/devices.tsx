import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createDevices, listMade } from '../../features/device/create-device.ts'
import { findNameProblems } from '../../features/device/device-names.ts'
import { longestDeviceName, mostDevicesAtOnce } from '../../features/device/device-settings.ts'
import { reissuePairingToken } from '../../features/device/reissue-pairing-token.ts'
import { type AdmittingDevice, listAdmittingDevices } from '../../features/ticket/inside.queries.ts'
import { listCurrentEventIds } from '../../features/ticket/ticket.queries.ts'
import { newId } from '../../lib/ids.ts'
import { paths } from '../../lib/paths.ts'
import { cleanLine } from '../../lib/text.ts'
import { currentDay } from '../../lib/time.ts'
import { errorStatus } from '../../http/error-status.ts'
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
import { showAdminPage } from '../kit/frame.tsx'
import { showPairingSheet } from './pairing-sheet.tsx'

type Answering = Asked
type Filled = FilledDevice & {
  readonly names: string
  /** By which a form that is sent twice is known. */
  readonly key: string
}

/** A line each. */
const devicesPerPage = 96
const DevicesQuery = Type.Object({ ...PagerQuery.properties, archived: PagerQuery.properties.page })

/** The phones at the door: all of them, new ones, and codes to pair them with (ADR 0044). */
export function registerDevicePages(app: FastifyInstance, context: Context): void {
  registerDevicePage(app, context)
  registerDeviceScansPage(app, context)

  page(app, {
    method: 'GET',
    url: paths.devices,
    access: staff('door'),
    query: DevicesQuery,
    handler: ({ query, request, reply }) =>
      showDevices(context, { request, reply }, { ...emptyDevice, names: '', key: newId() }, [], query),
  })

  page(app, {
    method: 'POST',
    url: paths.devices,
    access: staff('door'),
    forms: true,
    body: Type.Object({
      ...deviceFields,
      key: UuidIn,
      names: Maybe(TypedLongText({ max: mostDevicesAtOnce * (longestDeviceName + 2) })),
    }),
    handler: async ({ tenant, language, actor, body, request, reply }) => {
      const words = deviceTexts[language]
      const tonight = await listTonightIds(context, tenant)
      const filled = { ...readFilled(body, tonight), names: body.names ?? '', key: body.key }
      const lines = filled.names
        .split('\n')
        .map((text, index) => ({ line: index + 1, name: cleanLine(text) }))
        .filter(({ name }) => name !== '')
      const names = lines.map(({ name }) => name)
      // Those of this form, where it was sent before, are told of below: looked for second, since it may be sent twice at once.
      const inUse = await listNamesInUse(context, tenant)
      const isNew = (await listMade(context, tenant, body.key)).length === 0
      const taken = isNew ? inUse : []
      const about = { tenant, former: null, now: context.now(), language }
      const meant = understood(filled, about)
      const problems = [
        ...(names.length === 0 ? [{ field: 'names', detail: words.nameMissing }] : []),
        ...(names.length > mostDevicesAtOnce
          ? [{ field: 'names', detail: words.tooMany({ most: mostDevicesAtOnce }) }]
          : explainNames(findNameProblems(lines, taken), language)),
        ...('problems' in meant ? meant.problems : []),
      ]
      if ('problems' in meant || problems.length > 0) {
        reply.code(400)
        return showDevices(context, { request, reply }, filled, problems)
      }
      try {
        const offers = await createDevices(context, tenant, actor, { key: body.key, names, settings: meant.settings })
        return showPairingSheet({ request, reply }, offers, context.now())
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const isOther = error.code === 'idempotency_mismatch'
        if (!isOther && error.code !== 'idempotency_conflict') throw error
        reply.code(errorStatus[error.code])
        const made = (await listMade(context, tenant, body.key)).map(({ name }) => name)
        const left = names.filter((name) => !made.includes(name))
        const [again, problem] =
          left.length === 0
            ? [
                { ...emptyDevice, names: '' },
                {
                  field: 'codes',
                  detail: isOther ? words.madeOtherwise({ made: made.join(', ') }) : words.alreadyMade,
                },
              ]
            : [
                { ...filled, names: left.join('\n') },
                { field: 'names', detail: words.madeBefore({ made: made.join(', ') }) },
              ]
        return showDevices(context, { request, reply }, { ...again, key: newId() }, [problem])
      }
    },
  })

  page(app, {
    method: 'POST',
    url: paths.devicesCodes,
    access: staff('door'),
    forms: true,
    body: Type.Object({ device: Maybe(ArrayIn(UuidIn, { min: 1, max: 500 })), shown: DateTimeIn }),
    handler: async ({ tenant, language, actor, body, request, reply }) => {
      const chosen = [...new Set(body.device)]
      const words = deviceTexts[language]
      const offers = []
      let isIssued = false
      for (const id of chosen) {
        // Whoever was archived meanwhile, or has a newer code, is left out of the sheet; the others get theirs.
        const offer = await reissuePairingToken(context, tenant, actor, id, new Date(body.shown)).catch(
          (error: unknown) => {
            if (!(error instanceof AppError)) throw error
            if (error.code === 'changed_meanwhile') isIssued = true
            else if (!['not_found', 'device_archived'].includes(error.code)) throw error
            return null
          },
        )
        if (offer !== null) offers.push(offer)
      }
      if (offers.length > 0) return showPairingSheet({ request, reply }, offers, context.now())
      reply.code(chosen.length === 0 ? 400 : isIssued ? 409 : 404)
      const problems = [{ field: 'codes', detail: isIssued ? words.codeIssued : words.chooseOne }]
      return showDevices(context, { request, reply }, { ...emptyDevice, names: '', key: newId() }, problems)
    },
  })
}

async function showDevices(
  context: Context,
  asked: Answering,
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
  const ofList = problems.filter(({ field }) => field === 'codes')
  const ofForm = problems.filter(({ field }) => field !== 'codes')
  const isLive = ({ archivedAt }: AdmittingDevice) => archivedAt === null
  const archived = devices.filter((device) => !isLive(device))
  const live = partOf(devices.filter(isLive), number, devicesPerPage)
  const gone = partOf(archived, archivedPage, devicesPerPage)
  const of = { tenant, now, language }
  return showAdminPage(
    asked,
    { title: words.title, area: 'devices', scriptPath: deviceScript.path },
    <div class="stack">
      <h1>{words.title}</h1>
      <p class="prose">{words.lead}</p>
      <Problems problems={ofList} title={words.notSaved} />
      {archived.length === devices.length ? (
        <p class="empty">{words.nothing}</p>
      ) : (
        <>
          <a class="button quiet" href="#new">
            {words.newTitle}
          </a>
          <p class="muted small">{words.tonightHelp}</p>
          <CodesForm devices={live.rows} {...of} />
          <Pager {...live} words={words.pager} language={language} />
        </>
      )}
      {archived.length === 0 ? null : (
        <details class="plain" id="archived" open={archivedPage > 1}>
          <summary>{words.archived({ count: archived.length })}</summary>
          <DeviceTable devices={gone.rows} label={words.archived({ count: archived.length })} {...of} />
          <Pager {...gone} name="archived" at="archived" words={words.archivedPager} language={language} />
        </details>
      )}
      <h2 id="new">{words.newTitle}</h2>
      <form method="post" action={paths.devices} class="narrow">
        <Problems problems={ofForm} title={words.notCreated} />
        <input type="hidden" name="key" value={filled.key} />
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
              offered={await listEventsFor(context, tenant, filled.eventIds)}
              problems={ofForm}
              {...of}
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
