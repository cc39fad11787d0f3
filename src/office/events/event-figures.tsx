import type { Accounting } from '../../features/accounting/read-accounting.ts'
import type { Cost } from '../../features/accounting/settlement.ts'
import type { Event } from '../../features/event/event.queries.ts'
import type { SoldPrice } from '../../features/overview/event-figures.queries.ts'
import { amountText, dayText, localeOf, numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { eventOverviewTexts } from '../../messages/office/event-overview.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { Go, Section } from '../../pages/parts.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { hasMoved, Methods } from '../accounting/accounts.tsx'
import { BarChart } from '../kit/bar-chart.tsx'
import { Tiles } from '../kit/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import type { EventOverview } from './read-event-overview.ts'

type SoldPricesProps = {
  readonly prices: readonly SoldPrice[]
  /** The places of the event that are left; null: it has no limit. */
  readonly placesLeft: number | null
  /** The books of the event; null: they are not for this person. */
  readonly accounting: Accounting | null
}

/** Lists what was sold, price by price, with what is left. */
export function SoldPrices({ prices, placesLeft, accounting }: SoldPricesProps) {
  const { language } = useReader()
  const [words, columns] = [eventOverviewTexts[language], overviewTexts[language]]
  const count = (of: 'sold' | 'held') =>
    numberText(
      prices.reduce((sum, price) => sum + price[of], 0),
      language,
    )
  // Nobody gets a ticket of a price that is left once the event is full.
  const left = (price: SoldPrice) => (placesLeft === null ? price.left : Math.min(price.left ?? placesLeft, placesLeft))
  const leftText = (count: number | null) => (count === null ? words.noLimit : numberText(count, language))
  const takings = takingsOf(accounting, language)
  return (
    <Section id="by-price" title={words.byPrice}>
      {prices.length === 0 ? <p class="empty">{words.noPrices}</p> : null}
      {prices.length === 0 ? null : (
        <DataTable
          label={words.byPrice}
          rows={prices}
          keyOf={({ id }) => id}
          columns={[
            {
              name: accountingTexts[language].price,
              show: ({ product, price }) => <Written>{`${product} · ${price}`}</Written>,
              total: accountingTexts[language].total,
            },
            { name: columns.sold, figures: true, show: ({ sold }) => numberText(sold, language), total: count('sold') },
            { name: columns.held, figures: true, show: ({ held }) => numberText(held, language), total: count('held') },
            { name: columns.left, figures: true, show: (price) => leftText(left(price)), total: leftText(placesLeft) },
            ...(takings === null
              ? []
              : [{ name: words.takings, figures: true, show: ({ id }: SoldPrice) => takings.get(id) ?? null }]),
          ]}
        />
      )}
    </Section>
  )
}

/** What each price brought, less what was credited, in each currency that it was sold in. */
function takingsOf(books: Accounting | null, language: Language): ReadonlyMap<string, string> | null {
  if (books === null) return null
  const sold = books.accounts.flatMap(({ currency, products }) =>
    products
      .flatMap(({ prices }) => prices)
      .map(({ priceId, soldMinor, creditedMinor }) => ({ priceId, currency, minor: soldMinor - creditedMinor })),
  )
  const texts = [...Map.groupBy(sold, ({ priceId, currency }) => `${priceId} ${currency}`).values()].map((rows) => {
    const [{ priceId = null, currency = '' } = {}] = rows
    return [
      priceId ?? '',
      amountText(
        rows.reduce((sum, { minor }) => sum + minor, 0),
        currency,
        language,
      ),
    ] as const
  })
  const byPrice = Map.groupBy(texts, ([id]) => id)
  return new Map([...byPrice].map(([id, ofPrice]) => [id, ofPrice.map(([, text]) => text).join(' + ')]))
}

type EventMoneyProps = {
  readonly event: Event
  readonly accounting: Accounting
  /** What was typed in at the settlement. */
  readonly costs: readonly Cost[]
}

/** Says what came in for an event, and how, and what of costs is known; nothing where nothing came in. */
export function EventMoney({ event, accounting, costs }: EventMoneyProps) {
  const { language, currency } = useReader()
  const [words, columns] = [eventOverviewTexts[language], accountingTexts[language]]
  const moved = accounting.accounts.filter(hasMoved)
  if (moved.length === 0) return null
  const costsMinor = costs.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return (
    <Section id="money" title={words.money}>
      {moved.map((accounts) => {
        const amount = (minor: number) => amountText(minor, accounts.currency, language)
        const kept = accounts.receivedMinor - accounts.refundedMinor - accounts.withdrawnMinor
        return (
          <div key={accounts.currency} class="stack">
            <Tiles
              money
              of={[
                { name: columns.received, value: amount(accounts.receivedMinor) },
                { name: columns.refunded, value: amount(accounts.refundedMinor) },
                accounts.withdrawnMinor === 0
                  ? null
                  : { name: columns.withdrawn, value: amount(accounts.withdrawnMinor) },
                { name: columns.kept, value: amount(kept) },
                { name: columns.vat, value: amount(accounts.vatMinor) },
              ]}
            />
            <Methods {...{ accounts, amount, language }} />
          </div>
        )
      })}
      <p class="muted">
        {costs.length === 0 ? words.noCosts : words.costs({ amount: amountText(costsMinor, currency, language) })}
      </p>
      <Go to={at(paths.eventSettlement, { uuid: event.id })}>{words.toSettlement}</Go>
    </Section>
  )
}

/** Draws what was booked day by day, beside the event before at the same distance. */
export function EventSales({ sales, before }: Pick<EventOverview, 'sales' | 'before'>) {
  const reader = useReader()
  const { language } = reader
  const [words, columns] = [eventOverviewTexts[language], overviewTexts[language]]
  const counts = [...sales, ...(before?.sales ?? [])].map(({ tickets }) => tickets)
  if (counts.every((count) => count === 0)) return null
  const label = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  return (
    <Section id="sales" title={words.sales}>
      {before ? (
        <p class="muted">
          <Written>
            {words.besideBefore({ name: before.name, day: dayText({ ...reader, at: before.startsAt }) })}
          </Written>
        </p>
      ) : null}
      <BarChart
        title={words.sales}
        asTable={columns.asTable}
        columns={[columns.day, words.thisEvent, ...(before ? [words.eventBefore] : [])]}
        {...(before ? { other: 'beside' as const } : {})}
        number={new Intl.NumberFormat(language)}
        bars={sales.map(({ day, tickets }, index) => ({
          key: day,
          label: label.format(new Date(`${day}T00:00:00Z`)),
          value: tickets,
          other: before?.sales[index]?.tickets ?? 0,
        }))}
      />
    </Section>
  )
}
