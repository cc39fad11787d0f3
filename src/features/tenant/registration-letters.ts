import { amountText } from '../../lib/format.ts'
import { tenantTexts } from '../../messages/mail/tenant.ts'
import { defineLetter } from '../mail/letter.ts'
import type { Ending } from './ending.ts'

type Waiting = { readonly organisation: string; readonly address: string; readonly email: string; readonly url: string }

/** The mail to every super-user. */
export const waitingLetter = defineLetter(
  'organisation_waits',
  tenantTexts,
  ({ waits: said, ...texts }, { organisation, address, email, url }: Waiting) => ({
    subject: said.subject({ organisation }),
    title: said.title,
    paragraphs: [said.text],
    facts: [
      [texts.organisation, organisation],
      [said.address, address],
      [said.madeBy, email],
    ],
    action: { label: said.action, url },
  }),
)

type Approved = { readonly organisation: string; readonly url: string }

/** The mail to the owners of the organisation. */
export const approvedLetter = defineLetter(
  'organisation_approved',
  tenantTexts,
  ({ approved: said }, approved: Approved) => ({
    subject: said.title(approved),
    title: said.title(approved),
    paragraphs: [said.text],
    action: { label: said.action, url: approved.url },
  }),
)

type Refused = { readonly organisation: string; readonly reason: string }

/** The mail to the owners of the organisation; nothing that was made there is lost. */
export const refusedLetter = defineLetter(
  'organisation_refused',
  tenantTexts,
  ({ refused: said }, refused: Refused) => ({
    subject: said.title(refused),
    title: said.title(refused),
    paragraphs: [said.text, refused.reason],
    notes: [said.note],
  }),
)

type Archived = { readonly organisation: string; readonly reason: string; readonly ending: Ending }

/** The mail to the owners of an organisation that nobody answers for any more. */
export const archivedLetter = defineLetter(
  'organisation_archived',
  tenantTexts,
  ({ archived: said }, { organisation, reason, ending }: Archived, language) => ({
    subject: said.title({ organisation }),
    title: said.title({ organisation }),
    paragraphs: [said.text, reason, ending.bookings === 0 ? null : said.untold],
    facts: [
      [said.events, String(ending.events)],
      [said.bookings, String(ending.bookings)],
      [
        said.refunds,
        ending.refunds.map(({ amountMinor, currency }) => amountText(amountMinor, currency, language)).join(' + ') ||
          null,
      ],
    ],
    notes: [said.note],
  }),
)
