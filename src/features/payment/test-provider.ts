import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import {
  type CheckoutState,
  PaymentProviderError,
  type ProviderAccount,
  type ProviderRefund,
} from '../../integrations/payment/payment-provider.ts'
import { randomToken } from '../../lib/hash.ts'
import { isUuid } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { BasicDeps, EnqueueDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  findTestCheckout,
  insertTestCheckout,
  insertTestRefund,
  listTestRefunds,
  lockTestCheckout,
  moveTestCheckout,
  type TestCheckout,
} from './test-provider.queries.ts'

/**
 * The provider of a sandbox: what it would know lies in the organisation's own tables, so that every process knows the same and a
 * crash loses nothing. No money moves, and nothing is asked of anybody else.
 */
export function testAccount({ database, now }: BasicDeps, tenantId: string): ProviderAccount {
  const read = <T>(work: (tx: TenantTx) => Promise<T>) => database.asTenant(tenantId, work)
  const findCheckout = async (sessionId: string) =>
    stateOf(await read((tx) => findTestCheckout(tx, { sessionId })), now())

  return {
    async openCheckout(request) {
      const { paymentId, attempt, cancelUrl } = request
      const opened = await read(async (tx) => {
        await insertTestCheckout(tx, { ...request, sessionId: randomToken(), now: now() })
        return findTestCheckout(tx, { paymentId, attempt })
      })
      if (opened === null) throw new Error('the test checkout just opened is missing')
      const { sessionId: id, endsAt } = opened
      return { id, url: new URL(at(visitorPaths.testPayment, { token: id }), cancelUrl).href, endsAt }
    },
    findCheckout,
    async endCheckout(sessionId) {
      await read((tx) => moveTestCheckout(tx, sessionId, 'ended', now()))
      return findCheckout(sessionId)
    },
    async refund(request) {
      const { providerPaymentId, refundId, attempt, amountMinor } = request
      return read(async (tx) => {
        const paid = await lockTestCheckout(tx, providerPaymentId)
        if (paid === null) throw new PaymentProviderError('refused', 'resource_missing')
        const before = await listTestRefunds(tx, paid.id)
        const known = before.find((one) => one.refundId === refundId && one.attempt === attempt)
        if (known) return done(known.id)
        const left = paid.amountMinor - before.reduce((sum, one) => sum + one.amountMinor, 0)
        if (left === 0) throw new PaymentProviderError('refused', 'charge_already_refunded')
        if (left < amountMinor) throw new PaymentProviderError('refused', 'amount_too_large')
        return done(await insertTestRefund(tx, request, now()))
      })
    },
    async listRefunds(providerPaymentId) {
      return read(async (tx): Promise<readonly ProviderRefund[]> => {
        const checkout = await findPaid(tx, providerPaymentId)
        if (checkout === null) return []
        const refunds = await listTestRefunds(tx, checkout.id)
        const { currency } = checkout
        return refunds.map(({ id, refundId, amountMinor }) => ({ ...done(id), refundId, amountMinor, currency }))
      })
    },
    listDisputes: async () => [],
    async findSessionOf(providerPaymentId) {
      const checkout = await read((tx) => findPaid(tx, providerPaymentId))
      return checkout && { sessionId: checkout.sessionId, paymentId: checkout.paymentId }
    },
    // Test payments are made once (ADR 0280).
    findRenewal: async () => null,
    endRenewal: async () => undefined,
    // It tells by the same process (`payTestCheckout`), and nothing that comes from outside is believed.
    readEvent: async () => null,
  }
}

const done = (id: string) => ({ id, kind: 'succeeded', failure: null }) as const

function findPaid(tx: TenantTx, providerPaymentId: string): Promise<TestCheckout | null> {
  return isUuid(providerPaymentId) ? findTestCheckout(tx, { id: providerPaymentId }) : Promise.resolve(null)
}

function stateOf(checkout: TestCheckout | null, now: Date): CheckoutState {
  if (checkout === null) return { kind: 'unknown' }
  const { id, state, endsAt, paymentId, amountMinor, currency } = checkout
  if (state === 'paid') return { kind: 'paid', paymentId, amountMinor, currency, providerPaymentId: id, renewal: null }
  return { kind: state === 'ended' || endsAt <= now ? 'ended' : 'open' }
}

/** A checkout as its page shows it; `isOpen`: it can be paid. */
export type ShownCheckout = TestCheckout & { readonly isOpen: boolean }

/** Finds a test checkout by the secret of its page. @throws AppError not_found, also where the organisation is no sandbox */
export async function readTestCheckout(deps: BasicDeps, tenant: Tenant, sessionId: string): Promise<ShownCheckout> {
  requireTest(tenant)
  const found = orNotFound(await deps.database.asTenant(tenant.id, (tx) => findTestCheckout(tx, { sessionId })))
  return { ...found, isOpen: stateOf(found, deps.now()).kind === 'open' }
}

/**
 * Pays a test checkout, as a visitor does at the real provider; and has it checked, as a webhook does, in case they never come back.
 * Pressed twice, or too late, it changes nothing.
 *
 * @throws AppError not_found
 */
export async function payTestCheckout(deps: EnqueueDeps, tenant: Tenant, sessionId: string): Promise<void> {
  const { paymentId } = await readTestCheckout(deps, tenant, sessionId)
  await deps.database.asTenant(tenant.id, async (tx) => {
    if (await moveTestCheckout(tx, sessionId, 'paid', deps.now()))
      await deps.enqueue(tx, { name: 'check_payment', tenantId: tenant.id, paymentId })
  })
}

function requireTest({ sandbox }: Tenant): void {
  orNotFound(sandbox || null)
}
