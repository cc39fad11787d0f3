import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Language } from '../../lib/language.ts'
import type { Deps } from '../deps.ts'
import { relocateCalendarEntries } from './calendar.queries.ts'
import { findFirstEntry, updateEntryValues } from './programme.queries.ts'
import { findTenantById, hasAmounts } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/** What an organisation says of itself. Its slug and category stay what they were at creation. */
export type TenantValues = Pick<
  Tenant,
  | 'organisation'
  | 'shortDescription'
  | 'longDescription'
  | 'address'
  | 'postalCode'
  | 'city'
  | 'phone'
  | 'email'
  | 'website'
  | 'legalDocuments'
  | 'twitter'
  | 'facebook'
  | 'instagram'
  | 'mapImageKey'
  | 'menuImageKey'
  | 'imageKey'
  | 'logoKey'
  | 'membershipRequired'
  | 'membershipButton'
  | 'timeZone'
  | 'currency'
  | 'onlineHoldSeconds'
  | 'emailHoldSeconds'
  | 'cancellationHours'
  | 'accentColor'
  | 'waitingOfferSeconds'
  | 'transfersAllowed'
> & { readonly language: Language }

/** Changes what `values` names and leaves the rest. @throws AppError not_found, in_use (the currency) */
export async function updateTenant(
  deps: Pick<Deps, 'database' | 'notifyChange'>,
  id: string,
  values: Partial<TenantValues>,
): Promise<Tenant> {
  return deps.database.asTenant(id, async (tx) => {
    if (values.currency !== undefined) await requireFreeCurrency(tx, values.currency)
    if (Object.keys(values).length > 0)
      await serverSide(tx).updateTable('tenant').set(values).where('id', '=', id).execute()
    const tenant = await findTenantById(serverSide(tx), id)
    if (!tenant) throw new AppError('not_found')
    if (tenant.category === 'venue') await moveVenue(tx, values)
    await deps.notifyChange(tx, 'directory', null)
    await deps.notifyChange(tx, 'catalogue', id)
    return tenant
  })
}

/** A venue is its one location: the address is said once (decisions, section 6, "Category rules"). */
async function moveVenue(tx: TenantTx, values: Partial<TenantValues>): Promise<void> {
  const { address, postalCode, city } = values
  const moved = {
    ...(address === undefined ? {} : { address }),
    ...(postalCode === undefined ? {} : { postalCode }),
    ...(city === undefined ? {} : { city }),
  }
  const location = Object.keys(moved).length === 0 ? null : await findFirstEntry(tx, 'location')
  if (!location) return
  await updateEntryValues(tx, 'location', location.id, moved)
  await relocateCalendarEntries(tx, location.id)
}

/** Amounts are integers of its smallest unit, and say nothing of the currency by themselves. */
async function requireFreeCurrency(tx: TenantTx, currency: string): Promise<void> {
  // A price that is being made and this wait for each other: its foreign key takes the same lock.
  const tenant = await serverSide(tx)
    .selectFrom('tenant')
    .select('currency')
    .where('id', '=', tx.tenantId)
    .forUpdate()
    .executeTakeFirst()
  if (tenant?.currency === currency) return
  if (await hasAmounts(tx)) throw new AppError('in_use', { detail: 'currency_in_use' })
}
