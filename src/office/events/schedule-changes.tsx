import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { cancelEvent } from '../../features/event-notice/cancel-event.ts'
import type { Concerned } from '../../features/event-notice/concerned.queries.ts'
import { postponeEvent } from '../../features/event-notice/postpone-event.ts'
import { endOfEvent } from '../../features/reservation/reservation.ts'
import { amountText, momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { localMinute } from '../../lib/time.ts'
import { instant } from '../../http/wire/instant.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { BooleanIn, DateTimeIn, Maybe, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import { Field, LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { readTyped } from '../kit/typed.ts'
import { explainRefusal } from './explain-event.ts'
import { notMailed, readConcerned, showNoticeForm } from './notice-form.tsx'

const mostReason = 1000
const reason = Maybe(TypedLongText({ max: 10_000 }))

type Filled = { readonly reason: string; readonly starts: string; readonly includesLetIn: boolean }
type Form = { readonly filled: Filled | null; readonly problems: readonly FormProblem[] }

const unfilled: Form = { filled: null, problems: [] }

/** An event that does not take place, or later: a page that says what will happen, then it happens (ADR 0089). */
export function registerScheduleChanges(app: FastifyInstance, context: Context): void {
  const cancelling = paths.eventCancellation
  page(app, {
    method: 'GET',
    url: cancelling,
    access: staff('programme'),
    params: UuidParams,
    handler: ({ params, request, reply }) => showCancellation(context, { request, reply }, params.uuid, unfilled),
  })

  page(app, {
    method: 'POST',
    url: cancelling,
    access: staff('programme'),
    forms: true,
    params: UuidParams,
    body: Type.Object({ reason, let_in: Maybe(BooleanIn) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const includesLetIn = body.let_in ?? false
      const filled = { reason: body.reason ?? '', starts: '', includesLetIn }
      const read = readReason(request, filled.reason, language)
      if (read.problems.length > 0) {
        reply.code(400)
        return showCancellation(context, { request, reply }, params.uuid, { filled, problems: read.problems })
      }
      const notice = await cancelEvent(context, tenant, actor, params.uuid, { reason: read.reason, includesLetIn })
      return reply.redirect(at(paths.notice, { uuid: notice.id }), 303)
    },
  })

  const postponing = paths.eventPostponement
  page(app, {
    method: 'GET',
    url: postponing,
    access: staff('programme'),
    params: UuidParams,
    handler: ({ params, request, reply }) => showPostponement(context, { request, reply }, params.uuid, unfilled),
  })

  page(app, {
    method: 'POST',
    url: postponing,
    access: staff('programme'),
    forms: true,
    params: UuidParams,
    body: Type.Object({ reason, starts: Maybe(TypedText({ max: 40 })), from: DateTimeIn }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const filled = { reason: body.reason ?? '', starts: body.starts ?? '', includesLetIn: false }
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showPostponement(context, { request, reply }, params.uuid, { filled, problems })
      }
      const words = eventTexts[language].fields
      const typed = readTyped(tenant)
      if (filled.starts === '') typed.wrong('starts', words.startsAtMissing)
      const startsAt = typed.time('starts', filled.starts, deskTexts[language].problems.time)
      const said = readReason(request, filled.reason, language)
      const problems = [...typed.problems, ...said.problems]
      if (startsAt === null || problems.length > 0) return again(problems, 400)
      try {
        const notice = await postponeEvent(context, tenant, actor, params.uuid, {
          startsAt,
          reason: said.reason,
          from: instant(body.from, tenant.timeZone),
        })
        return reply.redirect(at(paths.notice, { uuid: notice.id }), 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const { event, notices } = await readConcerned(context, request, params.uuid)
          const last = notices.findLast(({ kind }) => kind === 'postponed')
          // A second press of the same button: it has been postponed to that date.
          if (last && event.startsAt.getTime() === startsAt.getTime())
            return reply.redirect(at(paths.notice, { uuid: last.id }), 303)
          return again([{ field: null, detail: refusalTexts[language].errors.changed_meanwhile.detail }], 409)
        }
        const explained = explainRefusal(error, { request, reply })
        if (explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
    },
  })
}

function readReason(
  { tenant }: FastifyRequest,
  text: string,
  language: Language,
): { readonly reason: string | null; readonly problems: readonly FormProblem[] } {
  const typed = readTyped(tenant)
  const reason = typed.text('reason', text, mostReason, deskTexts[language].problems.tooLong)
  return { reason, problems: typed.problems }
}

/** An event that is cancelled already has a page that says how far that has come. */
async function showCancellation(context: Context, { request, reply }: Asked, id: string, { filled, problems }: Form) {
  const { event, notices, concerned } = await readConcerned(context, request, id)
  const cancelled = notices.find(({ kind }) => kind === 'cancelled')
  if (cancelled) return reply.redirect(at(paths.notice, { uuid: cancelled.id }), 303)
  const { language } = request
  const words = eventTexts[language]
  const { effects } = words
  const { reservations, tickets, scanned, waiting, paid } = concerned
  const amounts = paid.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language))
  return showNoticeForm(context, { request, reply }, event, {
    title: (name) => words.cancel.title({ name }),
    lead: words.cancel.lead,
    effects: [
      effects.noSale,
      ...(reservations === 0
        ? [effects.nobody]
        : [
            ...(scanned === 0 ? [effects.cancelled({ reservations, tickets })] : []),
            ...(scanned > 0 && scanned < tickets ? [effects.unused({ count: tickets - scanned })] : []),
            ...mailed(concerned, effects.mails, language),
          ]),
      ...(scanned === 0 ? [] : [effects.scanned({ count: scanned })]),
      ...(reservations === 0
        ? []
        : [amounts.length === 0 ? effects.noRefunds : effects.refunds({ amount: amounts.join(' + ') })]),
      ...(waiting === 0 ? [] : [effects.waiting({ count: waiting })]),
      effects.forGood,
    ],
    form: (
      <form method="post" action={at(paths.eventCancellation, { uuid: event.id })} class="narrow">
        <Problems problems={problems} title={deskTexts[language].refused} />
        <Reason typed={filled?.reason ?? ''} problems={problems} language={language} />
        {scanned === 0 ? (
          // Who comes in while this is read is refunded as the page would propose.
          event.startsAt > context.now() ? (
            <input type="hidden" name="let_in" value="true" />
          ) : null
        ) : (
          <label class="check">
            <input
              type="checkbox"
              name="let_in"
              value="true"
              checked={filled?.includesLetIn ?? event.startsAt > context.now()}
            />
            <span>{words.cancel.letIn}</span>
          </label>
        )}
        <div class="actions">
          <button class="button danger" type="submit">
            {words.cancel.button}
          </button>
          <a class="button quiet" href={at(paths.event, { uuid: event.id })}>
            {words.cancel.keep}
          </a>
        </div>
      </form>
    ),
  })
}

async function showPostponement(context: Context, { request, reply }: Asked, id: string, { filled, problems }: Form) {
  const { event, concerned } = await readConcerned(context, request, id)
  if (event.cancelledAt !== null) throw new AppError('invalid_transition')
  const { language, tenant } = request
  const words = eventTexts[language]
  const { effects } = words
  const { reservations, tickets, scanned, waiting } = concerned
  const end = endOfEvent(event, tenant.timeZone)
  return showNoticeForm(context, { request, reply }, event, {
    title: (name) => words.postpone.title({ name }),
    lead: words.postpone.lead,
    effects: [
      ...(reservations === 0
        ? [effects.nobody]
        : [
            effects.stay({ reservations, tickets }),
            ...(scanned === 0
              ? []
              : [
                  effects.again({
                    count: scanned,
                    end: withinSentence(
                      momentText({ at: end, timeZone: tenant.timeZone, language, now: null }),
                      language,
                    ),
                  }),
                ]),
            ...mailed(concerned, effects.newDateMails, language),
            effects.mayCancel,
          ]),
      ...(waiting === 0 ? [] : [effects.waiting({ count: waiting })]),
    ],
    form: (
      <form method="post" action={at(paths.eventPostponement, { uuid: event.id })} class="narrow">
        <input type="hidden" name="from" value={event.startsAt.toISOString()} />
        <Problems problems={problems} title={deskTexts[language].refused} />
        <Field
          id="starts"
          label={words.postpone.starts}
          help={words.postpone.along}
          type="datetime-local"
          problems={problems}
          value={filled?.starts ?? localMinute(event.startsAt, tenant.timeZone)}
          required
        />
        <Reason typed={filled?.reason ?? ''} problems={problems} language={language} />
        <div class="actions">
          <button class="button" type="submit">
            {words.postpone.button}
          </button>
          <a class="button quiet" href={at(paths.event, { uuid: event.id })}>
            {words.postpone.keep}
          </a>
        </div>
      </form>
    ),
  })
}

/** Who gets a mail: everybody, or how many do, how many have no address for one, and how many were erased. */
function mailed(
  { reservations, unreached, erased }: Concerned,
  everybody: string,
  language: Language,
): readonly string[] {
  if (unreached + erased === 0) return [everybody]
  return [
    unreachedTexts[language].reached({ bookings: reservations - unreached - erased }),
    ...notMailed({ unreached, erased }, language),
  ]
}

type ReasonProps = { readonly typed: string; readonly problems: readonly FormProblem[]; readonly language: Language }

function Reason({ typed, problems, language }: ReasonProps) {
  const { cancel } = eventTexts[language]
  return (
    <LongField
      id="reason"
      label={cancel.reason}
      note={deskTexts[language].optional}
      help={cancel.reasonHelp}
      rows={3}
      maxLength={mostReason}
      problems={problems}
      value={typed}
    />
  )
}
