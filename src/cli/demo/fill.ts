import { isIPv4 } from 'node:net'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { theServer } from '../../features/account/actor.ts'
import { grantRights } from '../../features/account/grant-rights.ts'
import type { KnownDevice } from '../../features/device/device-keys.ts'
import type { PairingOffer } from '../../features/device/pairing-token.ts'
import { createSignInLink } from '../../features/tenant/create-sign-in-link.ts'
import { setMainDomain } from '../../features/tenant/set-main-domain.ts'
import { findFirstMeta, findRootTenant, findTenantById } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { scanTicket } from '../../features/ticket/scan-ticket.ts'
import { signTickets } from '../../features/ticket/sign-tickets.ts'
import { CommandRefusedError } from '../explain-failure.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { handOutCards } from './cards.ts'
import { createDemoDeps } from './clock.ts'
import { listOrganisations, putLanAddress } from './demo.queries.ts'
import { installDevices } from './devices.ts'
import { installOrganisation } from './install.ts'
import { laVerriere } from './la-verriere.ts'
import { lesNuitsDuCanal } from './les-nuits-du-canal.ts'
import { northwindTales } from './northwind-tales.ts'
import type { DemoOrganisation } from './organisation.ts'
import { type ScheduledEvent, scheduleEvents } from './schedule.ts'
import { sellTickets } from './sell.ts'
import { settleTonight } from './settle.ts'
import { type SheetPart, writeSheet } from './sheet.ts'
import { bringAbout } from './outcomes.ts'

const organisations = [laVerriere, lesNuitsDuCanal, northwindTales]
/** Events of one organisation that are sold at a time, each on its own clock. */
const boxOffices = 3
/** The most organisations that a refusal names. */
const mostNamed = 5
const administrator = 'camille@guichet.example'

/** The addresses to open; the links work once and are new each time. */
export type Demonstration = {
  readonly metaUrl: string
  readonly tenants: readonly { readonly tenant: Tenant; readonly url: string; readonly signInUrl: string }[]
  readonly rootSignInUrl: string
  readonly pairingUrl: string
  readonly supervisorUrl: string
  readonly sheet: string
  readonly worthALook: readonly { readonly what: string; readonly url: string }[]
  /** Promotional codes, each with the organisation that takes it. */
  readonly codes: readonly { readonly code: string; readonly organisation: string }[]
}

/**
 * Keeps the demonstration out of an installation that is somebody's. Where the demonstration is already, what people made
 * in it while they tried things is no reason.
 *
 * @throws CommandRefusedError naming the organisations
 */
export async function refuseRealInstallation({ database }: Pick<Context, 'database'>): Promise<void> {
  const found = await database.asServer(listOrganisations)
  const isOurs = ({ slug, email }: (typeof found)[number]) =>
    organisations.some((plan) => plan.slug === slug && plan.email === email)
  if (found.length === 0 || found.some(isOurs)) return
  const named = found.slice(0, mostNamed).map(({ slug }) => slug)
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
  throw new CommandRefusedError(
    `There is something real here: ${named.join(', ')}${more}. Give the demonstration a directory of its own (DATA_DIR=./demo npm run demo), or put it beside them with --force (npm run demo -- --force).`,
  )
}

/**
 * Makes whatever of today's demonstration is not there yet, through the use cases of the service. On the same day a second
 * run finds everything; on a later one it adds the events and people of the days between.
 *
 * @param lanAddress where the venue answers to phones of the same network; null: nowhere
 * @throws the reason of `stopping`, soon after it aborts; the next run makes what is missing
 */
export async function fillDemonstration(
  context: Context,
  stopping: AbortSignal,
  lanAddress: string | null,
): Promise<Demonstration> {
  const parts = await settleAll(
    organisations.map((organisation) =>
      fillOrganisation(context, organisation, stopping, organisation === laVerriere ? lanAddress : null),
    ),
  )
  const { root, meta } = await context.database.asServer(async (tx) => ({
    root: await findRootTenant(tx),
    meta: await findFirstMeta(tx),
  }))
  if (!root || !meta) throw new Error('the server is not installed')
  await grantRights(context, { email: administrator, superUser: true, createTenants: true })
  const tenants = await Promise.all(parts.map(({ tenant }) => administer(context, tenant)))
  return {
    metaUrl: context.urls.base(meta.host) + visitorPaths.home,
    tenants,
    rootSignInUrl: await createSignInLink(context, { email: administrator, tenant: root }),
    pairingUrl: parts[0]?.offer.pairingUrl ?? '',
    supervisorUrl: parts[0]?.supervisor.pairingUrl ?? '',
    sheet: await writeSheet(context, parts),
    worthALook: parts.flatMap(({ tenant, events }) => outcomesToSee(context, tenant, events)),
    codes: organisations.map(({ code: { code }, organisation }) => ({ code, organisation })),
  }
}

