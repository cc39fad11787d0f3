import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { cancelEvent } from '../../features/event-notice/cancel-event.ts'
import { listNotices } from '../../features/event-notice/event-notice.queries.ts'
import { type NewDate, postponeEvent, refusedPostponement } from '../../features/event-notice/postpone-event.ts'
import { endOfEvent } from '../../features/event/event.ts'
import { amountText, momentText, withinSentence } from '../../lib/format.ts'
import { type Fields, lines, moment, yesNo } from '../../lib/field.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { instant } from '../../http/wire/instant.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { DateTimeIn } from '../../http/wire/schemas.ts'
import { asWhole, type FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { idOf } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { formFields } from '../kit/form-fields.tsx'
import { checkForm, type FieldWords, type Filled, filledFrom, filledIn, typedFields } from '../kit/form-values.ts'
import { reachesVisitors } from '../../pages/mail-server.ts'
import { pressPage } from '../kit/press-page.ts'
import { explainRefusal } from './explain-event.ts'
import { readConcerned, showNoticeForm, whoIsMailed } from './notice-form.tsx'

const reason = lines({ wire: null, form: 'reason', most: 1000 })
/** What the mail to everybody says of why. */
export const reasonField = { reason }
const cancellation = { reason, includesLetIn: yesNo({ wire: null, form: 'let_in', usual: false }) }
const postponement = { startsAt: moment({ wire: null, form: 'starts', required: true }), reason }

type State<Of extends Fields> = { readonly filled: Filled<Of> | null; readonly problems: readonly FormProblem[] }
type Read = Awaited<ReturnType<typeof readConcerned>>

const access = staff('programme')
const asItIs = { filled: null, problems: [] }
const goesOn = (_: unknown, notice: { readonly id: string } | null) => at(paths.notice, { uuid: notice?.id ?? '' })

/** Registers postponing and cancelling an event: a page says what will happen, then it happens (ADR 0089). */
export function registerScheduleChanges(app: FastifyInstance, context: Context): void {
  const readOne = (asked: Asked) => readConcerned(context, asked.request, idOf(asked))
  registerCancellation(app, context, readOne)
  registerPostponement(app, context, readOne)
}

type ReadOne = (asked: Asked) => Promise<Read>

function registerCancellation(app: FastifyInstance, context: Context, readOne: ReadOne): void {
  const url = paths.eventCancellation
  page(app, {
    url,
    access,
    method: 'GET',
    params: UuidParams,
    handler: async (asked) => {
      const shown = await readOne(asked)
      // An event that is cancelled already has a page that says how far that has come.
      const cancelled = shown.notices.find(({ kind }) => kind === 'cancelled')
      return cancelled
        ? asked.reply.redirect(goesOn(null, cancelled), 303)
        : showCancellation(context, asked, shown, asItIs)
    },
  })
  pressPage(app, {
    url,
    access,
    body: typedFields(cancellation),
    check: (pressed) => checked(cancellation, pressed).problems,
    act: (pressed) =>
      cancelEvent(context, pressed.tenant, pressed.actor, pressed.params.uuid, checked(cancellation, pressed).values),
    goesOn,
    show: async (pressed, problems) =>
      showCancellation(context, pressed, await readOne(pressed), {
        filled: filledIn(cancellation, pressed.body),
        problems,
      }),
  })
}

function registerPostponement(app: FastifyInstance, context: Context, readOne: ReadOne): void {
  const url = paths.eventPostponement
  detailPage(app, { url, access, read: readOne, show: (asked, shown) => showPostponement(asked, shown, asItIs) })
  pressPage(app, {
    url,
    access,
    body: { ...typedFields(postponement), from: DateTimeIn },
    check: (pressed) => checked(postponement, pressed).problems,
    act: (pressed) => {
      const { values } = checked(postponement, pressed)
      const from = instant(String(pressed.body.from), pressed.tenant.timeZone)
      return postponeOnce(context, pressed.request, pressed.params.uuid, { ...values, from })
    },
    goesOn,
    explain: (error, pressed) =>
      error.code === 'changed_meanwhile'
        ? asWhole(refusalTexts[pressed.language].errors.changed_meanwhile.detail)
        : explainRefusal(error, pressed),
    show: async (pressed, problems) =>
      showPostponement(pressed, await readOne(pressed), { filled: filledIn(postponement, pressed.body), problems }),
  })
}

/** Postpones an event, once for two presses of the same button. @throws AppError as postponeEvent */
export async function postponeOnce(
  context: Context,
  { tenant, actor }: FastifyRequest,
  id: string,
  wanted: NewDate,
): Promise<{ readonly id: string }> {
  try {
    return await postponeEvent(context, tenant, actor, id, wanted)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error
    const [event, notices] = await context.database.asTenant(tenant.id, (tx) =>
      Promise.all([getEvent(tx, id), listNotices(tx, id)]),
    )
    const last = notices.findLast(({ kind }) => kind === 'postponed')
    const { startsAt, locationId, stageId } = { ...event, ...wanted }
    const isAsWanted = startsAt.getTime() === event.startsAt.getTime() && locationId === event.locationId
    if (!last || !isAsWanted || stageId !== event.stageId) throw error
    return last
  }
}

type Sent = { readonly request: FastifyRequest; readonly body: object }

const checked = <const Of extends typeof cancellation | typeof postponement>(fields: Of, { request, body }: Sent) =>
  checkForm(fields, filledIn(fields, body), wordsOf(request.language), request)

/** Words of the fields of both forms. */
function wordsOf(language: Language): FieldWords<typeof cancellation & typeof postponement> {
  const { cancel, postpone, fields } = eventTexts[language]
  return {
    reason: cancel.reason,
    reasonHelp: cancel.reasonHelp,
    includesLetIn: cancel.letIn,
    startsAt: postpone.starts,
    startsAtHelp: postpone.along,
    startsAtMissing: fields.startsAtMissing,
  }
}

function showCancellation(
  context: Context,
  asked: Asked,
  { event, concerned }: Read,
  { filled, problems }: State<typeof cancellation>,
): string {
  const { language } = asked.request
  const words = eventTexts[language]
  const { effects } = words
  const { reservations, tickets, scanned, waiting, paid } = concerned
  const amounts = paid.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language))
  const isToCome = event.startsAt > context.now()
  const start = filled ?? { reason: '', let_in: isToCome ? 'true' : '' }
  const field = formFields(cancellation, { words: wordsOf(language), filled: start, problems })
  return showNoticeForm(asked, event, {
    title: (name) => words.cancel.title({ name }),
    lead: words.cancel.lead,
    effects: [
      effects.noSale,
      ...(reservations === 0
        ? [effects.nobody]
        : [
            ...(scanned === 0 ? [effects.cancelled({ reservations, tickets })] : []),
            ...(scanned > 0 && scanned < tickets ? [effects.unused({ count: tickets - scanned })] : []),
            ...whoIsMailed(concerned, effects.mails, asked.request),
          ]),
      ...(scanned === 0 ? [] : [effects.scanned({ count: scanned })]),
      ...(reservations === 0
        ? []
        : [amounts.length === 0 ? effects.noRefunds : effects.refunds({ amount: amounts.join(' + ') })]),
      ...(waiting === 0 || !reachesVisitors(asked.request) ? [] : [effects.waiting({ count: waiting })]),
      effects.forGood,
    ],
    action: at(paths.eventCancellation, { uuid: event.id }),
    problems,
    fields: (
      <>
        {field('reason', { rows: 3 })}
        {scanned > 0 ? field('includesLetIn') : null}
        {/* Somebody who books while this is read is refunded as the page would propose. */}
        {scanned === 0 && isToCome ? <input type="hidden" name="let_in" value="true" /> : null}
      </>
    ),
    button: tellingButton(words.cancel, asked.request),
    look: 'danger',
    keep: words.cancel.keep,
  })
}

