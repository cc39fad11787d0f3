import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { ensureAccount } from '../account/account.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { listActiveTenants } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type Card, findCard, getCardLocked, markCard, shareCard } from './card.queries.ts'
import { moveMoney } from './move-money.ts'
import { lockPurse, lockPurseOf } from './purse.queries.ts'

export type LinkedCard = {
  readonly card: Card
  /** What was on the card while it was nobody's, where there was anything. */
  readonly moved: readonly { readonly tenant: Tenant; readonly amountMinor: number }[]
}

/**
 * Links a card to a person, whose account is made when unknown. What was on it becomes the person's, tenant by tenant,
 * each in its own transaction; one that was interrupted is repeated. A lost card may be linked: that is how what is on it is saved.
 *
 * @param email normalised
 * @throws AppError not_found, card_linked (to somebody else)
 */
export async function linkCard(deps: BasicDeps, tagId: string, email: string): Promise<LinkedCard> {
  const { card, tenants } = await deps.database.asServer(async (tx) => {
    const found = await getCardLocked(tx, tagId)
    if (found.email !== null && found.email !== email) throw new AppError('card_linked')
    const account = await ensureAccount(tx, email, deps.now())
    await markCard(tx, found.id, { accountId: account.id })
    return { card: { ...found, accountId: account.id, email }, tenants: await listActiveTenants(tx) }
  })
  const moved: LinkedCard['moved'][number][] = []
  for (const tenant of tenants) {
    const amountMinor = await deps.database.asTenant(tenant.id, (tx) => emptyCard(tx, { tagId, email }, deps.now()))
    if (amountMinor > 0) moved.push({ tenant, amountMinor })
  }
  return { card, moved }
}

/** Moves what is on a card to the purse of its person, unless it was taken from them meanwhile. */
async function emptyCard(
  tx: TenantTx,
  { tagId, email }: { readonly tagId: string; readonly email: string },
  now: Date,
): Promise<number> {
  await shareCard(serverSide(tx), tagId)
  const card = await findCard(serverSide(tx), tagId)
  if (card?.email !== email) return 0
  const purse = await lockPurseOf(tx, { cardId: card.id })
  if (!purse) return 0
  // An empty one too: where the card was known it stays so.
  const theirs = await lockPurse(tx, { email }, now)
  if (purse.balanceMinor === 0) return 0
  const change = { kind: 'card_replaced', cardId: card.id, now } as const
  await moveMoney(tx, purse.id, { ...change, changeMinor: -purse.balanceMinor })
  await moveMoney(tx, theirs.id, { ...change, changeMinor: purse.balanceMinor })
  return purse.balanceMinor
}
