import { nilUuid } from '../../lib/ids.ts'
import type { Asker } from './unconfirmed.ts'
import { counterKey } from './places.ts'

/** How many of a price are held for a known person until they pay. */
export type Awaited = { readonly atDesk: number; readonly online: number }

/** What is held for each person, by `awaitedKey`. */
export type AwaitedMemberships = Map<string, Awaited>

/** How often somebody who left the page of a payment may begin again, before the first hold is over. */
const retries = 4

export function awaitedKey(priceId: string, email: string): string {
  return counterKey(priceId, nilUuid, email)
}

/** Whether the booker proved that the address is theirs and books for themselves: nobody else takes anything from them (ADR 0053). */
export function isSelf({ trusted, staff }: Pick<Asker, 'trusted' | 'staff'>): boolean {
  return trusted && !staff
}

/** How much is held for a person until they pay, as it counts towards the maximum of a price. */
export function countAwaited(
  awaited: AwaitedMemberships,
  { email, priceId }: { readonly email: string; readonly priceId: string },
): number {
  const { atDesk, online } = awaited.get(awaitedKey(priceId, email)) ?? { atDesk: 0, online: 0 }
  return atDesk + Math.max(0, online - retries)
}

/** Notes what is held from now on, for the bookings of a batch after it. */
export function noteAwaited(
  awaited: AwaitedMemberships,
  { email, priceId }: { readonly email: string; readonly priceId: string },
  more: Awaited,
): void {
  const key = awaitedKey(priceId, email)
  const known = awaited.get(key)
  const atDesk = (known?.atDesk ?? 0) + more.atDesk
  awaited.set(key, { atDesk, online: (known?.online ?? 0) + more.online })
}
