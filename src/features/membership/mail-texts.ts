import { withinSentence } from '../../lib/format.ts'
import { membershipTexts } from '../../messages/mail/membership.ts'
import { defineLetter, type Told } from '../mail/letter.ts'

type Joined = {
  readonly organisation: string
  /** The name of the membership product. */
  readonly membership: string
  /** What its organisation says of it and of its price; null: nothing. */
  readonly about: string | null
  readonly picture?: Told['picture']
  /** The address of its terms; null: none are known. */
  readonly termsUrl: string | null
  /** The first day, in words. */
  readonly from: string
  /** The last day, in words; null when it has no end. */
  readonly until: string | null
  /** The member's number, as people say it on the phone; null when the person was erased. */
  readonly number: string | null
  /** When it is paid again by itself, in words, and how much; null: it is not. */
  readonly renewal: { readonly day: string; readonly amount: string } | null
  /** The page where the member finds the membership again. */
  readonly url: string
}

/** What is told of the product beside its picture; without a word of the organisation's, its name. */
function toldOf({ membership, about, picture }: Joined): readonly Told[] {
  if (about === null && picture === undefined) return []
  return [{ text: about ?? membership, ...(picture && { picture }) }]
}

/** The mail to a person who has become a member, or stays one for longer. */
export const membershipLetter = defineLetter('membership', membershipTexts, (texts, joined: Joined) => ({
  subject: texts.joined.subject(joined),
  title: texts.joined.title,
  paragraphs: [texts.joined.text(joined)],
  facts: [
    [texts.facts.membership, joined.membership],
    [texts.facts.from, joined.from],
    [texts.facts.until, joined.until ?? texts.facts.withoutEnd],
    [texts.facts.number, joined.number],
    [texts.facts.renewal, joined.renewal && texts.joined.renewal(joined.renewal)],
  ],
  action: { label: texts.joined.action, url: joined.url },
  links: joined.termsUrl === null ? [] : [{ label: texts.joined.terms, url: joined.termsUrl }],
  told: toldOf(joined),
}))

type Ending = {
  readonly organisation: string
  readonly membership: string
  /** The last day, in words. */
  readonly until: string
  /** The page to renew it. */
  readonly url: string
}

/** The mail to a member whose membership ends soon. */
export const renewalLetter = defineLetter(
  'membership_renewal',
  membershipTexts,
  ({ ending: said, facts }, { organisation, membership, until, url }: Ending, language) => ({
    subject: said.subject({ membership }),
    title: said.title,
    paragraphs: [said.text({ organisation, until: withinSentence(until, language) })],
    facts: [
      [facts.membership, membership],
      [facts.until, until],
    ],
    action: { label: said.action, url },
    notes: [said.note],
  }),
)

type Renewing = {
  readonly organisation: string
  readonly membership: string
  /** When it is paid again, in words within a sentence, and how much. */
  readonly day: string
  readonly amount: string
  /** The page where that is cancelled. */
  readonly url: string
}

/** The mail to a member whose membership of long is paid again by itself soon: nobody may object to it, since it takes money. */
export const renewingLetter = defineLetter(
  'membership',
  membershipTexts,
  ({ renewing: said, facts }, { membership, url, ...renewing }: Renewing) => ({
    subject: said.subject({ membership }),
    title: said.title,
    paragraphs: [said.text(renewing)],
    facts: [[facts.membership, membership]],
    action: { label: said.action, url },
  }),
)

type Unpaid = {
  readonly organisation: string
  readonly membership: string
  readonly amount: string
  /** The provider's page to pay at. */
  readonly payUrl: string
  /** The page where the renewal is cancelled. */
  readonly accountUrl: string
}

/** The mail to a member whose membership could not be paid again by itself. */
export const unpaidRenewalLetter = defineLetter(
  'membership_unpaid',
  membershipTexts,
  ({ unpaid: said, facts }, { organisation, membership, amount, payUrl, accountUrl }: Unpaid) => ({
    subject: said.subject({ membership }),
    title: said.title,
    paragraphs: [said.text({ organisation, amount })],
    facts: [[facts.membership, membership]],
    action: { label: said.action, url: payUrl },
    links: [{ label: said.account, url: accountUrl }],
  }),
)
