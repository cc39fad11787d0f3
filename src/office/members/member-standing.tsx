import { type MembershipState, membershipState } from '../../features/membership/membership.ts'
import type { Language } from '../../lib/language.ts'
import { membersTexts } from '../../messages/office/members.ts'
import { type Sign, Standing } from '../kit/standing.tsx'

const signs: Readonly<Record<MembershipState, Sign>> = {
  valid: 'well',
  ending: 'watch',
  to_come: 'waits',
  ended: 'gone',
  cancelled: 'gone',
}

type MemberStandingProps = {
  readonly held: Parameters<typeof membershipState>[0]
  readonly now: Date
  readonly language: Language
}

/** How a membership stands, as a word with its sign. */
export function MemberStanding({ held, now, language }: MemberStandingProps) {
  const state = membershipState(held, now)
  return <Standing sign={signs[state]}>{membersTexts[language].states[state]}</Standing>
}

type Named = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** By which a member is called; by the address where no name was given. */
export function memberName({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email
}
