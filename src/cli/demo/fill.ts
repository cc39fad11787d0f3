import type { Context } from '../../context.ts'
import { grantRights } from '../../features/account/grant-rights.ts'
import type { KnownDevice } from '../../features/device/device-keys.ts'
import { createSignInLink } from '../../features/tenant/create-sign-in-link.ts'
import { findFirstMeta, findRootTenant } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { scanTicket } from '../../features/ticket/scan-ticket.ts'
import { signTickets } from '../../features/ticket/sign-tickets.ts'
import { createDemoDeps } from './clock.ts'
import { installDevices } from './devices.ts'
import { installOrganisation } from './install.ts'
import { laVerriere } from './la-verriere.ts'
import { lesNuitsDuCanal } from './les-nuits-du-canal.ts'
import { northwindTales } from './northwind-tales.ts'
import type { DemoOrganisation } from './organisation.ts'
import { scheduleEvents } from './schedule.ts'
import { sellTickets } from './sell.ts'
import { type SheetPart, writeSheet } from './sheet.ts'

const organisations = [laVerriere, lesNuitsDuCanal, northwindTales]
/** Events of one organisation that are sold at a time, each on its own clock. */
const boxOffices = 3
const administrator = 'camille@guichet.example'

/** What there is to open; the links work once and are new each time. */
export type Demonstration = {
  readonly metaUrl: string
  readonly tenants: readonly { readonly tenant: Tenant; readonly url: string; readonly signInUrl: string }[]
  readonly rootSignInUrl: string
  readonly pairingUrl: string
  readonly sheet: string
}

/**
 * Makes whatever of today's demonstration is not there yet, through the use cases of the service. On the same day a second
 * run finds everything; on a later one it adds the events and people of the days between.
 */
export async function fillDemonstration(context: Context): Promise<Demonstration> {
  const parts = await Promise.all(
    organisations.map((organisation) => fillOrganisation(context, organisation)),
  )
  const { root, meta } = await context.database.asServer(async (tx) => ({
    root: await findRootTenant(tx),
    meta: await findFirstMeta(tx),
  }))
  if (!root || !meta) throw new Error('the server is not installed')
  await grantRights(context, { email: administrator, superUser: true, createTenants: true })
  const tenants = await Promise.all(parts.map(({ tenant }) => administer(context, tenant)))
  return {
    metaUrl: `${context.urls.base(meta.host)}/`,
    tenants,
    rootSignInUrl: await createSignInLink(context, { email: administrator, tenant: root }),
    pairingUrl: parts[0]?.offer.pairingUrl ?? '',
    sheet: await writeSheet(context, parts),
  }
}

async function fillOrganisation(context: Context, organisation: DemoOrganisation): Promise<SheetPart> {
  const tenant = await installOrganisation(context, organisation)
  const devices = await installDevices(context, tenant, organisation)
  const events = await scheduleEvents(context, tenant, organisation)
  const waiting = [...events]
  const sellNext = async (): Promise<void> => {
    const scheduled = waiting.shift()
    if (!scheduled) return
    const inside = await sellTickets(createDemoDeps(context), tenant, scheduled)
    if (inside.length > 0) await letIn(context, tenant, devices.door, inside)
    return sellNext()
  }
  await Promise.all(Array.from({ length: boxOffices }, sellNext))
  return { tenant, offer: devices.offer, events }
}

async function letIn(
  context: Context,
  tenant: Tenant,
  door: KnownDevice,
  ticketIds: readonly string[],
): Promise<void> {
  const signed = await signTickets(context, tenant, { ids: ticketIds })
  const ask = { eventId: null, nonce: null, scannedAt: null }
  await Promise.all(
    signed.map(({ qrCodeData }) => scanTicket(context, tenant.id, door, { ...ask, qrCodeData })),
  )
}

async function administer(context: Context, tenant: Tenant): Promise<Demonstration['tenants'][number]> {
  await grantRights(context, { email: administrator, administratorOf: tenant.id })
  const signInUrl = await createSignInLink(context, { email: administrator, tenant })
  return { tenant, url: `${context.urls.base(tenant.host)}/`, signInUrl }
}
