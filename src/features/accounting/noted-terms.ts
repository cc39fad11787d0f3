import { type Cost, type Deal, dealKinds } from './settlement.ts'

/** Costs and deals as the log of the organisation keeps them, in their own currency. */
type Noted<Term> = Term & { readonly currency: string }

/** "20000 EUR Sound and light" */
export function notedCost({ label, amountMinor }: Cost, currency: string): string {
  return `${amountMinor} ${currency} ${label}`
}

export function readNotedCost(text: string): Noted<Cost> | null {
  const [, amount, currency, label] = /^(\d+) ([A-Z]{3}) (.*)$/.exec(text) ?? []
  return currency === undefined || label === undefined ? null : { amountMinor: Number(amount), currency, label }
}

/** The id of the artist, the kind of the deal, and its fixed sum and share or "-": "… versus 50000 EUR 7000" */
export function notedDeal({ artistId, kind, guaranteeMinor, shareHundredths }: Deal, currency: string): string {
  return [artistId, kind, guaranteeMinor ?? '-', currency, shareHundredths ?? '-'].join(' ')
}

export function readNotedDeal(text: string): Noted<Deal> | null {
  const [artistId = '', kindText, guarantee, currency = '', share] = text.split(' ')
  const kind = dealKinds.find((one) => one === kindText)
  if (kind === undefined) return null
  const number = (noted: string | undefined) => (noted === '-' ? null : Number(noted))
  return { artistId, kind, guaranteeMinor: number(guarantee), currency, shareHundredths: number(share) }
}
