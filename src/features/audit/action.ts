/**
 * Everything that is noted in the log of an organisation: of each noun what became of it. Each has a sentence in every language
 * (messages/office/audit), or it does not compile.
 */
const outcomes = {
  device: ['created', 'changed', 'archived', 'pairing_code_issued', 'scans_taken_back'],
  reservation: [
    'sold',
    'paid',
    'payment_corrected',
    'cancelled',
    'tickets_cancelled',
    'tickets_sent_again',
    'address_corrected',
    'person_erased',
  ],
  ticket: ['changed', 'scan_taken_back'],
  membership: ['granted', 'renamed', 'sent_again', 'renewal_cancelled', 'cancelled', 'person_erased'],
  card: ['lost', 'unblocked', 'linked', 'unlinked', 'imported'],
  team: [
    'joined',
    'role_changed',
    'left',
    'invited',
    'invited_again',
    'invitation_withdrawn',
    'invitation_accepted',
    'passkeys_wanted',
    'provider_changed',
    'provider_removed',
  ],
  api_key: ['created', 'bound', 'rolled', 'former_ended', 'revoked'],
  webhook: ['created', 'changed', 'rolled', 'archived', 'put_off', 'sent_again'],
  organisation: [
    'created',
    'changed',
    'archived',
    'unarchived',
    'deleted',
    'approved',
    'refused',
    'label_changed',
    'opened',
    'entered',
    'category_changed',
    'person_erased',
  ],
  event: [
    'created',
    'changed',
    'deleted',
    'cancelled',
    'postponed',
    'message_sent',
    'guests_invited',
    'waiting_removed',
    'waiting_offered',
    'waiting_closed',
    'waiting_opened',
    'door_list_printed',
    'former_key_added',
    'former_key_removed',
    'settlement_changed',
  ],
  product: ['created', 'changed'],
  price: ['created', 'changed'],
  promotional_code: ['created', 'many_created', 'changed'],
  location: ['created', 'changed', 'deleted'],
  stage: ['created', 'changed', 'deleted'],
  project: ['created', 'changed', 'deleted'],
  artist: ['created', 'changed', 'deleted'],
  option: ['created', 'changed', 'deleted'],
  domain: ['added', 'proved', 'made_main', 'put_off', 'removed'],
  federation: ['joined', 'left', 'asked', 'withdrawn', 'accepted', 'declined', 'removed'],
  fediverse: ['switched_on', 'switched_off'],
  appearance: ['agreed', 'refused', 'consent_changed'],
  remote_agenda: ['created', 'changed', 'removed'],
  remote_event: ['accepted', 'refused'],
  list: ['taken'],
  import: ['brought', 'begun', 'removed'],
  mail: ['sent_again', 'read_at_root'],
  job: ['tried_again', 'dropped'],
  backup: ['asked_for', 'downloaded'],
  page_report: ['settled'],
  rights: ['given', 'taken'],
} as const

/** What an action was done to. */
export type AuditNoun = keyof typeof outcomes
/** `<noun>.<what became of it>` */
export type AuditAction = { [Noun in AuditNoun]: `${Noun}.${(typeof outcomes)[Noun][number]}` }[AuditNoun]

export const auditNouns = Object.keys(outcomes) as readonly AuditNoun[]

export function actionsOf(noun: AuditNoun): readonly AuditAction[] {
  return outcomes[noun].map((outcome) => `${noun}.${outcome}` as AuditAction)
}

const auditActions: readonly string[] = auditNouns.flatMap(actionsOf)

export function isAuditAction(text: string): text is AuditAction {
  return auditActions.includes(text)
}
