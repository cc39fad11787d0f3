import type { Duty } from '../../../features/account/role.ts'

/** What the way through the administration is divided into, in the order of an evening. */
export const adminGroups = ['tonight', 'programme', 'people', 'door', 'money', 'house'] as const
export type AdminGroup = (typeof adminGroups)[number]

type Area = {
  readonly group: AdminGroup
  readonly path: string
  readonly duty: Duty
  /** Also of an organisation that sells nothing, such as a calendar that others share. */
  readonly everywhere?: true
}

/** Every room of an organisation's administration, with the duty that opens it; the way lists what somebody may enter. */
export const adminAreas = {
  overview: { group: 'tonight', path: '/admin/', duty: 'overview', everywhere: true },
  sale: { group: 'tonight', path: '/admin/sale/', duty: 'reservations' },
  reservations: { group: 'tonight', path: '/admin/reservations/', duty: 'reservations' },
  waiting_lists: { group: 'tonight', path: '/admin/waiting-lists/', duty: 'people' },
  hand_outs: { group: 'tonight', path: '/admin/hand-outs/', duty: 'reservations' },
  mails: { group: 'tonight', path: '/admin/mails/', duty: 'reservations' },
  events: { group: 'programme', path: '/admin/events/', duty: 'programme' },
  products: { group: 'programme', path: '/admin/products/', duty: 'programme' },
  promotional_codes: { group: 'programme', path: '/admin/promotional-codes/', duty: 'programme' },
  options: { group: 'programme', path: '/admin/options/', duty: 'programme' },
  locations: { group: 'programme', path: '/admin/locations/', duty: 'programme' },
  stages: { group: 'programme', path: '/admin/stages/', duty: 'programme' },
  artists: { group: 'programme', path: '/admin/artists/', duty: 'programme' },
  projects: { group: 'programme', path: '/admin/projects/', duty: 'programme' },
  members: { group: 'people', path: '/admin/members/', duty: 'people' },
  cards: { group: 'people', path: '/admin/cards/', duty: 'people' },
  door_lists: { group: 'door', path: '/admin/door-lists/', duty: 'door_list' },
  devices: { group: 'door', path: '/admin/devices/', duty: 'door' },
  accounting: { group: 'money', path: '/admin/accounting/', duty: 'money' },
  refunds: { group: 'money', path: '/admin/refunds/', duty: 'money' },
  exports: { group: 'money', path: '/admin/exports/', duty: 'exports' },
  start: { group: 'house', path: '/admin/start/', duty: 'settings' },
  settings: { group: 'house', path: '/admin/settings/', duty: 'settings', everywhere: true },
  team: { group: 'house', path: '/admin/team/', duty: 'team', everywhere: true },
  api_keys: { group: 'house', path: '/admin/api-keys/', duty: 'team', everywhere: true },
  personal_data: { group: 'house', path: '/admin/personal-data/', duty: 'erasure' },
  audit: { group: 'house', path: '/admin/audit/', duty: 'audit', everywhere: true },
} as const satisfies Record<string, Area>
export type AdminArea = keyof typeof adminAreas
