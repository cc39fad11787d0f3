import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findDevice } from '../../features/device/device.queries.ts'
import { spanOfDevice, undoScansOfDevice } from '../../features/door/undo-scans-of-device.ts'
import { countScans } from '../../features/ticket/scan-span.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { formatLocal, parseDateTime } from '../../lib/time.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { deviceScansTexts } from '../../messages/office/device-scans.ts'
import { IntegerIn, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { showRoom } from '../kit/frame.tsx'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly id: string }
/** The span as it was typed, in local dates and times. */
type Typed = { readonly from: string; readonly until: string }

const url = paths.deviceScans
const hourMs = 3_600_000

/** Registers the undo of what a device let in within a span, counted first: somebody else had it, or it stood at the wrong door. */
export function registerDeviceScansPage(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('door'), params: UuidParams, url } as const

  page(app, {
    ...shared,
    method: 'GET',
    query: Type.Object({
      from: Type.Optional(TextQuery),
      until: Type.Optional(TextQuery),
      undone: Type.Optional(IntegerIn({ min: 0, max: 10_000_000 })),
    }),
    handler: ({ params, query: { undone, ...typed }, request, reply }) =>
      showScans(context, { request, reply, id: params.uuid }, typed, undone ?? null),
  })

  page(app, {
    ...shared,
    method: 'POST',
    forms: true,
    body: Type.Object({ from: TypedText({ max: 40 }), until: TypedText({ max: 40 }) }),
    handler: async ({ tenant, actor, params, body, request, reply }) => {
      const id = params.uuid
      const span = readSpan(body, tenant.timeZone)
      if (span === null) return showScans(context, { request, reply, id }, body, null)
      const undone = await undoScansOfDevice(context, tenant, actor, { deviceId: id, ...span })
      const query = new URLSearchParams({ ...body, undone: String(undone) })
      return reply.redirect(`${at(paths.deviceScans, { uuid: id })}?${query}`, 303)
    },
  })
}

function readSpan({ from, until }: Typed, timeZone: string) {
  const [first, last] = [parseDateTime(from, timeZone), parseDateTime(until, timeZone)]
  return first === null || last === null || first >= last ? null : { from: first, until: last }
}

/** @param undone how many were undone just now; null: nobody asked for it */
async function showScans(
  context: Context,
  { request, reply, id }: Asked,
  asked: Partial<Typed>,
  undone: number | null,
): Promise<string> {
  const { tenant, language } = request
  const words = deviceScansTexts[language]
  const now = context.now()
  const local = (at: number) => formatLocal(new Date(at), tenant.timeZone).slice(0, 16)
  // To the minute: what was scanned in this minute is within.
  const typed: Typed = {
    from: asked.from ?? local(now.getTime() - 12 * hourMs),
    until: asked.until ?? local(now.getTime() + 60_000),
  }
  const span = readSpan(typed, tenant.timeZone)
  const problems: readonly FormProblem[] = span ? [] : [{ field: 'until', detail: words.noSpan }]
  if (!span) reply.code(400)
  const { device, count } = await context.database.asTenant(tenant.id, async (tx) => ({
    device: await findDevice(tx, id),
    count: span ? await countScans(tx, spanOfDevice({ deviceId: id, ...span })) : 0,
  }))
  if (!device) throw new AppError('not_found')
  return showRoom(
    { request, reply },
    {
      title: words.title({ name: device.name }),
      area: 'devices',
      back: [at(paths.device, { uuid: device.id }), device.name],
    },
    undone === null ? null : <p class="notice">{words.undone({ count: undone })}</p>,
    <p class="prose">{words.lead}</p>,
    <Problems problems={problems} title={words.notCounted} />,
    <Span action={at(paths.deviceScans, { uuid: device.id })} {...{ typed, problems }} />,
    span === null ? null : (
      <>
        <p>{words.counted({ count })}</p>
        {count === 0 ? null : (
          <ActionButton action={at(paths.deviceScans, { uuid: device.id })} sends={typed} look="danger">
            {words.undo({ count })}
          </ActionButton>
        )}
      </>
    ),
  )
}

type SpanProps = { readonly action: string; readonly typed: Typed; readonly problems: readonly FormProblem[] }

function Span({ action, typed, problems }: SpanProps) {
  const words = useTexts(deviceScansTexts)
  const field = { type: 'datetime-local', required: true, problems } as const
  return (
    <form class="narrow" action={action}>
      <Field {...field} id="from" label={words.from} value={typed.from} />
      <Field {...field} id="until" label={words.until} help={words.untilHelp} value={typed.until} />
      <div class="actions">
        <Submit look="quiet">{words.count}</Submit>
      </div>
    </form>
  )
}
