import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { freeSeating } from './ticket.ts'
import type { TicketFacts } from './ticket-document.queries.ts'
import { ticketTexts } from '../../messages/documents/ticket.ts'

/** What a ticket says in words, on paper and in a wallet alike. */

type TicketFact = TicketFacts['tickets'][number]

/** The holder's name; '' when nobody is named on it. */
export function holderOf({ firstName, lastName }: TicketFact): string {
  return `${firstName} ${lastName}`.trim()
}

/** The price in words: "Concert, Full price · €12.00". */
export function priceOf(ticket: TicketFact, currency: string, language: Language): string {
  const { productName, priceName, amountMinor } = ticket
  const sold = productName === priceName ? [priceName] : [productName, priceName]
  const amount = amountMinor === 0 ? ticketTexts[language].free : amountText(amountMinor, currency, language)
  return `${sold.join(', ')} · ${amount}`
}

export function seatOf({ seat }: TicketFact, language: Language): string {
  return seat === freeSeating ? ticketTexts[language].freeSeating : seat
}

/** The lines of the place: the name of place and stage, then the address; may be empty. */
export function placeLinesOf({
  locationName,
  stageName,
  address,
  postalCode,
  city,
}: TicketFacts['event']): readonly string[] {
  const isGiven = (part: string | null) => part !== null && part !== ''
  // A house with one stage often gives both the same name.
  const stage = stageName === locationName ? null : stageName
  const town = [postalCode, city].filter(isGiven).join(' ')
  return [[locationName, stage].filter(isGiven).join(', '), [address, town].filter(isGiven).join(', ')].filter(
    (line) => line !== '',
  )
}
