import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { longestReport, type PageReportKind, pageReportKinds } from '../../features/tenant/page-report.ts'
import { reportPage } from '../../features/tenant/report-page.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { pageReportTexts } from '../../messages/mail/page-report.ts'
import { errorTexts } from '../../messages/site/error.ts'
import { reportTexts } from '../../messages/site/report.ts'
import { MachineText, Maybe, TextQuery, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import { EmailField, LongField } from '../../pages/form/field.tsx'
import { Kinds } from '../../pages/form/kinds.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page, showPage } from '../../pages/page.ts'
import { reportedPath, reportPath } from '../../pages/reported-path.ts'
import type { Asked } from '../../http/route.ts'

const ReportQuery = Type.Object({ page: Type.Optional(TextQuery), done: Type.Optional(TextQuery) })

/** Mild on purpose: what is wrong in it is said by the page. */
const Typed = Maybe(TypedText({ max: 2_000 }))
const ReportBody = Type.Object({
  page: Maybe(MachineText({ max: 2_000 })),
  kind: Typed,
  email: Typed,
  homepage: Typed,
  text: Maybe(TypedLongText({ max: 20_000 })),
})

type Filled = Readonly<Record<'page' | 'kind' | 'text' | 'email', string>>

/** Where a visitor tells whoever runs the server that something is wrong with a page (ADR 0237). The organisation does not hear of it. */
export function registerReport(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: reportPath,
    query: ReportQuery,
    handler: ({ query, request, reply }) => {
      const page = pageOf(query.page)
      if (query.done === 'sent') return showSent({ request, reply }, page)
      return showForm({ request, reply }, { page, kind: '', text: '', email: '' }, [])
    },
  })

  page(app, {
    method: 'POST',
    url: reportPath,
    forms: true,
    body: ReportBody,
    handler: async ({ tenant, language, body, request, reply }) => {
      const filled = filledIn(body)
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showForm({ request, reply }, filled, problems)
      }
      const { page, kind, text, email } = filled
      const problems = problemsOf(filled, language)
      if (problems.length > 0 || !isKind(kind)) return again(problems, errorStatus.validation_failed)
      try {
        await countRequest(context, reply, 'page_report', addressOf(request))
        // People never see that field; whoever fills it in is told what people are told.
        if (!body.homepage)
          await reportPage(
            context,
            tenant,
            {
              path: page,
              kind,
              text,
              email: email === '' ? null : normalizeEmail(email),
              reportedFrom: context.secrets.mac('network of a report', addressOf(request)),
            },
            context.config.rateLimit,
          )
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
        return again([{ field: null, detail: explain(error, reply, language) }], errorStatus[error.code])
      }
      return reply.redirect(`${reportPath}?${new URLSearchParams({ page, done: 'sent' })}`, 303)
    },
  })
}

/** The home page, when none is said. @throws AppError validation_failed: no page of this host */
function pageOf(asked: string | null | undefined): string {
  const path = reportedPath(asked || '/')
  if (path === null) throw new AppError('validation_failed')
  return path
}

function filledIn({ page, kind, text, email }: Static<typeof ReportBody>): Filled {
  return { page: pageOf(page), kind: kind ?? '', text: text ?? '', email: email ?? '' }
}

const isKind = (kind: string): kind is PageReportKind => pageReportKinds.some((one) => one === kind)

function problemsOf({ kind, text, email }: Filled, language: Language): readonly FormProblem[] {
  const { wrong } = reportTexts[language]
  const problems = [
    !isKind(kind) && { field: 'kind', detail: wrong.kind },
    text.length > longestReport && { field: 'text', detail: wrong.text },
    email !== '' && !isEmail(normalizeEmail(email)) && { field: 'email', detail: wrong.email },
  ]
  return problems.filter((problem) => problem !== false)
}

/** On the form, where nothing of it is lost. */
function explain({ details }: AppError, reply: FastifyReply, language: Language): string {
  const { retryAfterSeconds: seconds } = details
  if (seconds === undefined) return reportTexts[language].enough
  reply.header('retry-after', seconds)
  const { tooMany, retryAfter } = errorTexts[language]
  return `${tooMany.detail} ${retryAfter({ seconds })}`
}

function showForm(asked: Asked, filled: Filled, problems: readonly FormProblem[]): string {
  const { language, tenant } = asked.request
  const words = reportTexts[language]
  return showPage(
    asked,
    { title: words.title, forms: 'checked' },
    <div class="stack narrow">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead({ organisation: organisationName(tenant) })}</p>
      <form method="post" action={reportPath} noValidate>
        <Problems problems={problems} title={words.refused} />
        <input type="hidden" name="page" value={filled.page} />
        <div class="trap">
          <label for="homepage">{words.trap}</label>
          <input id="homepage" name="homepage" autocomplete="off" tabIndex={-1} />
        </div>
        <dl class="facts">
          <div>
            <dt>{words.page}</dt>
            <dd>{filled.page}</dd>
          </div>
        </dl>
        <Kinds
          id="kind"
          label={words.kind}
          kinds={pageReportKinds.map((kind) => [
            kind,
            { name: pageReportTexts[language][kind], what: words.kinds[kind] },
          ])}
          chosen={filled.kind}
          problems={problems}
        />
        <LongField
          id="text"
          label={words.text}
          note={words.optional}
          help={words.textHelp}
          problems={problems}
          value={filled.text}
          rows={4}
          maxLength={longestReport}
        />
        <EmailField
          label={words.email}
          note={words.optional}
          help={words.emailHelp}
          problems={problems}
          value={filled.email}
          required={false}
        />
        <p class="muted small">{words.kept}</p>
        <button class="button" type="submit">
          {words.button}
        </button>
      </form>
    </div>,
  )
}

function showSent(asked: Asked, path: string): string {
  const words = reportTexts[asked.request.language]
  return showPage(
    asked,
    { title: words.sentTitle },
    <div class="stack narrow">
      <h1>{words.sentTitle}</h1>
      <p class="lead" role="status">
        {words.sent}
      </p>
      <a class="button quiet" href={path}>
        {words.back}
      </a>
    </div>,
  )
}
