import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { shortReference } from '../../lib/ids.ts'
import { amountCell, type Batch, exportSource, isAsked, momentCell } from './export-source.ts'

/** Memberships, also those that are over, in the order they were taken; they belong to no event. */
async function listMemberships(tx: TenantTx, batch: Batch) {
  return selectRows(tx, 'membership')
    .innerJoin('price', sameTenant('price.id', 'membership.priceId'))
    .innerJoin('product', sameTenant('product.id', 'membership.productId'))
    .leftJoin('member', sameTenant('member.email', 'membership.email'))
    .select(['membership.id', 'membership.email', 'membership.firstName', 'membership.lastName'])
    .select(['membership.amountMinor', 'membership.validFrom', 'membership.validUntil'])
    .select(['membership.reservationId', 'membership.cancelledAt', 'membership.createdAt'])
    .select(['member.number', 'product.name as productName', 'price.name as priceName'])
    .where(isAsked(batch, 'membership.createdAt', 'membership.id'))
    .orderBy('membership.id')
    .limit(batch.limit)
    .execute()
}

export const memberRows = exportSource('members', {
  list: listMemberships,
  cells: {
    member: ({ number }) => number,
    email: ({ email }) => email,
    first_name: ({ firstName }) => firstName,
    last_name: ({ lastName }) => lastName,
    product: ({ productName }) => productName,
    price: ({ priceName }) => priceName,
    valid_from: ({ validFrom }) => momentCell(validFrom),
    valid_until: ({ validUntil }) => momentCell(validUntil),
    amount: ({ amountMinor }, { currency }) => amountCell(amountMinor, currency),
    currency: (_, { currency }) => currency,
    reference: ({ reservationId }) => reservationId && shortReference(reservationId),
    cancelled_at: ({ cancelledAt }) => momentCell(cancelledAt),
    taken_at: ({ createdAt }) => momentCell(createdAt),
    id: ({ id }) => id,
  },
})
