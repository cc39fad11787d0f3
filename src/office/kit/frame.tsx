import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { categoryRules, onStage } from '../../features/tenant/tenant.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { numberText } from '../../lib/format.ts'
import { paths, visitorPaths } from '../../lib/paths.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { keysTexts } from '../../messages/office/keys.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { searchTexts } from '../../messages/office/search.ts'
import { showPage } from '../../pages/page.ts'
import { type RootRoom, rootRooms } from '../root/rooms.ts'
import { type AdminArea, adminAreas, adminGroups } from './areas.ts'
import { ariaKeys, ownKeys } from './keys.ts'
import { listPlaceScript } from './list-place-script.ts'
import { NoMailServer } from './no-mail-server.tsx'
import { PageBody, type PageHead } from './parts.tsx'
import { SearchField } from './search-field.tsx'
import { searchParts } from './search-script.ts'
import { Tabs } from './tabs.tsx'
import type { Asked } from '../../http/route.ts'
import { Submit } from '../../pages/parts.tsx'
import { useReader } from '../../pages/reader.ts'

type AdminPage = {
  readonly area: AdminArea | 'keys' | null
  readonly scriptPath?: string | readonly string[] | undefined
}

/**
 * Shows a page of the administration, beside the navigation: the rooms that the role of the caller may enter.
 *
 * @param area the room that the page belongs to, marked in the navigation; null: it is the search of all of them
 * @param scriptPath the path of a script that makes the page more convenient; it is complete without
 */
export function showAdminPage(
  asked: Asked,
  shown: AdminPage & { readonly title: string },
  content: ComponentChildren,
): string {
  const { area, title, scriptPath } = shown
  return showPage(
    asked,
    {
      title,
      scriptPath,
      forms: 'kept',
      aside: (
        <Way
          request={asked.request}
          path={area === null ? null : area === 'keys' ? paths.keys : adminAreas[area].path}
        />
      ),
    },
    <>
      <script type="module" src={listPlaceScript.path} />
      <FromRoot request={asked.request} />
      <NoMailServer request={asked.request} />
      <NotOpenYet request={asked.request} />
      {area === null || area === 'keys' ? null : <Beside request={asked.request} area={area} />}
      {content}
    </>,
  )
}

type BesideProps = { readonly request: FastifyRequest; readonly area: AdminArea }

/**
 * On a room's own page, the ways to the rooms that belong together: the one in the navigation, and those below it. The settings have
 * pages of their own, and the ways stand on each.
 */
function Beside({ request, area }: BesideProps) {
  const { path } = adminAreas[area]
  const group = groupsFor(request).find(({ rooms }) => rooms.some((room) => room.path === path))
  const mainPath = group?.rooms.find((room) => room.path === path)?.under ?? path
  const main = group?.rooms.filter((room) => room.path === mainPath) ?? []
  const below =
    group?.rooms.filter((room) => room.under === mainPath && (room.path === path || !isOnly(request, room))) ?? []
  const here = request.routeOptions.url
  if (group === undefined || below.length === 0 || (here !== path && area !== 'settings')) return null
  return <Tabs label={group.name} tabs={[...main, ...below].map(({ path, name }) => [path, name, path === here])} />
}

/** Whether a room is of what an organisation of this kind has one of: there is nothing to choose from, and its events lead there. */
function isOnly({ tenant }: FastifyRequest, { path }: Room): boolean {
  const { locations, stages } = categoryRules[tenant.category]
  return (
    (path === paths.locations && locations === 'exactly_one') || (path === paths.stages && stages === 'exactly_one')
  )
}

/** Shows a page of a room of the administration: its head, and below it what follows. */
export function showRoom(
  asked: Asked,
  { area, scriptPath, title, heading = title, ...head }: AdminPage & PageHead,
  ...content: readonly ComponentChildren[]
): string {
  const body = <PageBody {...{ ...head, heading }}>{content}</PageBody>
  return showAdminPage(asked, { area, scriptPath, title }, body)
}

/** Says above every page that somebody entered from Root, and lets them leave. */
function FromRoot({ request: { actor, language } }: { readonly request: FastifyRequest }) {
  if (actor.kind !== 'account' || !actor.fromRoot) return null
  const { fromRoot, leave } = frameTexts[language]
  return (
    <form method="post" action={visitorPaths.signOut} class="from-root small">
      <p>{fromRoot}</p>
      <Submit look="quiet">{leave}</Submit>
    </form>
  )
}

/** A notice above every page of an organisation that no super-user has approved. */
function NotOpenYet({ request: { tenant, language } }: { readonly request: FastifyRequest }) {
  if (tenant.approval === 'approved') return null
  const { ownWaits, ownRefused } = registrationTexts[language]
  return <p class="notice">{tenant.approval === 'waiting' ? ownWaits : ownRefused}</p>
}

type Room = {
  readonly path: string
  readonly name: string
  /** The path of the room that it is below, on whose page the way to it stands; null: the navigation lists it. */
  readonly under: string | null
  /** How many things there need somebody; absent: nobody counts them. */
  readonly needs?: number
}
type Group = { readonly name: string; readonly rooms: readonly Room[] }

/** Whether somebody may enter a room of this organisation. */
export function mayEnter({ actor, tenant }: FastifyRequest, area: AdminArea): boolean {
  return hasStaffPermission(actor, tenant, adminAreas[area].permission) && hasRoom(area, tenant)
}

