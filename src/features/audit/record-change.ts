import type { TenantTx } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import type { Statement } from '../../db/pipeline.ts'
import { newId } from '../../lib/ids.ts'
import { type Actor, actorId } from '../account/actor.ts'
import type { AuditAction } from './action.ts'

/** Values of a row as its log shows them; dates as ISO 8601. Never a name, an address or a secret of a person. */
export type AuditValues = Readonly<Record<string, string | number | boolean | Date | null | readonly string[]>>

/** A name or an address that changed, apart from the entry, so that erasing the person it is about takes it away. */
export type PersonalChange = {
  readonly field: string
  /** The person's normalised e-mail address; null: they have none. */
  readonly personEmail: string | null
  readonly before?: string | null
  readonly after?: string | null
}

/** What a change was to what was changed. */
export type ChangedValues = {
  /** The values before and after; absent: there was nothing before, or is nothing after. */
  readonly before?: AuditValues
  readonly after?: AuditValues
  readonly personal?: readonly PersonalChange[]
}

export type Change = ChangedValues & {
  readonly action: AuditAction
  /** The id of what was changed; null: the organisation itself. */
  readonly subjectId: string | null
}

/**
 * Notes who did what, in the transaction that does it: what is rolled back was never noted. Of a row that changed only the
 * fields that differ are kept, and nothing is noted when none does.
 *
 * @param subjectId the id of what was changed; null: the organisation itself
 */
export async function recordChange(
  tx: TenantTx,
  actor: Actor,
  now: Date,
  action: AuditAction,
  subjectId: Change['subjectId'],
  { before, after, personal = [] }: ChangedValues = {},
): Promise<void> {
  const [was, is] = before && after ? differing(before, after) : [before, after]
  const nothing = was && is && Object.keys(was).length === 0 && Object.keys(is).length === 0
  if (nothing && personal.length === 0) return
  const id = newId()
  await insertRows(tx, 'auditEntry', {
    id,
    at: now,
    actorKind: actor.kind,
    actorId: actorId(actor),
    fromRoot: isFromRoot(actor),
    action,
    subjectId,
    before: was === undefined ? null : JSON.stringify(was),
    after: is === undefined ? null : JSON.stringify(is),
  }).execute()
  if (personal.length === 0) return
  await insertRows(
    tx,
    'auditPersonal',
    personal.map((value) => ({
      entryId: id,
      field: value.field,
      personEmail: value.personEmail,
      before: value.before ?? null,
      after: value.after ?? null,
    })),
  ).execute()
}

/** As `recordChange`, in a pipelined transaction, for something new that holds no personal data. */
export function changeStatement(
  tenantId: string,
  actor: Actor,
  now: Date,
  { action, subjectId, after }: Pick<Change, 'action' | 'subjectId' | 'after'>,
): Statement {
  return {
    name: 'note_change',
    text: `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, from_root, action, subject_id, after)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      tenantId,
      newId(),
      now.toISOString(),
      actor.kind,
      actorId(actor),
      isFromRoot(actor),
      action,
      subjectId,
      after === undefined ? null : JSON.stringify(after),
    ],
  }
}

function isFromRoot(actor: Actor): boolean {
  return actor.kind === 'account' && actor.fromRoot
}

function differing(before: AuditValues, after: AuditValues): readonly [AuditValues, AuditValues] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )
  const only = (values: AuditValues) => Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  return [only(before), only(after)]
}
