import { equalBytes } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'

const purpose = 'given ticket'

/** What proves that somebody was given a ticket: the page of its booking is not theirs. Nothing is stored. */
function givenProof({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, ticketId: string): string {
  return secrets.mac(purpose, `${tenantId} ${ticketId}`).toString('base64url')
}

/** The path below which the files of a ticket are, for whoever was given it. */
export function givenPath(deps: Pick<Deps, 'secrets'>, tenantId: string, ticketId: string): string {
  return `/tickets/${ticketId}/${givenProof(deps, tenantId, ticketId)}/`
}

export function isGivenProof(
  deps: Pick<Deps, 'secrets'>,
  tenantId: string,
  { id, proof }: { readonly id: string; readonly proof: string },
): boolean {
  return equalBytes(Buffer.from(givenProof(deps, tenantId, id)), Buffer.from(proof))
}
