import { lowestIdAt, repeatableId } from '../../lib/ids.ts'
import { sha256 } from '../../lib/hash.ts'

/** The id that something gets here, the same each time that it is imported; it orders among the others by when it was made. */
export function importedId(tenantId: string, madeAt: Date, said: string): string {
  return repeatableId(tenantId, lowestIdAt(madeAt).slice(0, 13) + sha256(said).toString('hex'))
}
