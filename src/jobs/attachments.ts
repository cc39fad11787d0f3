import type { Context } from '../context.ts'
import type { MailToSend } from '../features/mail/mail-to-send.queries.ts'
import type { MailKind } from '../features/mail/mail.ts'
import { makeReceiptDocument } from '../features/payment/make-receipt-document.ts'
import { makeTicketDocument } from '../features/ticket/make-ticket-document.ts'
import type { Attachment } from '../integrations/mail/mailer.ts'

type MakeAttachments = (context: Context, tenantId: string, mail: MailToSend) => Promise<readonly Attachment[]>

const nothing: MakeAttachments = async () => []

const tickets: MakeAttachments = async (context, tenantId, { reservationId, language }) => {
  if (reservationId === null) return []
  const document = await makeTicketDocument(context, tenantId, reservationId, language)
  return document === null ? [] : [document]
}

/** Makes one ticket of a reservation: the person who was given it need not have the others. */
const ticket: MakeAttachments = async (context, tenantId, { reservationId, documentId, language }) => {
  if (reservationId === null || documentId === null) return []
  const document = await makeTicketDocument(context, tenantId, reservationId, language, documentId)
  return document === null ? [] : [document]
}

const receipt: MakeAttachments = async (context, tenantId, { documentId, language }) => {
  const document = documentId && (await makeReceiptDocument(context, tenantId, documentId, language))
  return document ? [document] : []
}

/** The attachments of each kind of mail, made again whenever it is sent. */
export const attachments: Readonly<Record<MailKind, MakeAttachments>> = {
  sign_in: nothing,
  new_browser: nothing,
  passkey_changed: nothing,
  welcome_administrator: nothing,
  confirm_organisation: nothing,
  organisation_waits: nothing,
  organisation_approved: nothing,
  organisation_refused: nothing,
  organisation_archived: nothing,
  domain_proof_missing: nothing,
  domain_off: nothing,
  backup_failed: nothing,
  page_reported: nothing,
  webhook_off: nothing,
  calendar_asked: nothing,
  calendar_answered: nothing,
  team_invitation: nothing,
  booking_code: nothing,
  confirm_reservation: nothing,
  booking_kept: nothing,
  tickets,
  tickets_again: tickets,
  cancellation: nothing,
  membership: nothing,
  membership_renewal: nothing,
  membership_unpaid: nothing,
  ticket_given: ticket,
  given_ticket_cancelled: nothing,
  given_ticket_postponed: nothing,
  event_cancelled: nothing,
  event_postponed: nothing,
  event_message: nothing,
  waiting_list_confirm: nothing,
  waiting_list_joined: nothing,
  waiting_list_offer: nothing,
  waiting_list_ended: nothing,
  waiting_list_postponed: nothing,
  receipt,
  refund: receipt,
}
