import { type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page } from '../../db/in-order.ts'
import { changedSince, countDone, countRows, deleteRows, selectRows } from '../../db/rows.ts'
import type { AuditEntry as AuditEntryRow, AuditPersonal, DB } from '../../db/tables.ts'
import { isAmong } from '../../db/is-among.ts'
import { actionsOf, type AuditAction, type AuditNoun, isAuditAction } from './action.ts'

/** One action, with the names and addresses that nobody had erased. */
export type AuditEntry = Omit<Selectable<AuditEntryRow>, 'action'> & {
  readonly action: AuditAction
  readonly personal: readonly Pick<Selectable<AuditPersonal>, 'field' | 'before' | 'after'>[]
}

/** Which entries are read; a field of null does not narrow them. */
export type AuditFilter = {
  /** What it was done to, any of these; or a reservation and its tickets. */
  readonly of: readonly string[] | { readonly reservationId: string } | null
  /** The account or key, or the person who runs commands on the server. */
  readonly by: string | 'server' | null
  readonly noun: AuditNoun | null
  readonly from: Date | null
  readonly until: Date | null
}

/** The filter that leaves nothing out. */
export const wholeLog: AuditFilter = { of: null, by: null, noun: null, from: null, until: null }

const inTime: Order = [{ column: 'auditEntry.at', type: 'timestamptz' }, ...inOrderOfMaking('auditEntry.id')]

/** Lists entries, the latest first unless said. Each filter has an index that ends in the order of the page. */
export async function listAuditEntries(
  tx: TenantTx,
  filter: AuditFilter,
  page: Page & { readonly updatedSince?: Date; readonly offset?: number },
): Promise<readonly AuditEntry[]> {
  const { updatedSince, offset = 0, isDescending = true } = page
  const entries = await inOrder(selectChosen(tx, filter, updatedSince), inTime, { ...page, isDescending })
    .offset(offset)
    .execute()
  if (entries.length === 0) return []
  const ids = entries.map(({ id }) => id)
  const personal = await selectRows(tx, 'auditPersonal')
    .select(['entryId', 'field', 'before', 'after'])
    .where('entryId', 'in', ids)
    .orderBy('field')
    .execute()
  return entries.map(({ action, ...entry }) => ({
    ...entry,
    action: known(action),
    personal: personal.filter(({ entryId }) => entryId === entry.id),
  }))
}

export function countAuditEntries(tx: TenantTx, filter: AuditFilter, updatedSince?: Date): Promise<number> {
  return countFound(tx, selectChosen(tx, filter, updatedSince))
}

function selectChosen(tx: TenantTx, { of, by, noun, from, until }: AuditFilter, updatedSince?: Date) {
  return (
    selectRows(tx, 'auditEntry')
      .selectAll()
      .where(changedSince(updatedSince, 'auditEntry.at'))
      .$if(of !== null, (query) => query.where(isDoneTo(tx, of ?? [])))
      .$if(by === 'server', (query) => query.where('actorId', 'is', null).where('actorKind', '=', 'server'))
      .$if(by !== null && by !== 'server', (query) => query.where('actorId', '=', by))
      // By name: under row-level security an index on a part of it would not be used, since finding that part is not leakproof.
      .$if(noun !== null, (query) => query.where('action', 'in', noun === null ? [] : actionsOf(noun)))
      .$if(from !== null, (query) => query.where('at', '>=', from))
      .$if(until !== null, (query) => query.where('at', '<', until))
  )
}

function isDoneTo({ tenantId }: TenantTx, of: NonNullable<AuditFilter['of']>): RawBuilder<SqlBool> {
  if (!('reservationId' in of)) return isAmong('subjectId', of)
  return sql<SqlBool>`subject_id = any(array_append(array(select id from ticket
    where tenant_id = ${tenantId}::uuid and reservation_id = ${of.reservationId}::uuid), ${of.reservationId}::uuid))`
}

/** Lists everybody who is in the log, a step through the index for each. */
export async function listAuditActors(tx: TenantTx): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    with recursive actor (id) as (
      (select actor_id from audit_entry where tenant_id = ${tx.tenantId} and actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_entry where tenant_id = ${tx.tenantId} and actor_id > actor.id order by actor_id limit 1)
      from actor where actor.id is not null
    )
    select id from actor where id is not null limit 500`.execute(tx)
  return rows.map(({ id }) => id)
}

function known(action: string): AuditAction {
  if (!isAuditAction(action)) throw new Error(`the audit log holds an action that is none: ${action}`)
  return action
}

/** Selects names, addresses and reasons: those of a person, and those in entries about what was theirs. */
type Whose = {
  /** The person's e-mail address; null: they have none. */
  readonly email: string | null
  readonly subjectIds: readonly string[]
}

/**
 * Selects a person's values in the log, and all those in entries about what was theirs, under any address: a name on a ticket
 * without an address, a reason in free words, a mistyped address (ADR 0170).
 */
function isAbout(tx: TenantTx, { email, subjectIds }: Whose) {
  return (where: ExpressionBuilder<DB, 'auditPersonal'>) =>
    where.or([
      ...(email === null ? [] : [where('personEmail', '=', email)]),
      ...(subjectIds.length === 0
        ? []
        : [
            where(
              'entryId',
              'in',
              where
                .selectFrom('auditEntry')
                .select('id')
                .where('tenantId', '=', tx.tenantId)
                .where(isAmong('subjectId', subjectIds)),
            ),
          ]),
    ])
}

export async function countPersonal(tx: TenantTx, whose: Whose): Promise<number> {
  return selectRows(tx, 'auditPersonal').where(isAbout(tx, whose)).$call(countRows)
}

/** Takes a person's names and addresses out of the log; what was done, and by whom, stays. How many there were. */
export async function eraseFromAudit(tx: TenantTx, whose: Whose): Promise<number> {
  return deleteRows(tx, 'auditPersonal').where(isAbout(tx, whose)).$call(countDone)
}
