import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { makeClosingDocument } from '../../features/accounting/make-closing-document.ts'
import { readPeriod } from '../../features/accounting/period.ts'
import { readAccounting, readBooksOf } from '../../features/accounting/read-accounting.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { csvForms } from '../../lib/csv.ts'
import { staff } from '../../http/route.ts'
import { sendFiguresSheet, sendFiguresTable } from '../../http/send-figures.ts'
import { paths } from '../../lib/paths.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { EnumIn, TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { sendDocument } from '../../http/send-document.ts'
import { tryDays } from '../kit/explain.ts'
import { showRoom } from '../kit/frame.tsx'
import { AccountsView } from './accounts.tsx'
import { registerDocumentPages } from './documents.tsx'
import { PeriodForm, PeriodHeading } from './period-form.tsx'

const access = staff('money')
const PeriodQuery = Type.Object({ from: Type.Optional(TextQuery), to: Type.Optional(TextQuery) })

/** Registers the books of a period: what was sold, credited and paid. */
export function registerAccountingPages(app: FastifyInstance, context: Context): void {
  registerDocumentPages(app, context)
  registerFiles(app, context)

  page(app, {
    method: 'GET',
    url: paths.accounting,
    access,
    query: PeriodQuery,
    handler: async (asked) => {
      const { tenant, language, query, reply } = asked
      const words = accountingTexts[language]
      const { read: period, problems } = tryDays(() => readPeriod(query, context.now(), tenant.timeZone), language)
      if (problems.length > 0) reply.code(400)
      const accounting = period && (await readAccounting(context, tenant, { period, event: null, isWhole: false }))
      return showRoom(
        asked,
        { title: words.title, area: 'accounting', lead: words.lead },
        <Problems problems={problems} title={words.refused} />,
        <PeriodForm typed={period ?? query} problems={problems} />,
        accounting ? (
          <>
            <PeriodHeading period={accounting.period} />
            <p class="muted">
              {words.midnight({ timeZone: tenant.timeZone })} {accounting.isRunning ? words.running : null}
            </p>
            <AccountsView accounting={accounting} />
          </>
        ) : null,
      )
    },
  })
}

/** Registers books as files. */
function registerFiles(app: FastifyInstance, context: Context): void {
  const query = Type.Object({ ...PeriodQuery.properties, event: Type.Optional(UuidIn) })
  type Of = { readonly tenant: Tenant; readonly query: Static<typeof query> }
  const booksOf = ({ tenant, query: asked }: Of) => readBooksOf(context, tenant, asked)

  page(app, {
    method: 'GET',
    url: paths.closingPdf,
    access,
    query,
    handler: async (asked) =>
      sendDocument(asked.reply, await makeClosingDocument(context, asked.tenant, await booksOf(asked), asked.language)),
  })

  page(app, {
    method: 'GET',
    url: paths.figuresXlsx,
    access,
    query,
    handler: async (asked) => sendFiguresSheet(context, asked, await booksOf(asked)),
  })

  page(app, {
    method: 'GET',
    url: paths.figuresCsv,
    access,
    query: Type.Object({ ...query.properties, form: Type.Optional(EnumIn(csvForms)) }),
    handler: async (asked) => sendFiguresTable(context, asked, await booksOf(asked), asked.query.form),
  })
}
