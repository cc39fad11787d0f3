/** Every room of the administration of the whole server, by its path; all are for super-users. */
export const rootRooms = {
  organisations: '/admin/',
  reports: '/admin/server/reports/',
  people: '/admin/server/people/',
  calendar: '/admin/server/calendar/',
  cards: '/admin/server/cards/',
  mails: '/admin/server/mails/',
  jobs: '/admin/server/jobs/',
  backups: '/admin/server/backups/',
  health: '/admin/server/health/',
  limits: '/admin/server/limits/',
  audit: '/admin/audit/',
} as const
export type RootRoom = keyof typeof rootRooms

/** Of new organisations; from here it leads on to the calendar that has it. */
export const creationPath = '/tenant/new/'
