import { withinSentence } from '../../lib/format.ts'
import { defineLetter } from '../mail/letter.ts'
import type { Awaited } from './mail-texts.ts'

type Unsold = {
  readonly event: Awaited['event']
  readonly price: string
  /** When its sale ended; null: it was archived. */
  readonly until: string | null
  /** The page of the event. */
  readonly url: string
}

/** To a person who waited for a price that is sold no longer. */
export const unsoldLetter = defineLetter<Unsold>('waiting_list_ended', {
  en: ({ event, price, until, url }) => ({
    subject: `No longer on sale: ${event.name}`,
    title: 'What you are waiting for is no longer on sale',
    paragraphs: [
      until === null
        ? `Tickets for ${event.name} at the price “${price}” are no longer sold, so you are no longer on the waiting list.`
        : `Tickets for ${event.name} at the price “${price}” were on sale until ${until}. None became free for you in time, so you are no longer on the waiting list.`,
      'Nothing is booked, and there is nothing to pay. The page of the event says whether other tickets are on sale.',
    ],
    facts: [
      { label: 'When', value: event.when },
      { label: 'Price', value: price },
    ],
    action: { label: 'See the event', url },
  }),
  fr: ({ event, price, until, url }) => ({
    subject: `Plus en vente : ${event.name}`,
    title: 'Ce que vous attendez n’est plus en vente',
    paragraphs: [
      until === null
        ? `Les places pour ${event.name} au tarif « ${price} » ne sont plus vendues : vous n’êtes plus sur la liste d’attente.`
        : `Les places pour ${event.name} au tarif « ${price} » étaient en vente jusqu’au ${withinSentence(until, 'fr')}. Aucune ne s’est libérée pour vous à temps : vous n’êtes plus sur la liste d’attente.`,
      'Rien n’est réservé, et vous n’avez rien à payer. La page de l’évènement indique si d’autres places sont en vente.',
    ],
    facts: [
      { label: 'Date', value: event.when },
      { label: 'Tarif', value: price },
    ],
    action: { label: 'Voir l’évènement', url },
  }),
})

type MembersOnly = Pick<Unsold, 'event' | 'price'> & {
  /** Where one becomes a member. */
  readonly url: string
}

/** To a person who waited for a price for members, and is none any more when it is their turn. */
export const membersOnlyLetter = defineLetter<MembersOnly>('waiting_list_ended', {
  en: ({ event, price, url }) => ({
    subject: `No longer on the waiting list: ${event.name}`,
    title: 'You are no longer on the waiting list',
    paragraphs: [
      `It was your turn for ${event.name} at the price “${price}”. It is for members, and you have no valid membership at the moment, so the next in line has it.`,
      'Once you are a member you can join the list again from the page of the event.',
    ],
    facts: [
      { label: 'When', value: event.when },
      { label: 'Price', value: price },
    ],
    action: { label: 'Become a member', url },
  }),
  fr: ({ event, price, url }) => ({
    subject: `Vous n’êtes plus sur la liste d’attente : ${event.name}`,
    title: 'Vous n’êtes plus sur la liste d’attente',
    paragraphs: [
      `C’était votre tour pour ${event.name} au tarif « ${price} ». Il est réservé aux adhérents, et vous n’avez pas d’adhésion valable pour le moment : c’est au suivant de la liste.`,
      'Une fois adhérent, vous pourrez vous réinscrire depuis la page de l’évènement.',
    ],
    facts: [
      { label: 'Date', value: event.when },
      { label: 'Tarif', value: price },
    ],
    action: { label: 'Adhérer', url },
  }),
})
