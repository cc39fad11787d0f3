import { AppError } from '../../errors.ts'
import type { Awaits } from './passkey.ts'
import type { Permission } from './permission.ts'
import { type Role, roleManages, roleMay } from './role.ts'

/**
 * Who is asking, within the tenant of the request.
 * `server` is the command line and jobs: anyone who can run a command on the server already holds everything. `device` is a scanning
 * device, which has its own routes and no right beyond them.
 */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'server' }
  | { readonly kind: 'device'; readonly deviceId: string }
  | {
      readonly kind: 'api_key'
      readonly keyId: string
      readonly accountId: string
      readonly permissions: ReadonlySet<Permission>
      readonly canCreateTenants: boolean
      /** When the key expires; null: it is good until revoked. */
      readonly expiresAt: Date | null
    }
  | {
      readonly kind: 'account'
      readonly accountId: string
      readonly email: string
      /** The person's role in the organisation of this request; null: a visitor. */
      readonly role: Role | null
      readonly isSuperUser: boolean
      /** Whether they entered from Root, with an owner's permissions for a while; all that is noted says so. */
      readonly fromRoot: boolean
      /** Signed in by mail alone where more is wanted: nothing but that is open to it until then. */
      readonly awaits?: Awaits
      /** Known here by the word of the organisation's provider alone, which counts nowhere else. */
      readonly byProvider?: boolean
      /** Showed who they are too long ago for what asks again. */
      readonly isStale?: boolean
    }

/** The person who runs commands on the server. */
export const theServer: Actor = { kind: 'server' }

/** The actor as acting from Root, so that what is noted says so. */
export function actingFromRoot(actor: Actor): Actor {
  return actor.kind === 'account' ? { ...actor, fromRoot: true } : actor
}

/** Each right on its own: `write` does not include `read`, so that a till's key can book without reading everyone's reservations. */
export function may(actor: Actor, permission: Permission): boolean {
  switch (actor.kind) {
    case 'anonymous':
    case 'device':
      return false
    case 'server':
      return true
    case 'api_key':
      return actor.permissions.has(permission)
    case 'account':
      return actor.role !== null && roleMay(actor.role, permission)
  }
}

/**
 * Is it known without asking that this address is theirs, or agrees? A signed-in person is known for their own alone, also
 * an administrator; a key that books for others answers for them (ADR 0061).
 */
export function speaksFor(actor: Actor, email: string): boolean {
  return actor.kind === 'account' ? isOwn(actor, email) : may(actor, 'reservation:write')
}

/** Whether it is the address that the caller signed in by. */
export function isOwn(actor: Actor, email: string): boolean {
  return actor.kind === 'account' && actor.email === email
}

/** The actor's id for a log: that of the key, the device or the account; null: nobody in particular. */
export function actorId(actor: Actor): string | null {
  if (actor.kind === 'api_key') return actor.keyId
  if (actor.kind === 'device') return actor.deviceId
  return actor.kind === 'account' ? actor.accountId : null
}

/** Refuses an actor without that right. @throws AppError credentials_required (nobody is known), permission_denied */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (actor.kind === 'anonymous') throw new AppError('credentials_required')
  if (!may(actor, permission)) throw new AppError('permission_denied', { permission })
}

/** Whether the actor, as this person or as one who runs the server, may overrule what protects others. */
export function manages(actor: Actor): boolean {
  return actor.kind === 'server' || (actor.kind === 'account' && actor.role !== null && roleManages(actor.role))
}
