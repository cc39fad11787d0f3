import type { TenantTx } from '../../db/database.ts'
import { normalizeNumber, normalizeTag } from '../card/card.ts'
import { openBalance } from '../card/open-balance.ts'
import type { LineOutcome } from './import-kind.ts'
import type { LineValues } from './read-import-line.ts'

/** Puts what a line says on its card, which is on this server already. */
export async function takeCard(tx: TenantTx, values: LineValues<'cards'>, now: Date): Promise<LineOutcome> {
  const { id, tagId, number, balanceMinor } = values
  // As at a till, which has the card in its hand: a tag or a number alone would tell which cards there are.
  if (id === null && (tagId === null || number === null))
    return { field: tagId === null ? 'tag_id' : 'number', problem: 'required' }
  if (balanceMinor === null) return { field: 'balance', problem: 'required' }
  const named = {
    id,
    tagId: tagId === null ? null : normalizeTag(tagId),
    number: number === null ? null : normalizeNumber(number),
  }
  if ((tagId !== null && named.tagId === null) || (number !== null && named.number === null))
    return { field: tagId === null ? 'number' : 'tag_id', problem: 'unknown_card' }
  const outcome = await openBalance(tx, named, balanceMinor, now)
  if (outcome === 'opened') return 'taken'
  if (outcome === 'known') return outcome
  if (outcome === 'differs') return { field: 'balance', problem: 'balance_differs' }
  return { field: null, problem: outcome }
}
