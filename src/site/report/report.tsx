import { type Static, Type } from 'typebox'
import { AppError, errorStatus } from '../../errors.ts'
import { longestReport, type PageReportKind, pageReportKinds } from '../../features/tenant/page-report.ts'
import { reportPage } from '../../features/tenant/report-page.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { pageReportTexts } from '../../messages/mail/page-report.ts'
import { reportTexts } from '../../messages/site/report.ts'
import { MachineText, Maybe, TextQuery, TypedLongText, TypedText } from '../../http/wire/schemas.ts'
import { EmailField, LongField } from '../../pages/form/field.tsx'
import { Kinds } from '../../pages/form/kinds.tsx'
import { asWhole, type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { Trap, tooManyNow } from '../../pages/form/strangers.tsx'
import { showNarrow, showPage } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { Facts, QuietLink, Submit } from '../../pages/parts.tsx'
import { reportedPath } from '../../pages/reported-path.ts'
import type { Asked } from '../../http/route.ts'

const ReportQuery = Type.Object({ page: Type.Optional(TextQuery), done: Type.Optional(TextQuery) })

/** A text as it was typed. Mild on purpose: what is wrong in it is said by the page. */
const Typed = Maybe(TypedText({ max: 2_000 }))
const ReportBody = Type.Object({
  page: Maybe(MachineText({ max: 2_000 })),
  kind: Typed,
  email: Typed,
  homepage: Typed,
  text: Maybe(TypedLongText({ max: 20_000 })),
})

type Filled = Readonly<Record<'page' | 'kind' | 'text' | 'email', string>>

const pages = pageSection({ url: visitorPaths.report })

/**
 * The form by which a visitor tells the people who run the server that something is wrong with a page (ADR 0237). The organisation does not
 * hear of it.
 */
export const registerReport = pages.register

pages.get('', {
  query: ReportQuery,
  handler: (asked) => {
    const page = pageOf(asked.query.page)
    if (asked.query.done === 'sent') return showSent(asked, page)
    return showForm(asked, { page, kind: '', text: '', email: '' }, [])
  },
})

pages.post('', {
  body: ReportBody,
  handler: async (asked) => {
    const { context, tenant, language, body, request, reply } = asked
    const filled = filledIn(body)
    const again = (problems: readonly FormProblem[], status: number) => {
      reply.code(status)
      return showForm(asked, filled, problems)
    }
    const { page, kind, text, email } = filled
    const problems = problemsOf(filled, language)
    if (problems.length > 0 || !isKind(kind)) return again(problems, errorStatus.validation_failed)
    const report = {
      path: page,
      kind,
      text,
      email: email === '' ? null : normalizeEmail(email),
      reportedFrom: context.secrets.mac('network of a report', addressOf(request)),
    }
    try {
      await countRequest(context, reply, 'page_report', addressOf(request))
      // People never see that field; a program that fills it in is answered as a person would be.
      if (!body.homepage) await reportPage(context, tenant, report, context.config.rateLimit)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
      return again(tooManyNow(error, asked) ?? asWhole(reportTexts[language].enough), errorStatus[error.code])
    }
    return reply.redirect(at(visitorPaths.report, {}, { page, done: 'sent' }), 303)
  },
})

/**
 * Reads the reported page; the home page, when none is given.
 *
 * @throws AppError validation_failed: no page of this host
 */
function pageOf(asked: string | null | undefined): string {
  const path = reportedPath(asked || visitorPaths.home)
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

function showForm(asked: Asked, filled: Filled, problems: readonly FormProblem[]): string {
  const { language, tenant } = asked.request
  const words = reportTexts[language]
  return showNarrow(
    asked,
    { title: words.title, lead: words.lead({ organisation: organisationName(tenant) }), forms: 'checked' },
    <form method="post" action={visitorPaths.report} noValidate>
      <Problems problems={problems} title={words.refused} />
      <input type="hidden" name="page" value={filled.page} />
      <Trap label={words.trap} />
      <Facts facts={[[words.page, filled.page]]} />
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
      <Submit>{words.button}</Submit>
    </form>,
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
      <QuietLink to={path}>{words.back}</QuietLink>
    </div>,
  )
}
