import type { PaymentMethod } from '../payment/payment.ts'
import type { BackSum, DocumentKind, DocumentSum, LineSum, ReceivedSum } from './accounting.queries.ts'

/** What was sold, less what was credited; each adds up by itself. */
export type Sales = {
  readonly soldMinor: number
  readonly creditedMinor: number
  /** Sold less credited is net and VAT. */
  readonly netMinor: number
  readonly vatMinor: number
}

export type RateRow = Sales & {
  /** The VAT rate in hundredths of a percent; null: none is charged. */
  readonly rateHundredths: number | null
  /** VAT included: sold less credited. */
  readonly grossMinor: number
}

/** How many were sold and credited, and for how much. */
export type Quantities = Pick<Sales, 'soldMinor' | 'creditedMinor'> & {
  readonly quantity: number
  readonly credited: number
}

export type PriceRow = Quantities & {
  readonly key: string
  /** Null: as in `LineSum`. */
  readonly priceId: string | null
  readonly price: string
  readonly rateHundredths: number | null
}

/** A product with the sums of all its prices. */
export type ProductRow = Quantities & {
  readonly key: string
  /** The product's latest name in the period. */
  readonly product: string
  readonly prices: readonly PriceRow[]
}

/** A line of a table of what was sold. */
export type SoldRow = Omit<PriceRow, 'price' | 'priceId' | 'rateHundredths'> & {
  readonly product: string
  /** The price it is about; null: all prices of the product, at any rates. */
  readonly of: Pick<PriceRow, 'price' | 'rateHundredths'> | null
}

/** A line for each price; above those of a product that has several, one of all of them. */
export function soldRows(products: readonly ProductRow[]): readonly SoldRow[] {
  return products.flatMap(({ prices, ...product }) => [
    ...(prices.length > 1 ? [{ ...product, of: null }] : []),
    ...prices.map((row) => ({ ...row, key: `${product.key} ${row.key}`, product: product.product, of: row })),
  ])
}

type Documents = { readonly receipts: number; readonly creditNotes: number }

export type DayRow = Sales & Documents & { readonly day: string }

/** How the money moved. */
export type MethodRow = {
  readonly method: Exclude<PaymentMethod, 'free'>
  readonly payments: number
  readonly receivedMinor: number
  readonly refundedMinor: number
  /** Withdrawn by banks. */
  readonly withdrawnMinor: number
  readonly keptMinor: number
}

/** The books of a period in one currency. */
export type Accounts = Sales &
  Documents & {
    readonly currency: string
    readonly rates: readonly RateRow[]
    readonly products: readonly ProductRow[]
    readonly days: readonly DayRow[]
    readonly methods: readonly MethodRow[]
    readonly receivedMinor: number
    /** The part of what was received that paid for nothing and is refunded. Received = sold + this. */
    readonly unmatchedMinor: number
    readonly refundedMinor: number
    readonly withdrawnMinor: number
    readonly given: { readonly count: number; readonly worthMinor: number }
  }

export type Sums = {
  readonly documents: readonly DocumentSum[]
  readonly lines: readonly LineSum[]
  readonly received: readonly ReceivedSum[]
  readonly back: readonly BackSum[]
}

const methods = ['online', 'card', 'cash', 'transfer'] as const

/** The books of each currency that anything moved in; `first` is there in any case, and first. */
export function accountsOf(sums: Sums, first: string): readonly Accounts[] {
  const moved = [sums.documents, sums.received, sums.back].flat().map(({ currency }) => currency)
  const others = [...new Set(moved)].filter((currency) => currency !== first).toSorted()
  return [first, ...others].map((currency) => accountsIn(currency, sums))
}

function accountsIn(currency: string, sums: Sums): Accounts {
  const inIt = <Row extends { readonly currency: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.currency === currency)
  const [documents, received, back] = [inIt(sums.documents), inIt(sums.received), inIt(sums.back)]
  const vat = sharesOf(documents)
  const gifts = received.filter(({ method }) => method === 'free')
  return {
    currency,
    ...countsOf(documents),
    ...totalsOf(vat),
    rates: ratesOf(vat),
    products: productsOf(inIt(sums.lines)),
    days: accountDays(documents),
    methods: methodsOf(received, back),
    receivedMinor: total(received, ({ amountMinor }) => amountMinor),
    unmatchedMinor: total(received, ({ status, amountMinor }) => (status === 'rejected' ? amountMinor : 0)),
    ...goneOf(back),
    given: { count: total(gifts, ({ count }) => count), worthMinor: total(gifts, ({ givenMinor }) => givenMinor) },
  }
}

function total<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0)
}

function isOf(kind: DocumentKind) {
  return (row: { readonly kind: DocumentKind }) => row.kind === kind
}

function countsOf(documents: readonly DocumentSum[]) {
  const count = (kind: DocumentKind) => total(documents.filter(isOf(kind)), (row) => row.count)
  return { receipts: count('receipt'), creditNotes: count('credit_note') }
}

