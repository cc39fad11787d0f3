/** When a price is sold; null is from the beginning, or to the end. The first moment belongs to it, the last does not. */
export type SaleWindow = { readonly saleStartsAt: Date | null; readonly saleEndsAt: Date | null }

export type SaleState = 'to_come' | 'open' | 'over'

export function saleState({ saleStartsAt, saleEndsAt }: SaleWindow, now: Date): SaleState {
  if (saleStartsAt !== null && now < saleStartsAt) return 'to_come'
  return saleEndsAt !== null && now >= saleEndsAt ? 'over' : 'open'
}

export function endsBeforeStart({ saleStartsAt, saleEndsAt }: SaleWindow): boolean {
  return saleStartsAt !== null && saleEndsAt !== null && saleEndsAt <= saleStartsAt
}

/** What staff looks for among the prices of everything. */
export const priceLists = ['kept', 'open', 'to_come', 'over', 'archived'] as const
export type PriceList = (typeof priceLists)[number]

type Listed = SaleWindow & {
  readonly archived: boolean
  readonly of: { readonly published: boolean; readonly archived: boolean }
}

/** A price is archived with what it is a price of, and is not sold while that is not on sale. */
export function isInList(list: PriceList, price: Listed, now: Date): boolean {
  const isKept = !price.archived && !price.of.archived
  switch (list) {
    case 'archived':
      return !isKept
    case 'kept':
      return isKept
    case 'open':
      return isKept && price.of.published && saleState(price, now) === 'open'
    case 'to_come':
    case 'over':
      return isKept && saleState(price, now) === list
  }
}
