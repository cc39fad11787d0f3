import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { readAccounting, wholePeriod } from '../../features/accounting/read-accounting.ts'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { eventOverviewTexts } from '../../messages/office/event-overview.ts'
import { AccountsView } from '../accounting/accounts.tsx'
import { detailPage } from '../kit/edit-page.ts'
import { showEventTab } from './event-frame.tsx'
import { readEvent } from './event-more.tsx'

/** Registers the settlement of an event: what its bookings brought, by price, VAT rate and way of payment. */
export function registerEventSettlement(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: paths.eventSettlement,
    access: staff('money'),
    read: async (asked, id) => {
      const event = await readEvent(context, asked, id)
      const { tenant } = asked.request
      const of = { period: wholePeriod(context, tenant, event), event }
      return { event, accounting: await readAccounting(context, tenant, of) }
    },
    show: (asked, { event, accounting }) => {
      const words = eventOverviewTexts[asked.request.language]
      return showEventTab(
        asked,
        { event, tab: 'settlement' },
        <>
          <h2>{words.tabs.settlement}</h2>
          <p class="prose">{words.settlementLead}</p>
          <AccountsView accounting={accounting} nothing={words.nothingMoved} />
        </>,
      )
    },
  })
}
