import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows, updateRow, updateRows } from '../../db/rows.ts'
import type { Renewal as RenewalRow } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { noteDue } from '../tenant/due-work.queries.ts'

/** `ending`: it was cancelled here, and the provider has not said yet that it ended. */
export type RenewalState = 'running' | 'ending' | 'ended'

export type Renewal = Selectable<RenewalRow>

type NewRenewal = Pick<
  Renewal,
  'providerId' | 'firstReservationId' | 'membershipId' | 'period' | 'unitAmountMinor' | 'currency' | 'renewsAt'
> & { readonly now: Date }

/**
 * Writes what the provider began, to be looked at soon: running, or to be ended where its first money made nobody a member.
 *
 * @returns its id
 */
export async function insertRenewal(tx: TenantTx, { now, ...renewal }: NewRenewal): Promise<string> {
  const id = newId()
  const state: RenewalState = renewal.membershipId === null ? 'ending' : 'running'
  await tx
    .insertInto('renewal')
    .values({ tenantId: tx.tenantId, id, ...renewal, state, checkAt: now, createdAt: now })
    .execute()
  await noteDue(tx, 'payments', now)
  return id
}

export async function findRenewal(tx: TenantTx, id: string): Promise<Renewal | null> {
  return (await selectRows(tx, 'renewal').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks a renewal; its membership, if it may be changed, is locked before it. */
export async function lockRenewal(tx: TenantTx, id: string): Promise<Renewal | null> {
  return (await selectRows(tx, 'renewal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** Finds the id of what the provider calls so; null for something of somebody else at the same account. */
export async function findRenewalOfProvider(tx: TenantTx, providerId: string): Promise<string | null> {
  const row = await selectRows(tx, 'renewal').select('id').where('providerId', '=', providerId).executeTakeFirst()
  return row?.id ?? null
}

/** Goes on from the membership that was paid last to the one that was paid now. @param renewal `renewsAt`: when it is paid next */
export async function moveRenewal(
  tx: TenantTx,
  { id, membershipId: former, renewsAt }: Renewal,
  membershipId: string,
): Promise<void> {
  await showChange(tx, [former])
  await updateRow(tx, 'renewal', id, { membershipId, renewsAt, unpaidInvoiceId: null }).execute()
}

type Standing = Pick<Renewal, 'state' | 'renewsAt' | 'unitAmountMinor' | 'unpaidInvoiceId' | 'checkAt'>

/** Notes how the provider says that it stands, and when to ask again. */
export async function noteStanding(tx: TenantTx, renewal: Renewal, { checkAt, ...standing }: Standing): Promise<void> {
  const isShown =
    standing.state !== renewal.state ||
    standing.unitAmountMinor !== renewal.unitAmountMinor ||
    standing.renewsAt?.getTime() !== renewal.renewsAt?.getTime()
  if (isShown) await showChange(tx, [renewal.membershipId])
  await updateRow(tx, 'renewal', renewal.id, { ...standing, checkAt }).execute()
  await noteDue(tx, 'payments', checkAt)
}

/** Lets the provider be asked again at another time. */
export async function markRenewalCheck(tx: TenantTx, id: string, checkAt: Date): Promise<void> {
  await updateRow(tx, 'renewal', id, { checkAt }).execute()
  await noteDue(tx, 'payments', checkAt)
}

/** Ends what pays some memberships again: the clock tells the provider. @returns their ids; none: nothing was running */
export async function endRenewalsOf(
  tx: TenantTx,
  membershipIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  if (membershipIds.length === 0) return []
  await showChange(tx, membershipIds)
  const ended = await updateRows(tx, 'renewal')
    .set({ state: 'ending', checkAt: now })
    .where('membershipId', 'in', membershipIds)
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  if (ended.length > 0) await noteDue(tx, 'payments', now)
  return ended.map(({ id }) => id)
}

/** Lets the clock look at every one that has not ended. */
export async function checkRenewalsAt(tx: TenantTx, now: Date): Promise<void> {
  await updateRows(tx, 'renewal').set({ checkAt: now }).where('state', '<>', 'ended').execute()
}

/** A membership says whether it is paid again, so it has changed when that has. */
async function showChange(tx: TenantTx, membershipIds: readonly (string | null)[]): Promise<void> {
  const ids = membershipIds.filter((id) => id !== null)
  if (ids.length === 0) return
  await updateRows(tx, 'membership').set({}).where('id', 'in', ids).execute()
}
