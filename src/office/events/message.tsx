import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countLeftOut } from '../../features/event-notice/left-out.queries.ts'
import { mostMessage, mostSubject, sendMessage } from '../../features/event-notice/send-message.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { unreachedTexts } from '../../messages/office/unreached.ts'
import { Maybe, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { Field, LongField } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { readTyped } from '../kit/typed.ts'
import { notMailed, readConcerned, showNoticeForm } from './notice-form.tsx'

const MessageBody = Type.Object({
  key: UuidIn,
  subject: Maybe(TypedText({ max: 1000 })),
  text: Maybe(TypedLongText({ max: 20_000 })),
})

type Form = {
  readonly filled: { readonly subject: string; readonly text: string }
  readonly problems: readonly FormProblem[]
}

/** A word to everybody who comes: doors open earlier, bring a blanket. The page says how many it reaches. */
export function registerEventMessages(app: FastifyInstance, context: Context): void {
  const url = paths.eventMessage
  const access = staff('programme')

  page(app, {
    method: 'GET',
    url,
    access,
    params: UuidParams,
    handler: ({ params, request, reply }) =>
      showMessage(context, { request, reply }, params.uuid, { filled: { subject: '', text: '' }, problems: [] }),
  })

  page(app, {
    method: 'POST',
    url,
    access,
    forms: true,
    params: UuidParams,
    body: MessageBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const words = eventTexts[language].message
      const { tooLong } = deskTexts[language].problems
      const filled = { subject: body.subject ?? '', text: body.text ?? '' }
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showMessage(context, { request, reply }, params.uuid, { filled, problems })
      }
      const typed = readTyped(tenant)
      const subject = typed.text('subject', filled.subject, mostSubject, tooLong)
      const text = typed.text('text', filled.text, mostMessage, tooLong)
      if (subject === null) typed.wrong('subject', words.subjectMissing)
      if (text === null) typed.wrong('text', words.textMissing)
      if (subject === null || text === null || typed.problems.length > 0) {
        return again(typed.problems, 400)
      }
      try {
        const message = { id: body.key, subject, text }
        const notice = await sendMessage(context, tenant, actor, params.uuid, message)
        return reply.redirect(at(paths.notice, { uuid: notice.id }), 303)
      } catch (error) {
        // They went back, changed something and sent it again; the form that is shown now is another one.
        if (!(error instanceof AppError && error.code === 'idempotency_mismatch')) throw error
        return again([{ field: null, detail: words.sentBefore }], errorStatus[error.code])
      }
    },
  })
}

async function showMessage(context: Context, asked: Asked, id: string, { filled, problems }: Form) {
  const { event, concerned } = await readConcerned(context, asked.request, id)
  const { tenant, language } = asked.request
  const leftOut = await context.database.asTenant(tenant.id, (tx) => countLeftOut(tx, id))
  const { effects, message: words } = eventTexts[language]
  return showNoticeForm(context, asked, event, {
    title: (name) => words.title({ name }),
    lead: words.lead,
    effects:
      concerned.reservations === 0
        ? [effects.nobody]
        : [
            words.reaches({
              reservations: concerned.reservations - concerned.unreached - concerned.erased - leftOut.bookings,
            }),
            ...notMailed(concerned, language),
            ...(leftOut.people === 0 ? [] : [unreachedTexts[language].leftOut({ people: leftOut.people })]),
            words.later,
          ],
    form: (
      <form method="post" action={at(paths.eventMessage, { uuid: event.id })} class="narrow" noValidate>
        <input type="hidden" name="key" value={newId()} />
        <Problems problems={problems} title={deskTexts[language].refused} />
        <Field
          id="subject"
          label={words.subject}
          help={words.subjectHelp}
          maxLength={mostSubject}
          problems={problems}
          value={filled.subject}
          required
        />
        <LongField
          id="text"
          label={words.text}
          rows={8}
          maxLength={mostMessage}
          problems={problems}
          value={filled.text}
          required
        />
        <div class="actions">
          <button class="button" type="submit">
            {words.button}
          </button>
          <a class="button quiet" href={at(paths.event, { uuid: event.id })}>
            {words.keep}
          </a>
        </div>
      </form>
    ),
  })
}
