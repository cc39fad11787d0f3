import type { Actor } from '../account/actor.ts'
import { type Role, roleHasPermission } from '../account/role.ts'

/** Who works at an organisation, by account. */
export type Team = ReadonlyMap<string, Role>

/**
 * May whoever asks decide about somebody who is that here, or is to be? About owners only owners do. What somebody is
 * themselves is looked at in the team as it is: whoever was taken out a moment ago decides nothing any more.
 */
export function decidesAbout(actor: Actor, team: Team, role: Role): boolean {
  if (actor.kind === 'server') return true
  if (actor.kind !== 'account') return false
  const own = actor.fromRoot ? actor.role : (team.get(actor.accountId) ?? null)
  if (own === null || !roleHasPermission(own, 'team')) return false
  return role !== 'owner' || own === 'owner'
}

/** Without an owner nobody could let anybody in any more. */
export function isLastOwner(team: Team, accountId: string): boolean {
  const owners = [...team].filter(([, role]) => role === 'owner').map(([id]) => id)
  return owners.length === 1 && owners[0] === accountId
}
