import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { makeClosingDocument } from '../../features/accounting/make-closing-document.ts'
import { type Period, readPeriod } from '../../features/accounting/period.ts'
import { readAccounting } from '../../features/accounting/read-accounting.ts'
import { csvForms } from '../../lib/csv.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { sendFiguresSheet, sendFiguresTable } from '../../http/send-figures.ts'
import { paths } from '../../lib/paths.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { sendDocument } from '../../http/send-document.ts'
import { explainFields } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { AccountsView } from './accounts.tsx'
import { registerDocumentPages } from './documents.tsx'
import { PeriodForm, PeriodHeading } from './period-form.tsx'

const PeriodQuery = Type.Object({ from: Type.Optional(TextQuery), to: Type.Optional(TextQuery) })

/** The books of a period: what was sold, credited and paid. */
export function registerAccountingPages(app: FastifyInstance, context: Context): void {
  const access = staff('money')
  registerDocumentPages(app, context)

  page(app, {
    method: 'GET',
    url: paths.accounting,
    access,
    query: PeriodQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = accountingTexts[language]
      const now = context.now()
      const asked = tryPeriod(() => readPeriod(query, now, tenant.timeZone), language)
      if (asked.problems.length > 0) reply.code(400)
      const accounting = asked.period && (await readAccounting(context, tenant, asked.period))
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'accounting' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          <Problems problems={asked.problems} title={words.refused} />
          <PeriodForm
            typed={asked.period ?? query}
            now={now}
            timeZone={tenant.timeZone}
            problems={asked.problems}
            language={language}
          />
          {accounting ? (
            <>
              <PeriodHeading period={accounting.period} language={language} />
              <p class="muted">
                {words.midnight({ timeZone: tenant.timeZone })} {accounting.isRunning ? words.running : null}
              </p>
              <AccountsView accounting={accounting} language={language} />
            </>
          ) : null}
        </div>,
      )
    },
  })

  page(app, {
    method: 'GET',
    url: paths.closingPdf,
    access,
    query: PeriodQuery,
    handler: async ({ tenant, language, query, reply }) => {
      const period = readPeriod(query, context.now(), tenant.timeZone)
      return sendDocument(reply, await makeClosingDocument(context, tenant, period, language))
    },
  })

  page(app, {
    method: 'GET',
    url: paths.figuresXlsx,
    access,
    query: PeriodQuery,
    handler: ({ tenant, language, query, reply }) => {
      const period = readPeriod(query, context.now(), tenant.timeZone)
      return sendFiguresSheet(context, { tenant, language, reply }, period)
    },
  })

  page(app, {
    method: 'GET',
    url: paths.figuresCsv,
    access,
    query: Type.Object({ ...PeriodQuery.properties, form: Type.Optional(EnumIn(csvForms)) }),
    handler: ({ tenant, language, query, reply }) => {
      const period = readPeriod(query, context.now(), tenant.timeZone)
      return sendFiguresTable(context, { tenant, language, reply }, period, query.form)
    },
  })
}

type Asked = { readonly period: Period | null; readonly problems: readonly FormProblem[] }

/** What is wrong with the days is said beside them. */
function tryPeriod(read: () => Period, language: Language): Asked {
  try {
    return { period: read(), problems: [] }
  } catch (error) {
    const problems = error instanceof AppError ? explainFields(error, language) : null
    if (problems === null) throw error
    return { period: null, problems }
  }
}
