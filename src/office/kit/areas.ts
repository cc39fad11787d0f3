import type { StaffPermission } from '../../features/account/role.ts'

/** What the way through the administration is divided into, in the order of an evening. */
export const adminGroups = ['tonight', 'programme', 'people', 'door', 'money', 'house'] as const
export type AdminGroup = (typeof adminGroups)[number]

type Area = {
  readonly group: AdminGroup
  readonly path: string
  readonly permission: StaffPermission
  /** Also of an organisation that sells nothing, such as a calendar that others share. */
  readonly everywhere?: true
}

/** Every room of an organisation's administration, with the permission that opens it; the way lists what somebody may enter. */
export const adminAreas = {
  overview: { group: 'tonight', path: '/admin/', permission: 'overview', everywhere: true },
  sale: { group: 'tonight', path: '/admin/sale/', permission: 'reservations' },
  reservations: { group: 'tonight', path: '/admin/reservations/', permission: 'reservations' },
  waiting_lists: { group: 'tonight', path: '/admin/waiting-lists/', permission: 'people' },
  hand_outs: { group: 'tonight', path: '/admin/hand-outs/', permission: 'reservations' },
  mails: { group: 'tonight', path: '/admin/mails/', permission: 'reservations' },
  events: { group: 'programme', path: '/admin/events/', permission: 'programme' },
  products: { group: 'programme', path: '/admin/products/', permission: 'programme' },
  promotional_codes: { group: 'programme', path: '/admin/promotional-codes/', permission: 'programme' },
  options: { group: 'programme', path: '/admin/options/', permission: 'programme' },
  locations: { group: 'programme', path: '/admin/locations/', permission: 'programme' },
  stages: { group: 'programme', path: '/admin/stages/', permission: 'programme' },
  artists: { group: 'programme', path: '/admin/artists/', permission: 'programme' },
  projects: { group: 'programme', path: '/admin/projects/', permission: 'programme' },
  members: { group: 'people', path: '/admin/members/', permission: 'people' },
  cards: { group: 'people', path: '/admin/cards/', permission: 'people' },
  door_lists: { group: 'door', path: '/admin/door-lists/', permission: 'door_list' },
  devices: { group: 'door', path: '/admin/devices/', permission: 'door' },
  accounting: { group: 'money', path: '/admin/accounting/', permission: 'money' },
  refunds: { group: 'money', path: '/admin/refunds/', permission: 'money' },
  exports: { group: 'money', path: '/admin/exports/', permission: 'exports' },
  start: { group: 'house', path: '/admin/start/', permission: 'settings' },
  settings: { group: 'house', path: '/admin/settings/', permission: 'settings', everywhere: true },
  team: { group: 'house', path: '/admin/team/', permission: 'team', everywhere: true },
  api_keys: { group: 'house', path: '/admin/api-keys/', permission: 'team', everywhere: true },
  personal_data: { group: 'house', path: '/admin/personal-data/', permission: 'erasure' },
  audit: { group: 'house', path: '/admin/audit/', permission: 'audit', everywhere: true },
} as const satisfies Record<string, Area>
export type AdminArea = keyof typeof adminAreas
