import { amountText, percentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { settlementTexts } from '../../messages/documents/settlement.ts'
import type { Deal, Settlement } from './settlement.ts'

/** A deal in words: "€500.00 or 70%, whichever is more". */
export function dealText(
  { kind, guaranteeMinor, shareHundredths }: Omit<Deal, 'artistId'>,
  currency: string,
  language: Language,
): string {
  const guarantee = amountText(guaranteeMinor ?? 0, currency, language)
  return settlementTexts[language].deals[kind]({ guarantee, share: percentText(shareHundredths ?? 0, language) })
}

/** A line of a settlement as people read it. */
export type SettlementLine = {
  readonly key: string
  readonly what: string
  /** Whether somebody here typed it. */
  readonly isTyped: boolean
  /** The deal with an artist. */
  readonly detail: string
  /** What is taken off is below zero. */
  readonly amountMinor: number
}

/** Whether anything was typed in: without, there is nothing to divide. */
export function hasTerms({ costs, artists }: Settlement): boolean {
  return costs.length + artists.length > 0
}

/** From the takings to what remains to the organisation, which the last line says: the amounts before add up to it, but for what is left. */
export function dividedLines(settlement: Settlement, language: Language): readonly SettlementLine[] {
  const { currency, costs, artists } = settlement
  const words = settlementTexts[language]
  return [
    plain('takings', words.takings, settlement.takingsMinor),
    ...whereAny('withdrawn', words.withdrawn, settlement.withdrawnMinor),
    ...costs.map(({ label, amountMinor }, index) => ({
      ...plain(`cost ${index}`, label, less(amountMinor)),
      isTyped: true,
    })),
    plain('left', words.left, settlement.leftMinor),
    ...artists.map((deal) => ({
      ...plain(deal.artistId, deal.artist, less(deal.owedMinor)),
      isTyped: true,
      detail: dealText(deal, currency, language),
    })),
    plain('house', words.house, settlement.houseMinor),
  ]
}

/** From what is left to what is shared; nothing where no artist has a share. */
export function sharedLines(settlement: Settlement, language: Language): readonly SettlementLine[] {
  const words = settlementTexts[language]
  if (settlement.artists.every(({ shareHundredths }) => shareHundredths === null)) return []
  return [
    plain('left', words.left, settlement.leftMinor),
    ...whereAny('others', words.others, settlement.othersMinor),
    ...whereAny('guaranteed', words.guaranteed, settlement.guaranteedMinor),
    plain('shared', words.shared, settlement.sharedMinor),
  ]
}

function plain(key: string, what: string, amountMinor: number): SettlementLine {
  return { key, what, isTyped: false, detail: '', amountMinor }
}

function whereAny(key: string, what: string, amountMinor: number): readonly SettlementLine[] {
  return amountMinor === 0 ? [] : [plain(key, what, less(amountMinor))]
}

/** Zero has no sign. */
function less(amountMinor: number): number {
  return amountMinor === 0 ? 0 : -amountMinor
}
