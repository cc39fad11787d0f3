import { AppError, orNotFound } from '../../errors.ts'
import { equalBytes } from '../../lib/hash.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findMemberCard, type ListedMembership } from './membership.queries.ts'

const purpose = 'member card'

function proofOf({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, id: string): Buffer {
  return secrets.mac(purpose, `${tenantId} ${id}`)
}

/** The path of a membership's card, which its QR code holds (ADR 0103): anyone who has it may see the card, and nothing else. */
export function memberCardPath(deps: Pick<Deps, 'secrets'>, tenantId: string, id: string): string {
  return at(visitorPaths.memberCard, { uuid: id, proof: proofOf(deps, tenantId, id).toString('base64url') })
}

/** @throws AppError not_found when the proof is not that of the card, or the membership is nobody's any more */
export async function readMemberCard(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  { id, proof }: { readonly id: string; readonly proof: string },
): Promise<ListedMembership> {
  if (!equalBytes(Buffer.from(proof, 'base64url'), proofOf(deps, tenant.id, id))) throw new AppError('not_found')
  return orNotFound(await deps.database.asTenant(tenant.id, (tx) => findMemberCard(tx, id, deps.now())))
}
