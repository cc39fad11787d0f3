import { type Permission, permissions } from './permission.ts'

/** What somebody is in an organisation. Its creator has the first. */
export const roles = ['owner', 'manager', 'box_office', 'steward', 'accountant'] as const
export type Role = (typeof roles)[number]

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

/**
 * What somebody may do in the administration: the permissions that roles consist of. Each page needs one.
 *   overview: tonight and how it sells. programme: events, products, prices, promotional codes, places.
 *   reservations: find, sell, change, cancel, hand out, refund what the desk took. door_list: the printed list of a night.
 *   door: scanning devices. people: members, cards, waiting lists.
 *   money: refunds and accounting. exports: lists as files. settings: how the organisation looks and what its rules are.
 *   erasure: a person's data, for good.
 *   domains: where its pages answer besides its label: anyone who runs a domain reads what comes by.
 *   payment_keys: where the money goes, and with what passes for wallets are signed. team: who works here, and the keys of programs. audit: who did what.
 */
export const staffPermissions = [
  'overview',
  'programme',
  'reservations',
  'door_list',
  'door',
  'people',
  'money',
  'exports',
  'settings',
  'domains',
  'payment_keys',
  'team',
  'audit',
  'erasure',
] as const
export type StaffPermission = (typeof staffPermissions)[number]

const ownersAlone: ReadonlySet<StaffPermission> = new Set(['domains', 'payment_keys', 'team'])

/** The whole table of who may do what: on the pages, and through the API with a session (ADR 0131, 0199). */
const permissionsOf: Readonly<Record<Role, ReadonlySet<StaffPermission>>> = {
  owner: new Set(staffPermissions),
  manager: new Set(staffPermissions.filter((permission) => !ownersAlone.has(permission))),
  box_office: new Set(['overview', 'reservations', 'door_list', 'people']),
  steward: new Set(['overview', 'door_list']),
  // The books, without who: reservations and memberships bear addresses.
  accountant: new Set(['overview', 'money', 'exports']),
}

/**
 * What each staff permission shows or does on its pages, in the permissions of keys: for what is open to all and says more, or
 * does it otherwise, for some (`may`). It opens no route: that is done by the staff permission itself.
 */
const keyPermissionsOf: Readonly<Record<StaffPermission, readonly Permission[]>> = {
  // Nights are named there before they are published, also to the person who prints their list.
  overview: ['event:read'],
  programme: ['product:read', 'product:write', 'event:read', 'event:write'],
  // Whoever sells prints tickets, with what opens the door.
  reservations: [
    'product:read',
    'reservation:read',
    'reservation:write',
    'ticket:read',
    'ticket:write',
    'ticket:secret',
  ],
  door_list: ['ticket:read'],
  door: ['ticket:read', 'ticket:write'],
  people: ['membership:read', 'membership:write', 'card:read', 'card:write'],
  money: [],
  exports: [],
  settings: ['place:read', 'place:write'],
  domains: [],
  payment_keys: [],
  // Anyone who makes keys may give any permission away.
  team: permissions,
  audit: ['place:read'],
  erasure: [],
}

export function roleHasPermission(role: Role, permission: StaffPermission): boolean {
  return permissionsOf[role].has(permission)
}

export function roleMay(role: Role, permission: Permission): boolean {
  return [...permissionsOf[role]].some((granted) => keyPermissionsOf[granted].includes(permission))
}

/** Whether somebody who had the former role (null: a visitor) may do anything more with the new one. */
export function gainsRights(former: Role | null, role: Role): boolean {
  return [...permissionsOf[role]].some((one) => former === null || !permissionsOf[former].has(one))
}

/** Whether a role may overrule what protects others: cancel a ticket that was used, say. */
export function roleManages(role: Role): boolean {
  return role === 'owner' || role === 'manager'
}
