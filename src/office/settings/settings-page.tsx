import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { StaffPermission } from '../../features/account/role.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { Tabs } from '../kit/tabs.tsx'
import type { Asked } from '../../http/route.ts'

type Room = {
  readonly path: string
  readonly permission: StaffPermission
  /** Whether an organisation has this room. */
  isFor(tenant: Tenant): boolean
}

const everybody = () => true
const sellers = ({ category }: Tenant) => categoryRules[category].sells
/** Those with a programme. A Meta has one of its members' events. */
const allButRoot = ({ category }: Tenant) => category !== 'root'
/** What is tried out is told to nobody. */
const knownElsewhere = (tenant: Tenant) => allButRoot(tenant) && !tenant.sandbox

/** Rooms of the settings. */
export const settingsRooms = {
  identity: { path: paths.settings, permission: 'settings', isFor: everybody },
  look: { path: paths.settingsLook, permission: 'settings', isFor: everybody },
  rules: { path: paths.settingsRules, permission: 'settings', isFor: sellers },
  pictures: { path: paths.settingsPictures, permission: 'settings', isFor: everybody },
  domains: { path: paths.settingsDomains, permission: 'domains', isFor: everybody },
  website: { path: paths.settingsWebsite, permission: 'settings', isFor: allButRoot },
  fediverse: { path: paths.settingsFediverse, permission: 'settings', isFor: knownElsewhere },
  payment: { path: paths.settingsPayment, permission: 'payment_keys', isFor: sellers },
  wallets: { path: paths.settingsWallets, permission: 'payment_keys', isFor: sellers },
  sign_in: { path: paths.settingsSignIn, permission: 'team', isFor: sellers },
  sandbox: { path: paths.settingsSandbox, permission: 'team', isFor: ({ sandbox }: Tenant) => sandbox },
} as const satisfies Record<string, Room>
export type SettingsRoom = keyof typeof settingsRooms

/** Lists the rooms of the settings that somebody may enter here. */
export function settingsRoomsFor({ actor, tenant }: FastifyRequest): readonly (readonly [SettingsRoom, Room])[] {
  const entries = Object.entries(settingsRooms) as [SettingsRoom, Room][]
  return entries.filter(([, { permission, isFor }]) => hasStaffPermission(actor, tenant, permission) && isFor(tenant))
}

/**
 * Shows a page of the settings, with links to the others.
 *
 * @param scriptPath the path of a script that makes the page more convenient; it is complete without
 */
export function showSettingsPage(asked: Asked, here: SettingsRoom, content: ComponentChildren, scriptPath?: string) {
  const { language } = asked.request
  const words = settingsTexts[language]
  const rooms = settingsRoomsFor(asked.request)
  return showAdminPage(
    asked,
    { title: words.rooms[here].title, area: 'settings', ...(scriptPath === undefined ? {} : { scriptPath }) },
    <div class="stack">
      <Tabs label={words.title} tabs={rooms.map(([room, { path }]) => [path, words.rooms[room].name, room === here])} />
      <h1>{words.rooms[here].title}</h1>
      <p class="prose">{words.rooms[here].lead}</p>
      {content}
      <p>
        <a href={paths.audit}>{deskTexts[language].log}</a>
      </p>
    </div>,
  )
}
