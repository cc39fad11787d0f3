import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { searchCodes } from './promotional-code.queries.ts'
import type { CodeList, PromotionalCode } from './promotional-code.ts'

/** Most codes in one file, more than anybody makes; it is some hundred kilobytes. */
const mostTaken = 10_000

/** Codes to be handed out, the latest first. Anyone who has them has what they take off, so the log says who took them. */
export async function takeCodes(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { list, text }: { readonly list: CodeList; readonly text: string },
): Promise<readonly PromotionalCode[]> {
  const now = deps.now()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const codes = await searchCodes(tx, {
      list,
      text,
      now,
      sort: 'created',
      isDescending: true,
      limit: mostTaken,
      offset: 0,
    })
    const after = { list: 'promotional_codes', rows: codes.length }
    await recordChange(tx, actor, now, 'list.taken', null, { after })
    return codes
  })
}