/** Lists the rooms that somebody may enter here. Root has rooms of its own: those of an organisation would be empty. */
export function groupsFor(request: FastifyRequest): readonly Group[] {
  const { tenant, language } = request
  if (tenant.category === 'root') {
    const { group, rooms } = rootTexts[language]
    const entries = Object.entries(rootRooms) as [RootRoom, string][]
    return [
      {
        name: group,
        rooms: entries.map(([key, path]) => ({
          path,
          name: rooms[key],
          under: null,
          ...(key === 'overview' ? { needs: request.needs } : {}),
        })),
      },
    ]
  }
  const words = frameTexts[language]
  const entries = Object.entries(adminAreas) as [AdminArea, (typeof adminAreas)[AdminArea]][]
  const groups = adminGroups.map((group) => ({
    name: words.groups[group],
    rooms: entries
      .filter(([key, room]) => room.group === group && mayEnter(request, key))
      .map(([key, room]) => ({ path: room.path, name: words.areas[key], under: pathAbove(request, room) })),
  }))
  return groups.filter(({ rooms }) => rooms.length > 0)
}

/** Finds the room that another one is below; null: the person may not enter it, or there are few rooms in all. */
function pathAbove(request: FastifyRequest, room: (typeof adminAreas)[AdminArea]): string | null {
  const isNested = categoryRules[request.tenant.category].sells && 'under' in room && mayEnter(request, room.under)
  return isNested ? adminAreas[room.under].path : null
}

/** Whether an organisation has a room: rooms for selling are for those that sell, projects for producers alone, appearances for who is on stage. */
function hasRoom(area: AdminArea, { category }: FastifyRequest['tenant']): boolean {
  const { sells, projects } = categoryRules[category]
  if ('ofMetas' in adminAreas[area]) return category === 'meta'
  if (area === 'appearances') return onStage.includes(category)
  if (area === 'projects') return sells && projects !== 'none'
  return sells || 'everywhere' in adminAreas[area]
}

type WayProps = {
  readonly request: FastifyRequest
  /** The path of the room that is shown; null: it is the search of all of them. */
  readonly path: string | null
}

/** The navigation, twice in the document, for a desk and for a phone; each is hidden and out of reach where the other is shown. */
export function Way({ request, path }: WayProps) {
  const groups = groupsFor(request)
  const words = frameTexts[request.language]
  const here = groups.flatMap(({ rooms }) => rooms).find((room) => room.path === path)
  // The page of the search has the field itself.
  const isSearched = path !== null
  const keysRoom = { path: paths.keys, name: keysTexts[request.language].title }
  return (
    <>
      <div class="way-bar">
        <details class="way-phone" {...{ [searchParts.menu]: '' }}>
          <summary>
            {here === undefined ? words.menu : `${words.menu} · ${here.name}`}
            <Needs count={request.needs} />
          </summary>
          {isSearched ? <SearchField id="search-phone" /> : null}
          <Rooms groups={groups} path={path} />
        </details>
        {isSearched ? <a href={paths.search}>{searchTexts[request.language].title}</a> : null}
      </div>
      <div class="way-desk">
        <p class="muted small">{organisationName(request.tenant)}</p>
        {isSearched ? <SearchField id="search-desk" hasKeys /> : null}
        <Rooms groups={groups} path={path} />
        <ul class="way-group">
          <li>
            <RoomLink room={keysRoom} here={path} shortcuts={ariaKeys(ownKeys.keys)} />
          </li>
        </ul>
      </div>
    </>
  )
}

/** Lists the rooms that are always in sight; the one that is shown is marked, or the one that it is below (ADR 0314). */
function Rooms({ groups, path: here }: { readonly groups: readonly Group[]; readonly path: string | null }) {
  const current = groups.flatMap(({ rooms }) => rooms).find(({ path }) => path === here)
  return (
    <>
      {groups.map(({ name, rooms }) => (
        <ul key={name} class="way-group" aria-label={name}>
          {rooms
            .filter(({ under }) => under === null)
            .map((room) => (
              <li key={room.path}>
                <RoomLink room={room} here={here} isAbove={room.path === current?.under} />
              </li>
            ))}
        </ul>
      ))}
    </>
  )
}

type RoomLinkProps = {
  readonly room: Omit<Room, 'under'>
  readonly here: string | null
  /** Whether the room that is shown is below this one. */
  readonly isAbove?: boolean
  /** The keys that lead there. */
  readonly shortcuts?: string
}

function RoomLink({ room: { path, name, needs = 0 }, here, isAbove = false, shortcuts }: RoomLinkProps) {
  return (
    <a href={path} aria-keyshortcuts={shortcuts} aria-current={path === here ? 'page' : isAbove || undefined}>
      {name}
      <Needs count={needs} />
    </a>
  )
}

/** A number that needs somebody, in words for those who have it read out; nothing where there is none. */
function Needs({ count }: { readonly count: number }) {
  const { language } = useReader()
  if (count === 0) return null
  return (
    <>
      {' '}
      <span class="badge" aria-hidden="true">
        {numberText(count, language)}
      </span>
      <span class="unseen">{rootCareTexts[language].health.needs({ count })}</span>
    </>
  )
}
