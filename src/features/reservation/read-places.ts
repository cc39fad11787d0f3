import type { BasicDeps } from '../deps.ts'
import { expireDueHolds } from './expire-holds.ts'

/**
 * Reads what is left. If that looks sold out, expired holds are ended first and it is read again: whether jobs run or not, nobody is
 * turned away from a place that can be booked (ADR 0062).
 */
export async function readPlaces<Found>(
  deps: BasicDeps,
  tenantId: string,
  read: () => Promise<Found>,
  looksSoldOut: (found: Found) => boolean,
): Promise<Found> {
  const found = await read()
  return looksSoldOut(found) && (await expireDueHolds(deps, tenantId)) ? read() : found
}
