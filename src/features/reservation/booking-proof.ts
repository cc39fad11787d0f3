import { equalBytes } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'

const purpose = 'booking page'

/**
 * What opens the page of one booking to whoever made it, account or not: 32 bytes in base64url, part of its address.
 * Nothing is stored; rotating the server's secret closes the pages of before.
 */
export function bookingProof({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, id: string): string {
  return secrets.mac(purpose, `${tenantId} ${id}`).toString('base64url')
}

/** The path of that page: where whoever booked finds the booking again. */
export function bookingPath(deps: Pick<Deps, 'secrets'>, tenantId: string, id: string): string {
  return `/bookings/${id}/${bookingProof(deps, tenantId, id)}/`
}

export function isBookingProof(
  deps: Pick<Deps, 'secrets'>,
  tenantId: string,
  { id, proof }: { readonly id: string; readonly proof: string },
): boolean {
  return equalBytes(Buffer.from(bookingProof(deps, tenantId, id)), Buffer.from(proof))
}
