import type { Actor } from '../account/actor.ts'
import { type Role, roleHasPermission } from '../account/role.ts'

/** Who works at an organisation, by account. */
export type Team = ReadonlyMap<string, Role>

/**
 * Whether the caller may decide about somebody who has that role here, or is to have it. Only owners decide about owners. The
 * caller's own role is read in the team as it is now: somebody who was just removed decides nothing any more.
 */
export function decidesAbout(actor: Actor, team: Team, role: Role): boolean {
  if (actor.kind === 'server') return true
  if (actor.kind !== 'account') return false
  const own = actor.fromRoot ? actor.role : (team.get(actor.accountId) ?? null)
  if (own === null || !roleHasPermission(own, 'team')) return false
  return role !== 'owner' || own === 'owner'
}

/** Whether that account is the last owner: without one nobody could let anybody in any more. */
export function isLastOwner(team: Team, accountId: string): boolean {
  const owners = [...team].filter(([, role]) => role === 'owner').map(([id]) => id)
  return owners.length === 1 && owners[0] === accountId
}
