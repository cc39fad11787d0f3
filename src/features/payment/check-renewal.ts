import type { TenantTx } from '../../db/database.ts'
import type { ProviderRenewal } from '../../integrations/payment/payment-provider.ts'
import type { BasicDeps } from '../deps.ts'
import { unpaidRenewalLetter } from '../membership/mail-texts.ts'
import { findMemberLanguage, findMembership } from '../membership/membership.queries.ts'
import { findRenewal, markRenewalCheck, noteStanding, type Renewal } from '../membership/renewal.queries.ts'
import { findProduct } from '../catalog/catalog.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { amountText } from '../../lib/format.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { findProviderAccount } from './provider-account.ts'
import { lockBoth, renewMembership } from './renew-membership.ts'

type CheckDeps = BasicDeps<'secrets' | 'urls' | 'enqueue' | 'payments'>

const hourMs = 3_600_000
/** The provider asks for money an hour after a period is over, so that who is to pay can be told of it. */
const afterPeriodMs = 2 * hourMs
/** How often the provider is asked while it waits for money, or by whose keys there is nothing. */
const laterMs = 12 * hourMs

/**
 * Asks the provider what became of what is paid again by itself, and does what follows: each invoice that was paid prolongs the
 * membership once, what was cancelled here is ended there, and of money that could not be had the member is told. The one way in
 * for webhook, clock and cancellation, in any order and as often as they like: only what the provider says now counts.
 *
 * @throws PaymentProviderError
 */
export async function checkRenewal(deps: CheckDeps, tenant: Tenant, renewalId: string): Promise<void> {
  const now = deps.now()
  const later = new Date(now.getTime() + laterMs)
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => deps.database.asTenant(tenant.id, work)
  const [renewal, account] = await inTenant(
    async (tx) => [await findRenewal(tx, renewalId), await findProviderAccount(deps, tx)] as const,
  )
  if (!renewal) return
  const isWanted = renewal.state === 'running' && tenant.archivedAt === null
  if (account && !isWanted) await account.endRenewal(renewal.providerId)
  const found = account && (await account.findRenewal(renewal.providerId))
  // Without keys, or by those of another account, nothing is known of it; the right ones may be put back.
  if (!found) return renewal.state === 'ended' ? undefined : inTenant((tx) => markRenewalCheck(tx, renewalId, later))
  for (const invoice of found.paid) {
    const isLatest = invoice === found.paid.at(-1)
    await renewMembership(deps, tenant, { id: renewalId, renewsAt: found.renewsAt, isLatest }, invoice)
  }
  await inTenant(async (tx) => {
    const { renewal: held } = await lockBoth(tx, renewalId)
    await note(deps, tx, tenant, held, found)
  })
}

async function note(
  deps: CheckDeps,
  tx: TenantTx,
  tenant: Tenant,
  renewal: Renewal,
  { state, renewsAt, asks, isOwing, unpaid }: ProviderRenewal,
): Promise<void> {
  const now = deps.now().getTime()
  // Money of another currency is refused when it comes.
  const unitAmountMinor = asks?.currency === renewal.currency ? asks.amountMinor : renewal.unitAmountMinor
  if (state === 'ended')
    return noteStanding(tx, renewal, { state, renewsAt: null, unitAmountMinor, unpaidInvoiceId: null, checkAt: null })
  if (unpaid !== null && unpaid.invoiceId !== renewal.unpaidInvoiceId && renewal.state === 'running')
    await tellOfUnpaid(deps, tx, tenant, { ...renewal, unitAmountMinor }, unpaid.url)
  const isLate = renewsAt === null || isOwing || renewsAt.getTime() <= now
  const next = isLate ? now + laterMs : renewsAt.getTime() + afterPeriodMs
  await noteStanding(tx, renewal, {
    // Cancelled between the question and now: it is ended with the next.
    state: renewal.state,
    renewsAt,
    unitAmountMinor,
    unpaidInvoiceId: unpaid?.invoiceId ?? null,
    checkAt: new Date(renewal.state === 'running' ? next : now),
  })
}

async function tellOfUnpaid(
  deps: CheckDeps,
  tx: TenantTx,
  tenant: Tenant,
  { membershipId, unitAmountMinor, currency }: Renewal,
  payUrl: string,
): Promise<void> {
  const membership = membershipId && (await findMembership(tx, membershipId))
  if (!membership || membership.email === '') return
  const product = await findProduct(tx, membership.productId)
  if (!product) throw new Error('the product of a membership is missing')
  const language = (await findMemberLanguage(tx, membership.id)) ?? tenant.language
  await queueMail(deps, tx, {
    ...unpaidRenewalLetter(language, {
      organisation: tenant.organisation,
      membership: product.name,
      amount: amountText(unitAmountMinor, currency, language),
      payUrl,
      accountUrl: deps.urls.base(tenant.host) + visitorPaths.account,
    }),
    recipient: membership.email,
  })
}
