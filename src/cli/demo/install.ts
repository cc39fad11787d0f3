import type { Context } from '../../context.ts'
import { theServer } from '../../features/account/actor.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import { usualPrice } from '../../features/catalog/price-fields.ts'
import { usualProduct } from '../../features/catalog/product-fields.ts'
import { listPromotionalCodes } from '../../features/catalog/promotional-code.queries.ts'
import { createPrice } from '../../features/catalog/save-price.ts'
import { createProduct } from '../../features/catalog/save-product.ts'
import { createPromotionalCode } from '../../features/catalog/save-promotional-code.ts'
import { createTenant } from '../../features/tenant/create-tenant.ts'
import { listEntries } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeNoun, ProgrammeValues } from '../../features/tenant/programme-fields.ts'
import { createEntry, updateEntry } from '../../features/tenant/save-programme-entry.ts'
import { findTenantBySlug } from '../../features/tenant/tenant.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { updateTenant } from '../../features/tenant/update-tenant.ts'
import { newId } from '../../lib/ids.ts'
import { CommandRefusedError } from '../explain-failure.ts'
import { programmeDays, timeOn } from './calendar.ts'
import type { DemoCode, DemoOrganisation, DemoProduct } from './organisation.ts'
import { logo, poster } from './poster.ts'

/** More than any organisation of the demonstration has. */
const all = { limit: 1000 }
const vatOfTickets = 550

/** The organisation with everything it needs before its first event; what an interrupted run made is kept. */
export async function installOrganisation(context: Context, plan: DemoOrganisation): Promise<Tenant> {
  const tenant = await ensureTenant(context, plan)
  for (const { stages, ...location } of plan.places) {
    const locationId = await ensureEntry(context, tenant, 'location', location)
    for (const name of stages) await ensureEntry(context, tenant, 'stage', { name, locationId })
  }
  for (const project of plan.projects)
    await ensureEntry(context, tenant, 'project', { ...project, longDescription: null })
  for (const [name, shortDescription] of Object.entries(plan.artists))
    await ensureEntry(context, tenant, 'artist', { name, shortDescription, longDescription: null, website: null })
  for (const [name, description] of Object.entries(plan.options))
    await ensureEntry(context, tenant, 'ticketOption', { name, description })
  await ensureCatalogue(context, tenant, plan.products)
  await ensureCode(context, tenant, plan.code)
  return tenant
}

async function ensureTenant(context: Context, plan: DemoOrganisation): Promise<Tenant> {
  const found = await context.database.asServer((tx) => findTenantBySlug(tx, plan.slug))
  if (found && found.email !== plan.email)
    throw new CommandRefusedError(
      `An organisation of yours is called ${plan.slug}, like one of the demonstration. Run the demonstration with another DATA_DIR.`,
    )
  if (found) return found
  const id = newId()
  const { category, organisation, email, slug, language, shortDescription, longDescription } = plan
  const { address, postalCode, city, latitude, longitude, phone, website } = plan
  const { id: tenantId } = await createTenant(context, {
    id,
    category,
    organisation,
    email,
    slug,
    language,
    shortDescription,
    longDescription,
    address,
    postalCode,
    city,
    latitude,
    longitude,
    phone,
    website,
    imageKey: await context.images.fromBuffer(id, await poster(organisation, plan.look), 'image'),
    logoKey: await context.images.fromBuffer(id, await logo(plan.look), 'logo'),
  })
  return updateTenant(context, theServer, tenantId, {
    membershipButton: true,
    accentColor: plan.look.accentColor,
    ...plan.look.theme,
    currency: plan.currency,
  })
}

/** The one of that name; else the one that came with the organisation and bears its name, or a new one. */
async function ensureEntry<Noun extends ProgrammeNoun>(
  context: Context,
  tenant: Tenant,
  noun: Noun,
  values: ProgrammeValues[Noun],
): Promise<string> {
  const entries = await context.database.asTenant(tenant.id, (tx) => listEntries(tx, noun, all))
  const known = entries.find((entry) => entry.name === values.name)
  if (known) return known.id
  const first = entries.find((entry) => entry.name === tenant.organisation)
  if (first) return (await updateEntry(context, tenant, theServer, noun, first.id, { values })).id
  return (await createEntry(context, tenant, theServer, noun, values)).id
}

async function ensureCatalogue(context: Context, tenant: Tenant, plans: readonly DemoProduct[]): Promise<void> {
  const list = () => context.database.asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: false }))
  const known = new Set((await list()).map((product) => product.name))
  for (const plan of plans) if (!known.has(plan.name)) await makeProduct(context, tenant, plan)
  const products = await list()
  const idOf = (name: string) => products.find((product) => product.name === name)?.id ?? null
  for (const plan of plans) {
    const product = products.find((candidate) => candidate.name === plan.name)
    for (const price of plan.prices) {
      if (!product || product.prices.some((made) => made.name === price.name)) continue
      await createPrice(context, tenant, theServer, product.id, {
        ...usualPrice,
        name: price.name,
        amountMinor: price.amountMinor,
        vatRateHundredths: plan.kind === 'ticket' ? vatOfTickets : null,
        stock: price.stock ?? null,
        maxPerUser: price.maxPerUser ?? usualPrice.maxPerUser,
        membershipPeriod: price.period ?? null,
        requiredMembershipId: price.membersOf === undefined ? null : idOf(price.membersOf),
        openAmount: price.openAmount ?? false,
        scanNote: price.scanNote ?? null,
        saleEndsAt: price.soldForDays === undefined ? null : endOfDay(context, tenant, price.soldForDays),
      })
    }
  }
}

/** The last midnight of a sale that goes on for so many days. */
function endOfDay({ now }: Pick<Context, 'now'>, { timeZone }: Tenant, days: number): Date {
  const day = programmeDays(now(), timeZone)[days]
  if (!day) throw new Error(`the programme has no ${days} days`)
  return timeOn(day, '23:59', timeZone)
}

async function ensureCode(context: Context, tenant: Tenant, plan: DemoCode): Promise<void> {
  const known = await context.database.asTenant(tenant.id, (tx) => listPromotionalCodes(tx, all))
  if (known.some(({ code }) => code === plan.code)) return
  await createPromotionalCode(context, tenant, theServer, {
    ...plan,
    active: true,
    discountMinor: null,
    startsAt: null,
    endsAt: null,
    mostUses: null,
    productIds: [],
  })
}

async function makeProduct(context: Context, tenant: Tenant, plan: DemoProduct): Promise<void> {
  await createProduct(context, tenant, theServer, {
    ...usualProduct,
    name: plan.name,
    kind: plan.kind,
    shortDescription: plan.shortDescription,
    longDescription: plan.longDescription ?? null,
    sendToCashless: plan.sendToCashless ?? false,
  })
}
