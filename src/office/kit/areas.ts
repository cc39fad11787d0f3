import type { StaffPermission } from '../../features/account/role.ts'
import { paths } from '../../lib/paths.ts'

/** Groups of rooms of the administration, in the order of an evening. */
export const adminGroups = ['tonight', 'programme', 'people', 'door', 'money', 'house'] as const
export type AdminGroup = (typeof adminGroups)[number]

/** The rooms that have others below them. */
type MainArea = 'reservations' | 'events' | 'products' | 'members' | 'devices' | 'accounting' | 'settings'

type Area = {
  readonly group: AdminGroup
  /** The room that this one is below, on whose page the way to it stands; absent: the navigation lists it. */
  readonly under?: MainArea
  readonly path: string
  readonly permission: StaffPermission
  /** Set if organisations that sell nothing have the room too, such as a calendar that others share. */
  readonly everywhere?: true
  /** Set if calendars that others share alone have the room. */
  readonly ofMetas?: true
}

/** Every room of an organisation's administration, with the permission that opens it (ADR 0314). */
export const adminAreas = {
  overview: { group: 'tonight', path: paths.admin, permission: 'overview', everywhere: true },
  sale: { group: 'tonight', path: paths.sale, permission: 'reservations' },
  reservations: { group: 'tonight', path: paths.reservations, permission: 'reservations' },
  waiting_lists: { group: 'tonight', under: 'reservations', path: paths.waitingLists, permission: 'people' },
  hand_outs: { group: 'tonight', under: 'reservations', path: paths.handOuts, permission: 'reservations' },
  mails: { group: 'tonight', under: 'reservations', path: paths.mails, permission: 'reservations' },
  events: { group: 'programme', path: paths.events, permission: 'programme' },
  products: { group: 'programme', path: paths.products, permission: 'programme' },
  promotional_codes: { group: 'programme', under: 'products', path: paths.promotionalCodes, permission: 'programme' },
  options: { group: 'programme', under: 'products', path: paths.options, permission: 'programme' },
  locations: { group: 'programme', under: 'events', path: paths.locations, permission: 'programme' },
  stages: { group: 'programme', under: 'events', path: paths.stages, permission: 'programme' },
  artists: { group: 'programme', under: 'events', path: paths.artists, permission: 'programme' },
  appearances: { group: 'programme', under: 'events', path: paths.appearances, permission: 'programme' },
  projects: { group: 'programme', under: 'events', path: paths.projects, permission: 'programme' },
  federation: { group: 'programme', path: paths.federation, permission: 'programme', ofMetas: true },
  remote_events: { group: 'programme', path: paths.remoteEvents, permission: 'programme', ofMetas: true },
  remote_agendas: { group: 'programme', path: paths.remoteAgendas, permission: 'programme', ofMetas: true },
  members: { group: 'people', path: paths.members, permission: 'people' },
  cards: { group: 'people', under: 'members', path: paths.cards, permission: 'people' },
  door_lists: { group: 'door', under: 'devices', path: paths.doorLists, permission: 'door_list' },
  devices: { group: 'door', path: paths.devices, permission: 'door' },
  accounting: { group: 'money', path: paths.accounting, permission: 'money' },
  refunds: { group: 'money', under: 'accounting', path: paths.refunds, permission: 'money' },
  exports: { group: 'money', under: 'accounting', path: paths.exports, permission: 'exports' },
  start: { group: 'house', under: 'settings', path: paths.start, permission: 'settings' },
  settings: { group: 'house', path: paths.settings, permission: 'settings', everywhere: true },
  shared_calendars: { group: 'house', under: 'settings', path: paths.sharedCalendars, permission: 'settings' },
  team: { group: 'house', under: 'settings', path: paths.team, permission: 'team', everywhere: true },
  api_keys: { group: 'house', under: 'settings', path: paths.apiKeys, permission: 'team', everywhere: true },
  webhooks: { group: 'house', under: 'settings', path: paths.webhooks, permission: 'settings' },
  imports: { group: 'house', under: 'settings', path: paths.imports, permission: 'settings' },
  personal_data: { group: 'house', under: 'settings', path: paths.personalData, permission: 'erasure' },
  audit: { group: 'house', under: 'settings', path: paths.audit, permission: 'audit', everywhere: true },
} as const satisfies Record<string, Area>
export type AdminArea = keyof typeof adminAreas