function showPostponement(
  asked: Asked,
  { event, concerned }: Pick<Read, 'event' | 'concerned'>,
  { filled, problems }: State<typeof postponement>,
): string {
  if (event.cancelledAt !== null) throw refusedPostponement()
  const { language } = asked.request
  const words = eventTexts[language]
  const start = filled ?? filledFrom(postponement, event, asked.request)
  const field = formFields(postponement, { words: wordsOf(language), filled: start, problems })
  return showNoticeForm(asked, event, {
    title: (name) => words.postpone.title({ name }),
    lead: words.postpone.lead,
    effects: effectsOfPostponement({ event, concerned }, asked.request),
    action: at(paths.eventPostponement, { uuid: event.id }),
    hidden: <input type="hidden" name="from" value={event.startsAt.toISOString()} />,
    problems,
    fields: [field('startsAt'), field('reason', { rows: 3 })],
    button: tellingButton(words.postpone, asked.request),
    look: 'main',
    keep: words.postpone.keep,
  })
}

type ButtonWords = { readonly button: string; readonly buttonUnmailed: string }

/** The words of a button that tells everybody, which it does not promise where no mail leaves. */
export function tellingButton({ button, buttonUnmailed }: ButtonWords, request: FastifyRequest): string {
  return reachesVisitors(request) ? button : buttonUnmailed
}

/** Says what will happen to everybody who booked when an event is postponed. */
export function effectsOfPostponement(
  { event, concerned }: Pick<Read, 'event' | 'concerned'>,
  request: FastifyRequest,
): readonly string[] {
  const { language, tenant } = request
  const { timeZone } = tenant
  const { effects } = eventTexts[language]
  const { reservations, tickets, scanned, waiting } = concerned
  const end = momentText({ at: endOfEvent(event, timeZone), timeZone, language, now: null })
  return [
    ...(reservations === 0
      ? [effects.nobody]
      : [
          effects.stay({ reservations, tickets }),
          ...(scanned === 0 ? [] : [effects.again({ count: scanned, end: withinSentence(end, language) })]),
          ...whoIsMailed(concerned, effects.newDateMails, request),
          effects.mayCancel,
        ]),
    ...(waiting === 0 || !reachesVisitors(request) ? [] : [effects.waiting({ count: waiting })]),
  ]
}
