import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows, updateQuietly } from '../../db/rows.ts'
import { isSpoken } from '../../lib/spoken.ts'

type Window = {
  readonly now: Date
  /** The latest end. */
  readonly until: Date
  /** The id after which the search goes on. */
  readonly after: string
  readonly most: number
}

/**
 * Locks the memberships that end in the window and are paid again by themselves, or are not prolonged: the person has none of the same
 * product that ends later, or never. `language` is the one of the order, null at a desk. Two jobs at once do not both remind: each skips what the other has
 * locked.
 */
export async function lockEnding(tx: TenantTx, window: Window) {
  const rows = await selectRows(tx, 'membership')
    .innerJoin('product', sameTenant('product.id', 'membership.productId'))
    .leftJoin('reservation', sameTenant('reservation.id', 'membership.reservationId'))
    .leftJoin('renewal', (join) =>
      sameTenant('renewal.membershipId', 'membership.id')(join).on('renewal.state', '=', 'running'),
    )
    .select(['renewal.renewsAt', 'renewal.unitAmountMinor as renewalMinor'])
    .select(['membership.id', 'membership.email', 'membership.validFrom', 'membership.validUntil'])
    .select(['membership.reminders', 'product.name as productName', 'reservation.language'])
    .where('membership.email', '<>', '')
    .where('membership.cancelledAt', 'is', null)
    .where('membership.validUntil', '>', window.now)
    .where('membership.validUntil', '<=', window.until)
    .where('membership.id', '>', window.after)
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('renewal.id', 'is not', null),
        not(
          exists(
            selectFrom('membership as later')
              .select('later.id')
              .whereRef('later.tenantId', '=', 'membership.tenantId')
              .whereRef('later.email', '=', 'membership.email')
              .whereRef('later.productId', '=', 'membership.productId')
              .where('later.cancelledAt', 'is', null)
              .where((later) =>
                later.or([
                  later('later.validUntil', 'is', null),
                  later('later.validUntil', '>', later.ref('membership.validUntil')),
                ]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('membership.id')
    .limit(window.most)
    .forUpdate('membership')
    .skipLocked()
    .execute()
  return rows.flatMap(({ validUntil, language, ...row }) =>
    validUntil === null ? [] : [{ ...row, validUntil, language: isSpoken(language) ? language : null }],
  )
}

export async function noteReminders(tx: TenantTx, id: string, reminders: number): Promise<void> {
  await updateQuietly(tx, 'membership').set({ reminders }).where('id', '=', id).execute()
}
