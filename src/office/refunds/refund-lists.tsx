import type { TenantTx } from '../../db/database.ts'
import { type Handover, listHandovers } from '../../features/payment/handover.queries.ts'
import {
  type HandedOverRefund,
  listHandedOver,
  listRefundsDue,
  type RefundsDueFilter,
  type RefundDue,
} from '../../features/payment/refunds-due.queries.ts'
import { refundsTexts } from '../../messages/office/refunds.ts'
import { cardsPerPage, Pager } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { HandedOverRefunds, OwedRefunds, type RefundListProps } from './refund-rows.tsx'

const latestHandedOver = 20

type ReadRefunds = {
  /** One more than a page holds, where there is another page. */
  readonly owed: readonly RefundDue[]
  readonly handedOver: readonly HandedOverRefund[]
  readonly handovers: ReadonlyMap<string, readonly Handover[]>
}

/** What is to be seen to, a page of it, and what was handed over lately; of one event or of all. */
export async function readRefunds(tx: TenantTx, filter: RefundsDueFilter): Promise<ReadRefunds> {
  const owed = await listRefundsDue(tx, filter)
  const handedOver = await listHandedOver(tx, { ...filter, limit: latestHandedOver, offset: 0 })
  const ids = [...owed, ...handedOver].map(({ id }) => id)
  return { owed, handedOver, handovers: await listHandovers(tx, ids) }
}

type RefundsProps = Omit<RefundListProps<never>, 'refunds'> & ReadRefunds & { readonly page: number }

export function Refunds({ owed, handedOver, page, ...props }: RefundsProps) {
  return (
    <>
      <h2>{useTexts(refundsTexts).toSeeTo}</h2>
      <OwedRefunds refunds={owed.slice(0, cardsPerPage)} {...props} />
      <Pager page={page} more={owed.length > cardsPerPage} />
      <HandedOverRefunds refunds={handedOver} {...props} />
    </>
  )
}
