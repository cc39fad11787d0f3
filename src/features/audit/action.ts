/**
 * Everything that is noted in the log of an organisation, as `<noun>.<what became of it>`. Each has a sentence in both
 * languages (messages/office/audit), or it does not compile.
 */
export const auditActions = [
  'device.created',
  'device.changed',
  'device.archived',
  'device.pairing_code_issued',
  'device.scans_taken_back',
  'reservation.sold',
  'reservation.paid',
  'reservation.cancelled',
  'reservation.tickets_cancelled',
  'reservation.tickets_sent_again',
  'reservation.address_corrected',
  'reservation.person_erased',
  'ticket.changed',
  'ticket.scan_taken_back',
  'membership.granted',
  'membership.renamed',
  'membership.sent_again',
  'membership.cancelled',
  'membership.person_erased',
  'card.lost',
  'card.unblocked',
  'card.linked',
  'card.unlinked',
  'card.imported',
  'team.joined',
  'team.role_changed',
  'team.left',
  'team.invited',
  'team.invited_again',
  'team.invitation_withdrawn',
  'team.invitation_accepted',
  'team.passkeys_wanted',
  'team.provider_changed',
  'team.provider_removed',
  'api_key.created',
  'api_key.bound',
  'api_key.rolled',
  'api_key.former_ended',
  'api_key.revoked',
  'organisation.created',
  'organisation.changed',
  'event.created',
  'event.changed',
  'event.deleted',
  'event.cancelled',
  'event.postponed',
  'event.message_sent',
  'event.guests_invited',
  'event.waiting_removed',
  'event.waiting_offered',
  'event.waiting_closed',
  'event.waiting_opened',
  'event.door_list_printed',
  'product.created',
  'product.changed',
  'price.created',
  'price.changed',
  'promotional_code.created',
  'promotional_code.many_created',
  'promotional_code.changed',
  'location.created',
  'location.changed',
  'location.deleted',
  'stage.created',
  'stage.changed',
  'stage.deleted',
  'project.created',
  'project.changed',
  'project.deleted',
  'artist.created',
  'artist.changed',
  'artist.deleted',
  'option.created',
  'option.changed',
  'option.deleted',
  'organisation.archived',
  'organisation.unarchived',
  'organisation.approved',
  'organisation.refused',
  'organisation.label_changed',
  'organisation.opened',
  'organisation.entered',
  'organisation.category_changed',
  'organisation.person_erased',
  'domain.added',
  'domain.proved',
  'domain.made_main',
  'domain.put_off',
  'domain.removed',
  'federation.joined',
  'federation.left',
  'list.taken',
  'mail.sent_again',
  'mail.read_at_root',
  'job.tried_again',
  'job.dropped',
  'backup.asked_for',
  'backup.downloaded',
  'page_report.settled',
  'rights.given',
  'rights.taken',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an action was done to. */
export type AuditNoun = AuditAction extends infer Action
  ? Action extends `${infer Noun}.${string}`
    ? Noun
    : never
  : never

export function nounOf(action: AuditAction): AuditNoun {
  // The type above says the same of every action.
  return action.slice(0, action.indexOf('.')) as AuditNoun
}

export const auditNouns: readonly AuditNoun[] = [...new Set(auditActions.map(nounOf))]

export function isAuditAction(text: string): text is AuditAction {
  return (auditActions as readonly string[]).includes(text)
}