/** What documents of a kind say of a rate, together. */
type VatSum = DocumentSum['vat'][number] & Pick<DocumentSum, 'kind'>

function sharesOf(documents: readonly DocumentSum[]): readonly VatSum[] {
  return documents.flatMap(({ kind, vat, count }) =>
    vat.map(({ rateHundredths, ...share }) => ({
      kind,
      rateHundredths,
      grossMinor: share.grossMinor * count,
      netMinor: share.netMinor * count,
      vatMinor: share.vatMinor * count,
    })),
  )
}

/** A credit note takes off what a receipt put on. */
function totalsOf(vat: readonly VatSum[]) {
  const [sold, credited] = [vat.filter(isOf('receipt')), vat.filter(isOf('credit_note'))]
  return {
    soldMinor: total(sold, ({ grossMinor }) => grossMinor),
    creditedMinor: total(credited, ({ grossMinor }) => grossMinor),
    netMinor: total(sold, ({ netMinor }) => netMinor) - total(credited, ({ netMinor }) => netMinor),
    vatMinor: total(sold, ({ vatMinor }) => vatMinor) - total(credited, ({ vatMinor }) => vatMinor),
  }
}

/** The highest rate first, no VAT last. */
function ratesOf(vat: readonly VatSum[]): readonly RateRow[] {
  const byRate = Map.groupBy(vat, ({ rateHundredths }) => rateHundredths)
  return [...byRate]
    .toSorted(([left], [right]) => (right ?? -1) - (left ?? -1))
    .map(([rateHundredths, rows]) => {
      const sums = totalsOf(rows)
      return { rateHundredths, ...sums, grossMinor: sums.soldMinor - sums.creditedMinor }
    })
}

function accountDays(documents: readonly DocumentSum[]): readonly DayRow[] {
  const byDay = Map.groupBy(documents, ({ day }) => day)
  return [...byDay]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([day, ofDay]) => ({ day, ...countsOf(ofDay), ...totalsOf(sharesOf(ofDay)) }))
}

function productsOf(lines: readonly LineSum[]): readonly ProductRow[] {
  const byProduct = Map.groupBy(lines, ({ productId, product }) => productId ?? product)
  return [...byProduct]
    .map(([key, rows]) => {
      const prices = pricesOf(rows)
      return {
        key,
        product: latest(rows).product,
        prices,
        quantity: total(prices, ({ quantity }) => quantity),
        credited: total(prices, ({ credited }) => credited),
        soldMinor: total(prices, ({ soldMinor }) => soldMinor),
        creditedMinor: total(prices, ({ creditedMinor }) => creditedMinor),
      }
    })
    .toSorted((left, right) => right.soldMinor - left.soldMinor || byName(left.product, right.product))
}

/** A price whose rate was changed has a row for each. */
function pricesOf(lines: readonly LineSum[]): readonly PriceRow[] {
  const byPrice = Map.groupBy(lines, ({ priceId, price, rateHundredths }) => `${priceId ?? price} ${rateHundredths}`)
  return [...byPrice]
    .map(([key, rows]) => {
      const [sold, credited] = [rows.filter(isOf('receipt')), rows.filter(isOf('credit_note'))]
      const { priceId, price, rateHundredths } = latest(rows)
      return {
        key,
        priceId,
        price,
        rateHundredths,
        quantity: total(sold, ({ quantity }) => quantity),
        soldMinor: total(sold, ({ grossMinor }) => grossMinor),
        credited: total(credited, ({ quantity }) => quantity),
        creditedMinor: total(credited, ({ grossMinor }) => grossMinor),
      }
    })
    .toSorted((left, right) => right.soldMinor - left.soldMinor || byName(left.price, right.price))
}

/** Groups are never empty. */
function latest(rows: readonly LineSum[]): LineSum {
  return rows.reduce((last, row) => (row.lastNumber > last.lastNumber ? row : last))
}

/** Compares by code point, which is the same on every machine. */
function byName(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** The methods that money moved by. */
function methodsOf(received: readonly ReceivedSum[], back: readonly BackSum[]): readonly MethodRow[] {
  return methods.flatMap((method) => {
    const came = received.filter((row) => row.method === method)
    const went = back.filter((row) => row.method === method)
    if (came.length === 0 && went.length === 0) return []
    const receivedMinor = total(came, ({ amountMinor }) => amountMinor)
    const gone = goneOf(went)
    const keptMinor = receivedMinor - gone.refundedMinor - gone.withdrawnMinor
    return [{ method, payments: total(came, ({ count }) => count), receivedMinor, ...gone, keptMinor }]
  })
}

function goneOf(back: readonly BackSum[]) {
  return {
    refundedMinor: total(back, ({ isWithdrawn, amountMinor }) => (isWithdrawn ? 0 : amountMinor)),
    withdrawnMinor: total(back, ({ isWithdrawn, amountMinor }) => (isWithdrawn ? amountMinor : 0)),
  }
}
