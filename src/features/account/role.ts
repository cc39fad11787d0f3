import { type Permission, permissions } from './permission.ts'

/** What somebody is in an organisation. The first is whoever created it. */
export const roles = ['owner', 'manager', 'box_office', 'steward', 'accountant'] as const
export type Role = (typeof roles)[number]

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

/**
 * What the pages of the administration are for; each page needs one.
 *   overview: tonight and how it sells. programme: events, products, prices, promotional codes, places.
 *   reservations: find, sell, change, cancel, hand out, give back what the desk took. door_list: the printed list of a night.
 *   door: scanning devices. people: members, cards, waiting lists.
 *   money: refunds and accounting. exports: lists as files. settings: how the organisation looks and what its rules are.
 *   erasure: a person's data, for good.
 *   payment_keys: where the money goes, and with what passes for wallets are signed. team: who works here, and the keys of programs. audit: who did what.
 */
export const duties = [
  'overview',
  'programme',
  'reservations',
  'door_list',
  'door',
  'people',
  'money',
  'exports',
  'settings',
  'payment_keys',
  'team',
  'audit',
  'erasure',
] as const
export type Duty = (typeof duties)[number]

type RoleRights = { readonly duties: ReadonlySet<Duty>; readonly permissions: ReadonlySet<Permission> }

/** The whole table of who may do what: on the pages, and through the API with a session (ADR 0131). */
const rights: Readonly<Record<Role, RoleRights>> = {
  owner: { duties: new Set(duties), permissions: new Set(permissions) },
  manager: {
    duties: new Set(duties.filter((duty) => duty !== 'payment_keys' && duty !== 'team')),
    permissions: new Set(permissions),
  },
  box_office: {
    duties: new Set(['overview', 'reservations', 'door_list', 'people']),
    permissions: new Set([
      ...(['product:read', 'event:read', 'reservation:read', 'reservation:write'] as const),
      ...(['ticket:read', 'ticket:write'] as const),
      ...(['membership:read', 'membership:write', 'card:read', 'card:write', 'place:read'] as const),
    ]),
  },
  steward: {
    duties: new Set(['overview', 'door_list']),
    permissions: new Set(['product:read', 'event:read', 'ticket:read']),
  },
  accountant: {
    duties: new Set(['overview', 'money', 'exports']),
    // The books, without who: reservations and memberships bear addresses.
    permissions: new Set(['product:read', 'event:read']),
  },
}

export function roleHasDuty(role: Role, duty: Duty): boolean {
  return rights[role].duties.has(duty)
}

export function roleMay(role: Role, permission: Permission): boolean {
  return rights[role].permissions.has(permission)
}

/** Does whoever was that (null: a visitor) get to do anything more? */
export function gainsRights(former: Role | null, role: Role): boolean {
  const had = former === null ? null : rights[former]
  const gained = [...rights[role].duties].some((duty) => !had?.duties.has(duty))
  return gained || [...rights[role].permissions].some((permission) => !had?.permissions.has(permission))
}

/** May overrule what protects others: cancel a ticket that was used, say. */
export function roleManages(role: Role): boolean {
  return role === 'owner' || role === 'manager'
}
