/**
 * Everything that is noted in the log of an organisation, as `<noun>.<what became of it>`. Each has a sentence in both
 * languages (http/texts/admin/audit-texts.ts), or it does not compile.
 */
export const auditActions = [
  'device.created',
  'device.changed',
  'device.archived',
  'device.pairing_code_issued',
  'reservation.sold',
  'reservation.paid',
  'reservation.cancelled',
  'reservation.tickets_cancelled',
  'reservation.tickets_sent_again',
  'ticket.changed',
  'ticket.scan_taken_back',
  'team.joined',
  'team.role_changed',
  'team.left',
  'api_key.created',
  'api_key.revoked',
  'organisation.created',
  'event.created',
  'event.changed',
  'event.deleted',
  'event.cancelled',
  'event.postponed',
  'product.created',
  'product.changed',
  'price.created',
  'price.changed',
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
  'organisation.label_changed',
  'organisation.entered',
  'rights.given',
  'rights.taken',
] as const
export type AuditAction = (typeof auditActions)[number]

export function isAuditAction(text: string): text is AuditAction {
  return (auditActions as readonly string[]).includes(text)
}
