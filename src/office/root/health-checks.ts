import type { Language } from '../../lib/language.ts'
import type { RootRoom } from './rooms.ts'

/** The checks, in the order in which they are shown, and the room where somebody does something about each; null: it is not done in one. */
export const healthChecks = {
  registrations: 'organisations',
  reports: 'reports',
  database: null,
  migrations: null,
  jobs: 'jobs',
  workers: null,
  given_up: 'jobs',
  space: 'backups',
  backups: 'backups',
  mail: 'mails',
  unsent: 'mails',
  wallets: null,
  secret: null,
  versions: null,
} as const satisfies Readonly<Record<string, RootRoom | null>>
export type HealthCheck = keyof typeof healthChecks

/** `unknown`: so many organisations are being looked at, and nothing is known yet; `failed`: the check could not be made. */
export type HealthState = 'good' | 'look' | 'wrong' | 'unknown' | 'failed'

export type HealthReader = { readonly timeZone: string; readonly language: Language }
export type Finding = {
  readonly state: HealthState
  readonly value: string
  /** When it was found, where that is long ago or the latest try failed. */
  readonly asOf?: Date | null
}
