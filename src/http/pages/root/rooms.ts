/** Every room of the administration of the whole server, by its path; all are for super-users. */
export const rootRooms = {
  organisations: '/admin/',
  people: '/admin/server/people/',
  calendar: '/admin/server/calendar/',
  audit: '/admin/audit/',
} as const
export type RootRoom = keyof typeof rootRooms
