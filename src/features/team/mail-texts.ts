import { teamTexts } from '../../messages/mail/team.ts'
import { defineLetter } from '../mail/letter.ts'

type Invited = {
  readonly organisation: string
  readonly role: string
  /** The last moment at which the link works, in words. */
  readonly until: string
  readonly url: string
}

/** The mail to somebody who is invited to work at an organisation. */
export const invitationLetter = defineLetter('team_invitation', teamTexts, (said, invited: Invited) => ({
  subject: said.subject(invited),
  title: said.title(invited),
  paragraphs: [said.text],
  facts: [
    [said.role, invited.role],
    [said.until, invited.until],
  ],
  action: { label: said.action, url: invited.url },
  notes: [said.once, said.stranger],
}))
