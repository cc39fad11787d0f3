import { paths } from '../../lib/paths.ts'

/** The access to these rooms. */
export const superUser = { kind: 'super_user' } as const

/** Every room of the administration of the whole server, by its path; all are for super-users. */
export const rootRooms = {
  overview: paths.admin,
  organisations: paths.serverOrganisations,
  reports: paths.serverReports,
  people: paths.serverPeople,
  calendar: paths.serverCalendar,
  cards: paths.serverCards,
  mails: paths.serverMails,
  jobs: paths.serverJobs,
  backups: paths.serverBackups,
  limits: paths.serverLimits,
  audit: paths.audit,
} as const
export type RootRoom = keyof typeof rootRooms
