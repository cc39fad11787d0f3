import { membershipState } from '../../features/membership/membership.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Standing } from '../kit/standing.tsx'

const signs = { valid: 'well', ending: 'watch', to_come: 'waits', ended: 'gone', cancelled: 'gone' } as const

/** The state of a membership, as a word with its sign. */
export function MemberStanding({ held }: { readonly held: Parameters<typeof membershipState>[0] }) {
  const state = membershipState(held, useReader().now)
  return <Standing sign={signs[state]}>{useTexts(membersTexts).states[state]}</Standing>
}

type Named = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Names a member; by their address where they gave no name. */
export function memberName({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email
}
