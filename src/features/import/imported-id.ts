import { lowestIdAt, repeatableId } from '../../lib/ids.ts'
import { sha256 } from '../../lib/hash.ts'

const timeDigits = 13

/**
 * The id that something gets here; it orders among the others by when it was made.
 *
 * @param said what it is known by: its id elsewhere, or what the file says of it
 */
export function importedId(tenantId: string, madeAt: Date, said: string): string {
  return lowestIdAt(madeAt).slice(0, timeDigits) + importedTail(tenantId, said)
}

/** The part of such an id that does not tell when it was made: by it the same thing is known again, whatever was put right. */
export function importedTail(tenantId: string, said: string): string {
  return repeatableId(tenantId, sha256(said).toString('hex')).slice(timeDigits)
}
