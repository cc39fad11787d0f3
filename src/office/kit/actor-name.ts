import type { AuditEntry } from '../../features/audit/audit.queries.ts'
import type { Language } from '../../lib/language.ts'
import { auditTexts } from '../../messages/office/audit.ts'

/** Who is behind an entry of the audit log, as far as that is still known. */
export function actorName(
  entry: Pick<AuditEntry, 'actorKind' | 'actorId'>,
  names: ReadonlyMap<string, string>,
  language: Language,
): string {
  const { by } = auditTexts[language]
  if (entry.actorKind === 'server') return by.server
  if (entry.actorId === null) return by.anonymous
  return names.get(entry.actorId) ?? by.unknown
}
