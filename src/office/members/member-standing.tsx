import { membershipState } from '../../features/membership/membership.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Standing } from '../kit/standing.tsx'

const signs = { valid: 'well', ending: 'watch', to_come: 'waits', ended: 'gone', cancelled: 'gone' } as const

/** How a membership stands, as a word with its sign. */
export function MemberStanding({ held }: { readonly held: Parameters<typeof membershipState>[0] }) {
  const state = membershipState(held, useReader().now)
  return <Standing sign={signs[state]}>{useTexts(membersTexts).states[state]}</Standing>
}

type Named = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** The name of a member; the address where no name was given. */
export function memberName({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email
}