async function fillOrganisation(
  context: Context,
  organisation: DemoOrganisation,
  stopping: AbortSignal,
  lanAddress: string | null,
): Promise<SheetPart> {
  const tenant = await answerInNetwork(context, await installOrganisation(context, organisation), lanAddress)
  stopping.throwIfAborted()
  const devices = await installDevices(context, tenant, organisation)
  const events = await scheduleEvents(context, tenant, organisation)
  const waiting = [...events]
  const sellNext = async (): Promise<void> => {
    stopping.throwIfAborted()
    const scheduled = waiting.shift()
    if (!scheduled) return
    const deps = createDemoDeps(context)
    const inside = await sellTickets(deps, tenant, scheduled)
    await bringAbout(deps, tenant, scheduled)
    await settleTonight(deps, tenant, scheduled)
    if (inside.length > 0) await letIn(context, tenant, devices.door, inside)
    return sellNext()
  }
  await settleAll(Array.from({ length: boxOffices }, sellNext))
  stopping.throwIfAborted()
  await handOutCards(context, tenant)
  const inNetwork = (offer: PairingOffer) => ({
    ...offer,
    pairingUrl: reachable(context, offer.pairingUrl, lanAddress),
  })
  return { tenant, offer: inNetwork(devices.offer), supervisor: inNetwork(devices.supervisor), events }
}

/** Links that give rights are under the label of an organisation, which only this machine knows. */
function reachable({ urls }: Context, url: string, lanAddress: string | null): string {
  return lanAddress === null ? url : `${urls.base(lanAddress)}${new URL(url).pathname}`
}

/** Opens an organisation to the network, or closes it again at a start without one: its links would lead nowhere. */
async function answerInNetwork(context: Context, tenant: Tenant, address: string | null): Promise<Tenant> {
  if (address === null && (tenant.host === null || !isIPv4(tenant.host))) return tenant
  await context.database.asServer((tx) => putLanAddress(tx, tenant.id, address))
  await setMainDomain(context, tenant, theServer, address)
  const changed = await context.database.asServer((tx) => findTenantById(tx, tenant.id))
  return changed ?? tenant
}

/** Root, the agenda, and everybody in the demonstration. */
export function listHosts({ domain, metaLabel }: Pick<Config, 'domain' | 'metaLabel'>): readonly string[] {
  return [domain, ...[metaLabel, ...organisations.map(({ slug }) => slug)].map((label) => `${label}.${domain}`)]
}

/** The pages of what did not go as planned, which is in no list of events. */
function outcomesToSee(context: Context, tenant: Tenant, events: readonly ScheduledEvent[]) {
  return events.flatMap(({ plan, event, isTonight }) => {
    if (plan.outcome === undefined || isTonight) return []
    const url = context.urls.base(tenant.host) + at(visitorPaths.event, { slug: event.slug })
    return [{ what: `${outcomeWords[plan.outcome.kind]}: ${plan.name}`, url }]
  })
}

const outcomeWords = { sold_out: 'Sold out', cancelled: 'Cancelled', postponed: 'Postponed' } as const

/** Waits for all works even when one fails, so that none goes on after the connections are closed. */
async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

async function letIn(context: Context, tenant: Tenant, door: KnownDevice, ticketIds: readonly string[]): Promise<void> {
  const signed = await signTickets(context, tenant, { ids: ticketIds })
  const ask = { eventId: null, nonce: null, scannedAt: null }
  await Promise.all(signed.map(({ qrCodeData }) => scanTicket(context, tenant.id, door, { ...ask, qrCodeData })))
}

async function administer(context: Context, tenant: Tenant): Promise<Demonstration['tenants'][number]> {
  await grantRights(context, { email: administrator, administratorOf: tenant.id })
  const signInUrl = await createSignInLink(context, { email: administrator, tenant })
  return { tenant, url: context.urls.base(tenant.host) + visitorPaths.home, signInUrl }
}
