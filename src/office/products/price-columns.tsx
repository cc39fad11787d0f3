import type { ComponentChildren } from 'preact'
import type { Price } from '../../features/catalog/catalog.queries.ts'
import { saleState } from '../../features/catalog/price.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { productTexts } from '../../messages/office/product.ts'
import { When } from '../../pages/format.tsx'
import { NameLink } from '../kit/parts.tsx'
import { priceAmount } from './price-amount.ts'
import { useTexts } from '../../pages/reader.ts'

type Reader = { readonly tenant: Tenant; readonly now: Date; readonly language: Language }

/** Columns of every list of prices. */
export function priceColumns(reader: Reader) {
  const { prices } = productTexts[reader.language]
  return {
    name: {
      name: prices.columns.name,
      show: ({ id, name }: Price) => <NameLink href={at(paths.price, { uuid: id })}>{name}</NameLink>,
    },
    amount: {
      name: prices.columns.amount,
      figures: true,
      show: (price: Price) => priceAmount(price, reader.tenant, reader.language),
    },
    sale: { name: prices.columns.sale, show: (price: Price) => <Sale price={price} {...reader} /> },
  } as const
}

function Sale({ price, now }: Reader & { readonly price: Price }): ComponentChildren {
  const words = useTexts(productTexts).prices.sale
  if (price.archived) return <span class="muted">{words.archived}</span>
  switch (saleState(price, now)) {
    case 'over':
      return <span class="muted">{words.over}</span>
    case 'to_come':
      return (
        <>
          {words.from} {price.saleStartsAt === null ? null : <When at={price.saleStartsAt} withinSentence />}
        </>
      )
    case 'open':
      return price.saleEndsAt === null ? (
        words.open
      ) : (
        <>
          {words.until} <When at={price.saleEndsAt} withinSentence />
        </>
      )
  }
}
