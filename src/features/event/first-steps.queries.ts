import type { TenantTx } from '../../db/database.ts'
import { isThere, selectRows } from '../../db/rows.ts'

/** What a box office takes before it can let anybody in; each is done as soon as there is one. */
export type FirstSteps = Readonly<Record<'event' | 'price' | 'device', boolean>>

export async function readFirstSteps(tx: TenantTx): Promise<FirstSteps> {
  return {
    event: await isThere(selectRows(tx, 'event')),
    price: await isThere(selectRows(tx, 'price')),
    device: await isThere(selectRows(tx, 'device')),
  }
}
