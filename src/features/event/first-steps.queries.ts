import type { TenantTx } from '../../db/database.ts'

/** What a box office takes before it can let anybody in; each is done as soon as there is one. */
export type FirstSteps = Readonly<Record<'event' | 'price' | 'device', boolean>>

export async function readFirstSteps(tx: TenantTx): Promise<FirstSteps> {
  const hasAny = async (table: 'event' | 'price' | 'device') => {
    const row = await tx.selectFrom(table).select('id').where('tenantId', '=', tx.tenantId).limit(1).executeTakeFirst()
    return row !== undefined
  }
  return { event: await hasAny('event'), price: await hasAny('price'), device: await hasAny('device') }
}
