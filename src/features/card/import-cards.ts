import type { FieldProblem } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { insertCards, listCardsByTag } from './card.queries.ts'
import { readCardFile, refuseLines } from './card-file.ts'

/**
 * Adds the cards of a list to the server; those that are there already, as they are in the list, stay. All of the list or
 * nothing.
 *
 * @param text the list, as `readCardFile` reads it
 * @throws AppError validation_failed, with every line that is wrong
 */
export async function importCards(
  deps: BasicDeps,
  text: string,
): Promise<{ readonly imported: number; readonly known: number }> {
  const cards = readCardFile(text)
  return deps.database.asServer(async (tx) => {
    const imported = await insertCards(tx, cards, deps.now())
    // All that exists now is the list, or contradicts it: with two imports at once too, and nothing has to be locked.
    const there = await listCardsByTag(
      tx,
      cards.map(({ tagId }) => tagId),
    )
    const contradicted = cards.filter(({ tagId, number, id }) => {
      const card = there.get(tagId)
      return card?.number !== number || (id !== null && card.id !== id)
    })
    refuseLines(new Map(contradicted.map(({ line }) => [line, ['card_known_otherwise'] as FieldProblem[]])))
    return { imported, known: cards.length - imported }
  })
}
