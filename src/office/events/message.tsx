import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { countLeftOut } from '../../features/event-notice/left-out.queries.ts'
import { mostMessage, mostSubject, sendMessage } from '../../features/event-notice/send-message.ts'
import { line, lines } from '../../lib/field.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { idOf } from '../kit/action-page.ts'
import { formFields } from '../kit/form-fields.tsx'
import { checkForm, type Filled, filledIn, typedFields } from '../kit/form-values.ts'
import { type NewState, newPage } from '../kit/new-page.ts'
import { reachesVisitors } from '../../pages/mail-server.ts'
import { NewKey } from '../kit/parts.tsx'
import { notMailed, readConcerned, showNoticeForm } from './notice-form.tsx'

const messageFields = {
  subject: line({ wire: 'subject', most: mostSubject, required: true }),
  text: lines({ wire: 'text', most: mostMessage, required: true }),
}

type FilledMessage = Filled<typeof messageFields>
type Begun = Awaited<ReturnType<typeof readConcerned>> & { readonly leftOut: Awaited<ReturnType<typeof countLeftOut>> }

/** Registers the message to everybody who comes: doors open earlier, bring a blanket. The page says how many it reaches. */
export function registerEventMessages(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url: paths.eventMessage,
    access: staff('programme'),
    params: UuidParams,
    body: typedFields(messageFields),
    begin: async (asked): Promise<Begun> => {
      const { tenant } = asked.request
      const leftOut = await context.database.asTenant(tenant.id, (tx) => countLeftOut(tx, idOf(asked)))
      return { ...(await readConcerned(context, asked.request, idOf(asked))), leftOut }
    },
    typed: (body) => filledIn(messageFields, body),
    check: ({ asked: { request }, filled }) =>
      checkForm(messageFields, filled, eventTexts[request.language].message, request),
    save: async ({ asked: { request }, begun: { event }, values, body: { key } }) => {
      const message = { ...values, id: key }
      const { id } = await sendMessage(context, request.tenant, request.actor, event.id, message)
      return at(paths.notice, { uuid: id })
    },
    explain: ({ code }, { request: { language } }) =>
      code === 'idempotency_mismatch' ? [{ field: null, detail: eventTexts[language].message.sentBefore }] : null,
    show: showMessage,
  })
}

function showMessage(asked: Asked, state: NewState<Begun, FilledMessage>): string {
  const { begun, key, problems } = state
  const { event, concerned, leftOut } = begun
  const { language } = asked.request
  const { effects, message: words } = eventTexts[language]
  const filled = state.filled ?? filledIn(messageFields, {})
  const field = formFields(messageFields, { words, filled, problems })
  return showNoticeForm(asked, event, {
    title: (name) => words.title({ name }),
    lead: words.lead,
    effects:
      concerned.reservations === 0
        ? [effects.nobody]
        : [
            words.reaches({
              reservations: concerned.reservations - concerned.unreached - concerned.erased - leftOut.bookings,
            }),
            ...(reachesVisitors(asked.request) ? [] : [unreachedTexts[language].unsent]),
            ...notMailed(concerned, language),
            ...(leftOut.people === 0 ? [] : [unreachedTexts[language].leftOut({ people: leftOut.people })]),
            words.later,
          ],
    action: at(paths.eventMessage, { uuid: event.id }),
    noValidate: true,
    hidden: <NewKey value={key} />,
    problems,
    fields: [field('subject'), field('text', { rows: 8 })],
    button: words.button,
    look: 'main',
    keep: words.keep,
  })
}
