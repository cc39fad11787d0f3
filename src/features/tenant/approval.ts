import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import type { Approval, Tenant } from './tenant.ts'

/**
 * Whether an organisation is visible to the caller: before a super-user's approval only to the people who work there, their keys and
 * their devices.
 */
export function isOpenTo({ approval }: Pick<Tenant, 'approval'>, actor: Actor | undefined): boolean {
  if (approval === 'approved') return true
  if (actor?.kind === 'account') return actor.role !== null
  return actor?.kind === 'api_key' || actor?.kind === 'device'
}

/** Refuses what is done to mail others; other mails are held where mails are sent. @throws AppError not_approved */
export function requireApproved({ approval }: Pick<Tenant, 'approval'>): void {
  if (approval !== 'approved') throw new AppError('not_approved')
}

/** The states that each answer may be given in: a refused one may be approved, and an approved one is archived, not refused. */
export const answeredFrom = { approved: ['waiting', 'refused'], refused: ['waiting'] } as const satisfies Record<
  Exclude<Approval, 'waiting'>,
  readonly Approval[]
>

/** Most characters of a super-user's reason for a refusal. */
export const longestReason = 500
