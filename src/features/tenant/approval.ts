import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import type { Approval, Tenant } from './tenant.ts'

/**
 * Whether an organisation shows itself to whoever asks: before a super-user's approval to those alone who work there, their keys and
 * their devices.
 */
export function isOpenTo({ approval }: Pick<Tenant, 'approval'>, actor: Actor | undefined): boolean {
  if (approval === 'approved') return true
  if (actor?.kind === 'account') return actor.role !== null
  return actor?.kind === 'api_key' || actor?.kind === 'device'
}

/** Of what is done to mail others; whatever goes out in another way is held where mails are sent. @throws AppError not_approved */
export function requireApproved({ approval }: Pick<Tenant, 'approval'>): void {
  if (approval !== 'approved') throw new AppError('not_approved')
}

/** From which states each answer is given: what was refused may be approved, and what is open is archived, not refused. */
export const answeredFrom = { approved: ['waiting', 'refused'], refused: ['waiting'] } as const satisfies Record<
  Exclude<Approval, 'waiting'>,
  readonly Approval[]
>

/** Characters of what a super-user says with a no. */
export const longestReason = 500
