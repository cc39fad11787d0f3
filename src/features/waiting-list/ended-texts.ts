import { withinSentence } from '../../lib/format.ts'
import { waitingListTexts } from '../../messages/mail/waiting-list.ts'
import { defineLetter } from '../mail/letter.ts'
import type { Awaited } from './mail-texts.ts'

type Unsold = {
  readonly event: Awaited['event']
  readonly price: string
  /** When its sale ended; null: it was archived. */
  readonly until: string | null
  /** The address of the event's page. */
  readonly url: string
}

/** The mail to a person who waited for a price that is no longer sold. */
export const unsoldLetter = defineLetter(
  'waiting_list_ended',
  waitingListTexts,
  ({ unsold: said, facts }, { event, price, until, url }: Unsold, language) => {
    const what = { event: event.name, price }
    return {
      subject: said.subject(what),
      title: said.title,
      paragraphs: [
        until === null ? said.archived(what) : said.ended({ ...what, until: withinSentence(until, language) }),
        said.nothing,
      ],
      facts: [
        [facts.when, event.when],
        [facts.price, price],
      ],
      action: { label: said.action, url },
    }
  },
)

type MembersOnly = Pick<Unsold, 'event' | 'price'> & {
  /** The address where one becomes a member. */
  readonly url: string
}

/** The mail to a person who waited for a price for members, and is no longer one when it is their turn. */
export const membersOnlyLetter = defineLetter(
  'waiting_list_ended',
  waitingListTexts,
  ({ membersOnly: said, over, facts }, { event, price, url }: MembersOnly) => ({
    subject: over.subject({ event: event.name }),
    title: over.title,
    paragraphs: [said.text({ event: event.name, price }), said.again],
    facts: [
      [facts.when, event.when],
      [facts.price, price],
    ],
    action: { label: said.action, url },
  }),
)
