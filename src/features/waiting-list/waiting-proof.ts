import { equalBytes } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'

const purpose = 'waiting list'

/** What lets whoever has the mail leave the list, as `bookingProof` opens a booking. */
function waitingProof({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, id: string): string {
  return secrets.mac(purpose, `${tenantId} ${id}`).toString('base64url')
}

/** The path of the page where somebody leaves the list. */
export function waitingPath(deps: Pick<Deps, 'secrets'>, tenantId: string, id: string): string {
  return `/waiting-list/${id}/${waitingProof(deps, tenantId, id)}/`
}

export function isWaitingProof(
  deps: Pick<Deps, 'secrets'>,
  tenantId: string,
  { id, proof }: { readonly id: string; readonly proof: string },
): boolean {
  return equalBytes(Buffer.from(waitingProof(deps, tenantId, id)), Buffer.from(proof))
}
