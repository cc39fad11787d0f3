import type { Context } from '../../context.ts'
import { theServer } from '../../features/account/actor.ts'
import { findCard, findKnownCard } from '../../features/card/card.queries.ts'
import { importCards } from '../../features/card/import-cards.ts'
import { linkCard } from '../../features/card/link-card.ts'
import { openCard } from '../../features/card/open-card.ts'
import { type MovementRequest, recordMovement } from '../../features/card/record-movement.ts'
import { listMemberships } from '../../features/membership/membership.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { sha256 } from '../../lib/hash.ts'

/** The cards of one organisation: half belong to its first members, the others to nobody. */
const cardsOfMembers = 3
const cardsOfNobody = 3

/** Cards that were topped up and have paid for something; a second run finds all of it. */
export async function handOutCards(context: Context, tenant: Tenant): Promise<void> {
  const cards = Array.from({ length: cardsOfMembers + cardsOfNobody }, (_, index) => {
    const number = `DEMO-${tenant.slug.slice(0, 16)}-${index + 1}`.toUpperCase()
    return { number, tagId: sha256(`card ${number}`).toString('hex').slice(0, 8).toUpperCase() }
  })
  await importCards(context, ['tag_id,number', ...cards.map(({ tagId, number }) => `${tagId},${number}`)].join('\n'))
  const members = await context.database.asTenant(tenant.id, (tx) => listMemberships(tx, { limit: cardsOfMembers }))
  for (const [index, card] of cards.entries()) {
    const member = members[index]
    const found = await context.database.asServer((tx) => findCard(tx, card.tagId))
    const known = await context.database.asTenant(tenant.id, (tx) => findKnownCard(tx, card.tagId, context.now()))
    // Somebody tried that too.
    if (found?.lostAt || known?.lostAt) continue
    if (member && found?.email === null && member.email !== '') await linkCard(context, card.tagId, member.email)
    await openCard(context, tenant, card)
    await move(context, tenant, card.tagId, { kind: 'credit', amountMinor: 2000, note: null })
    await move(context, tenant, card.tagId, { kind: 'debit', amountMinor: 650, note: 'Bar' })
  }
}

/** Its key makes of every further run a repeat. */
async function move(
  context: Context,
  tenant: Tenant,
  tagId: string,
  asked: Pick<MovementRequest, 'kind' | 'amountMinor' | 'note'>,
): Promise<void> {
  const key = `demo ${tagId} ${asked.kind}`
  const repeatable = { key, hash: sha256(key) }
  await recordMovement(context, tenant, theServer, { ...asked, tagId, reversalOf: null, isInHand: true, repeatable })
}
