import { MailFailedError } from '../../integrations/mail/mail-failed-error.ts'
import type { Attachment } from '../../integrations/mail/mailer.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { letterHtml, type LetterPictures, pictureNames } from './letter-html.tsx'
import { letterText } from './letter-text.ts'
import type { Letter } from './letter.ts'
import { noteAttempt } from './mail.queries.ts'
import { sharesOf } from '../../lib/picture-focus.ts'
import { findMailToSend, type MailToSend } from './mail-to-send.queries.ts'
import { type MailStatus, mayObjectTo, signsIn, type WithdrawalReason } from './mail.ts'
import { objectionPath } from './objection-link.ts'
import { takeTurn } from './pace-mails.ts'
import { senderOf } from './sender.ts'

/** The documents that go with a mail, made when it is sent and not before. */
export type Attach = (mail: MailToSend) => Promise<readonly Attachment[]>

/** An attempt of a job; after the last one the mail is not tried again automatically. */
export type Attempt = { readonly isLast: boolean }

/**
 * Hands one mail to the mailer and notes what became of it; a sandbox keeps those to its visitors. A mail that is no longer queued was settled by an earlier run,
 * and its status is returned. A mail that was handed over by a process that ended before it could note so goes out again, with
 * the same Message-ID. A mail whose address got many within an hour stays `queued` until its turn (ADR 0238). When its address
 * was corrected meanwhile, the answer of the former one does not count: the status at the new address is returned.
 *
 * @throws Error when the mail should be tried again. After the last attempt `failed` is returned instead; a fault of ours is
 *   thrown all the same
 */
export async function sendMail(
  deps: BasicDeps<'mailer' | 'mailPictures' | 'enqueue' | 'countsMails' | 'secrets' | 'urls'>,
  tenantId: string,
  mailId: string,
  attempt: Attempt,
  attach: Attach,
): Promise<MailStatus> {
  const mail = await deps.database.asTenant(tenantId, (tx) => findMailToSend(tx, mailId))
  if (!mail) return 'withdrawn'
  if (mail.status !== 'queued') return mail.status
  const note = async (status: MailStatus, failure: string | null, letter?: Letter): Promise<MailStatus> => {
    const current = await deps.database.asTenant(tenantId, async (tx) =>
      (await noteAttempt(tx, mail, { status, failure, now: deps.now(), ...(letter === undefined ? {} : { letter }) }))
        ? mail
        : findMailToSend(tx, mailId),
    )
    // The recipient was erased while the mail was on its way to the outbox, which nobody would have cleared of it any more.
    if (current === null) await deps.mailer.discard([mailId])
    // The address was corrected while the former one answered: a job of its own sends the mail there.
    else if (current.recipient !== mail.recipient) return current.status
    return status
  }
  // Checked now, not when the ticket was cancelled or somebody objected: a person who retries a mail finds out as well.
  const withdrawal = withdrawalOf(mail)
  if (withdrawal !== null) return note('withdrawn', withdrawal)
  if (mail.isKept) return note('kept', null, keptLetter(mail))
  // Also checked now: staff may send it once the organisation is open.
  if (!mail.mayGo) return note('failed', 'the organisation is not open yet')
  if (mail.usefulUntil !== null && mail.usefulUntil <= deps.now()) return note('failed', 'expired')
  if (!(await takeTurn(deps, tenantId, mail))) return 'queued'
  try {
    return await note(await handOver(deps, tenantId, mail, attach), null)
  } catch (error) {
    const isForeign = error instanceof MailFailedError
    // For an error of our own only this is kept: its message might name somebody.
    const settled = await note(attempt.isLast ? 'failed' : 'queued', isForeign ? error.message : 'internal error')
    if (!(attempt.isLast && isForeign)) throw error
    return settled
  }
}

/**
 * What a sandbox keeps of a mail. What signs somebody in is left out unless they are nobody: accounts are those of the whole server,
 * and its people read what it keeps (ADR 0272).
 */
function keptLetter({ kind, letter, isToNobody }: MailToSend): Letter {
  if (!signsIn(kind) || isToNobody) return letter
  const { code: _code, action: _action, ...rest } = letter
  // The subject begins with the code.
  return { ...rest, subject: letter.title }
}

function withdrawalOf({ isTicketGone, isObjectedTo }: MailToSend): WithdrawalReason | null {
  if (isTicketGone) return 'ticket_gone'
  return isObjectedTo ? 'objected' : null
}

async function handOver(
  deps: Pick<Deps, 'mailer' | 'mailPictures' | 'secrets' | 'urls'>,
  tenantId: string,
  mail: MailToSend,
  attach: Attach,
) {
  const sender = senderOf(mail.sender)
  const objectionUrl = mayObjectTo(mail.kind)
    ? deps.urls.base(mail.host) + objectionPath(deps, { tenantId, email: mail.recipient })
    : null
  const pictures = await picturesOf(deps, tenantId, mail)
  return deps.mailer.send({
    id: mail.id,
    date: mail.createdAt,
    senderName: sender.fromName,
    replyTo: sender.replyTo,
    recipient: mail.recipient,
    subject: mail.letter.subject,
    text: letterText(mail, sender, objectionUrl),
    html: letterHtml(mail, sender, { objectionUrl, pictures }),
    objectionUrl,
    attachments: async () => [...(await attach(mail)), ...enclosed(pictures)],
  })
}

async function picturesOf(
  { mailPictures }: Pick<Deps, 'mailPictures'>,
  tenantId: string,
  { logoKey, poster }: MailToSend,
): Promise<LetterPictures> {
  const [logo, event] = await Promise.all([
    logoKey === null ? null : mailPictures.logo(tenantId, logoKey),
    poster === null ? null : mailPictures.poster(tenantId, poster.imageKey, sharesOf(poster.imageFocus)),
  ])
  return { logo, poster: event }
}

/** The pictures as the mail brings them: nothing is fetched when it is read. */
function enclosed({ logo, poster }: LetterPictures): readonly Attachment[] {
  return [
    ...(logo
      ? [{ filename: 'logo.png', contentType: 'image/png', content: logo.content, cid: pictureNames.logo }]
      : []),
    ...(poster
      ? [{ filename: 'event.jpg', contentType: 'image/jpeg', content: poster.content, cid: pictureNames.poster }]
      : []),
  ]
}
