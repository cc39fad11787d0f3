import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import type { Fact } from '../mail/letter.ts'

/** The refund of a cancellation, as far as whoever booked is told of it. */
export type RefundNotice = {
  readonly amountMinor: number
  readonly currency: string
  /** `desk`: to be had there. `handed_over`: it was, at the moment of the cancellation. */
  readonly way: 'online' | 'desk' | 'handed_over'
}

type Words = {
  readonly amount: string
  readonly how: Readonly<Record<RefundNotice['way'], (amount: string) => string>>
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    amount: 'Refund',
    how: {
      online: (amount) =>
        `${amount} goes back to you the way you paid, and is on your card or account within a few days.`,
      desk: (amount) => `${amount} is given back to you at the box office.`,
      handed_over: (amount) => `${amount} was given back to you at the box office.`,
    },
  },
  fr: {
    amount: 'Remboursement',
    how: {
      online: (amount) =>
        `${amount} vous sont rendus par le moyen de votre paiement, et arrivent sur votre carte ou votre compte en quelques jours.`,
      desk: (amount) => `${amount} vous seront rendus à la billetterie.`,
      handed_over: (amount) => `${amount} vous ont été rendus à la billetterie.`,
    },
  },
}

/** What a mail says of it; nothing where nothing is refunded. */
export function describeRefund(
  back: RefundNotice | null,
  language: Language,
): { readonly paragraphs: readonly string[]; readonly facts: readonly Fact[] } {
  if (back === null) return { paragraphs: [], facts: [] }
  const amount = amountText(back.amountMinor, back.currency, language)
  return {
    paragraphs: [words[language].how[back.way](amount)],
    facts: [{ label: words[language].amount, value: amount }],
  }
}
