import { equalBytes } from './hash.ts'
import { at, type visitorPaths } from './paths.ts'
import type { SecretBox } from './secret-box.ts'

type Secrets = { readonly secrets: SecretBox }

type ProvenPath = (typeof visitorPaths)['booking' | 'givenTicket' | 'waitingEntry']

/**
 * An address that opens something of a tenant's to anyone who has it, account or not. Its `:proof` is 32 bytes in base64url. Nothing is
 * stored; rotating the server's secret closes the addresses of before.
 */
export function defineProofLink(purpose: string, page: ProvenPath) {
  const proofOf = ({ secrets }: Secrets, tenantId: string, id: string) =>
    secrets.mac(purpose, `${tenantId} ${id}`).toString('base64url')
  return {
    path(deps: Secrets, tenantId: string, id: string): string {
      return at(page, { uuid: id, proof: proofOf(deps, tenantId, id) })
    },
    isProof(deps: Secrets, tenantId: string, { id, proof }: { readonly id: string; readonly proof: string }): boolean {
      return equalBytes(Buffer.from(proofOf(deps, tenantId, id)), Buffer.from(proof))
    },
  }
}
