import type { FastifyReply, FastifyRequest } from 'fastify'
import { tenantNewTexts } from '../../texts/tenant-new-texts.ts'
import { Field } from '../form/field.tsx'
import { showPage } from '../page.ts'

type RequestCodePage = {
  readonly email: string
  /** Makes the code good in this browser only. */
  readonly handle: string
  /** What was wrong with the code that was typed. */
  readonly problem: string | null
}

/** What to do once the mail is sent. */
export function showRequestCode(
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { email, handle, problem }: RequestCodePage,
): string {
  const words = tenantNewTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.sentTitle },
    <div class="stack narrow">
      <h1>{words.sentTitle}</h1>
      <p class="lead">{words.sent(email)}</p>
      <form method="post" action="/tenant/new/code/" noValidate>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="handle" value={handle} />
        <Field
          id="code"
          class="code"
          label={words.code}
          problems={problem === null ? [] : [{ field: 'code', detail: problem }]}
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={20}
          required
        />
        <button class="button" type="submit">
          {words.codeButton}
        </button>
      </form>
      <p>
        <a href="/tenant/new/">{words.again}</a>
      </p>
      <p class="muted small">{words.enough}</p>
    </div>,
  )
}
