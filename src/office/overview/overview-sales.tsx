import { totalOf } from '../../features/overview/overview.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { amountText, localeOf, momentText, withinSentence } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { Choice } from '../../pages/form/field.tsx'
import { useReader } from '../../pages/reader.ts'
import { BarChart } from '../kit/bar-chart.tsx'
import { daysOfSales, type OverviewProps } from './read-overview.ts'
import { Submit } from '../../pages/parts.tsx'

/** Recent bookings of one event or of all, compared with as many days before: tickets, and money for those who may see it. */
export function Sales({ overview, tenant, actor }: OverviewProps) {
  const { language, currency } = useReader()
  const words = overviewTexts[language]
  const number = new Intl.NumberFormat(language)
  const day = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  const { sales, salesEvents } = overview
  const [before, latest] = [sales.slice(0, daysOfSales), sales.slice(daysOfSales)]
  const seesMoney = hasStaffPermission(actor, tenant, 'money')
  const amount = (minor: number) => amountText(minor, currency, language)
  const said = ({ tickets, amountMinor }: ReturnType<typeof totalOf>) =>
    words.salesOf({ tickets, number: number.format(tickets), amount: seesMoney ? amount(amountMinor) : null })
  return (
    <section class="stack" id="sales">
      <h2>{words.sales}</h2>
      {salesEvents.length === 0 ? null : <ChooseEvent overview={overview} />}
      <p>
        {words.lastDays({ days: daysOfSales })} {said(totalOf(latest))}.
        <br />
        <span class="muted">
          {words.daysBefore({ days: daysOfSales })} {said(totalOf(before))}.
        </span>
      </p>
      {seesMoney ? <p class="muted small">{words.receivedHelp}</p> : null}
      <BarChart
        title={words.sales}
        asTable={words.asTable}
        columns={[
          words.day,
          words.tickets,
          words.ticketsBefore({ days: daysOfSales }),
          ...(seesMoney ? [words.received, words.receivedBefore({ days: daysOfSales })] : []),
        ]}
        other="beside"
        number={number}
        bars={latest.map((sold, index) => ({
          key: sold.day,
          label: day.format(new Date(`${sold.day}T00:00:00Z`)),
          value: sold.tickets,
          other: before[index]?.tickets ?? 0,
          more: seesMoney ? [amount(sold.amountMinor), amount(before[index]?.amountMinor ?? 0)] : [],
        }))}
      />
    </section>
  )
}

function ChooseEvent({ overview: { salesEvents, looked } }: Pick<OverviewProps, 'overview'>) {
  const reader = useReader()
  const words = overviewTexts[reader.language]
  const when = (at: Date) => withinSentence(momentText({ ...reader, at }), reader.language)
  return (
    <form method="get" action={`${paths.admin}#sales`} class="search">
      {looked.event === null ? null : <input type="hidden" name="event" value={looked.event} />}
      <Choice
        id="sales-event"
        name="sales"
        label={words.salesEvent}
        value={looked.sales ?? ''}
        options={[
          ['', words.allEvents],
          ...salesEvents.map(({ id, name, startsAt }) => [id, `${name}, ${when(startsAt)}`, true] as const),
        ]}
      />
      <Submit look="quiet">{words.show}</Submit>
    </form>
  )
}
