/** Who may make an organisation by the form: anybody, anybody with a super-user's approval, or super-users alone (ADR 0220). */
export const registrations = ['open', 'approval', 'closed'] as const
export type Registration = (typeof registrations)[number]
