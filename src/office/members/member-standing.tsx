import { membershipState } from '../../features/membership/membership.ts'
import type { RenewalState } from '../../features/membership/renewal.queries.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Standing } from '../kit/standing.tsx'

const signs = {
  valid: 'well',
  ending: 'watch',
  renewed: 'well',
  to_come: 'waits',
  ended: 'gone',
  cancelled: 'gone',
} as const

type Held = Parameters<typeof membershipState>[0] & { readonly renewalState: RenewalState | null }

/** The state of a membership, as a word with its sign; one that holds and is renewed by itself says that. */
export function MemberStanding({ held }: { readonly held: Held }) {
  const found = membershipState(held, useReader().now)
  const isRenewed = held.renewalState === 'running' && (found === 'valid' || found === 'ending')
  const state = isRenewed ? 'renewed' : found
  return <Standing sign={signs[state]}>{useTexts(membersTexts).states[state]}</Standing>
}

type Named = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Names a member; by their address where they gave no name. */
export function memberName({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email
}
