import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import {
  pathOf,
  refundsAtStripe,
  restFailedJobs,
  runTending,
  twoPaidOfficesInTwoProcesses,
} from '../harness/payments.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { sharedSignIn } from '../harness/sign-in.ts'

/** The money of a renewal comes while something else becomes of it (ADR 0280). */
const { stripe, first, second, client, hall, other } = await twoPaidOfficesInTwoProcesses()
await restFailedJobs(client)
const { slug } = hall.office
const staff = await sharedSignIn(first, slug, slug, 'admin@example.org')

/** Somebody whose membership is paid again each month; of another organisation too, which must not notice. */
async function member() {
  const email = `${randomUUID()}@example.org`
  const join = async ({ office, open, comeBack } = hall) => {
    const { price } = await office.price('A', { prix: 4, subscription_type: 'M', recurring_payment: true })
    const ordered = await first.send(office.slug, 'POST', '/api/memberships/', { body: { email, price } })
    const path = pathOf(ordered.json.checkout_url)
    const session = stripe.pay((await open({ path })).id)
    await comeBack({ path })
    const subscription = stripe.subscriptions.get(session.subscription ?? '')
    if (!subscription) throw new Error('nothing is paid again')
    return subscription
  }
  const [subscription, elsewhere] = [await join(), await join(other)]
  await untilQuiet(client)
  const list = async ({ office } = hall) => (await office.get(`/api/memberships/?email=${email}`)).json
  return { email, subscription, elsewhere, list }
}

type Member = Awaited<ReturnType<typeof member>>

/** Lets them meet at the membership, one behind the other. */
async function meet({ email }: Member, ...racers: readonly (() => Promise<unknown>)[]): Promise<readonly unknown[]> {
  const lock = `select from membership where email = '${email}' and tenant_id = '${hall.office.tenantId}' for update`
  const begun = await whileLocked(first, lock, async (release) => {
    const started: Promise<unknown>[] = []
    for (const [index, start] of racers.entries()) {
      started.push(start())
      await untilWaitingForLock(client, index + 1)
    }
    await release()
    return Promise.all(started)
  })
  await untilQuiet(client)
  expect((await client.query('select last_error from graphile_worker.jobs where last_error is not null')).rows).toEqual(
    [],
  )
  return begun
}

/** What nobody else was to notice. */
async function expectElsewhereUntouched({ elsewhere, list }: Member): Promise<void> {
  expect(elsewhere.status).toBe('active')
  expect(await list(other)).toMatchObject([{ renews: true, cancelled_at: null }])
}

/** Has Stripe asked about it, in whichever process comes first; of two that are told the same, each. */
const look = ({ subscription }: Member) => {
  const key = randomUUID()
  const payload = `json_build_object('tenantId', tenant_id, 'renewalId', id)`
  return () =>
    client.query(
      `select graphile_worker.add_job('check_renewal', ${payload}, job_key => $2) from renewal where provider_id = $1`,
      [subscription.id, key],
    )
}

/** Lets the money meet what somebody does. @returns the answer to it */
async function meetWith(somebody: Member, act: () => Promise<Answer>, who: string): Promise<unknown> {
  const racers = [look(somebody), act]
  return (await meet(somebody, ...(who === 'invoice' ? racers : racers.toReversed())))[who === 'invoice' ? 1 : 0]
}

/** Seen red without the second look of renewMembership, under the lock: a job failed at the index behind it. */
it('an invoice that two processes are told of at once prolongs once', async () => {
  const somebody = await member()
  const invoice = stripe.renew(somebody.subscription)
  await meet(somebody, look(somebody), look(somebody))
  expect(await somebody.list()).toHaveLength(2)
  expect(refundsAtStripe(stripe, invoice)).toEqual([])
  await expectElsewhereUntouched(somebody)
})

const cancelOf =
  ({ list }: Member) =>
  async () => {
    const [{ uuid }] = await list()
    return second.send(slug, 'POST', `/api/memberships/${uuid}/renewal-cancellation/`, {
      key: hall.office.key,
      body: {},
    })
  }

/** Seen red with the renewal looked for at the membership that was named: it had gone on, and was charged for ever. */
it.each(['invoice', 'cancellation'] as const)(
  'of a paid invoice and its cancellation, the %s first, both hold',
  async (who) => {
    const somebody = await member()
    const invoice = stripe.renew(somebody.subscription)
    expect(await meetWith(somebody, cancelOf(somebody), who)).toMatchObject({ status: 200, json: { renews: false } })
    expect((await somebody.list()).map(({ renews }: { renews: boolean }) => renews)).toEqual([false, false])
    expect(somebody.subscription.status).toBe('canceled')
    expect(refundsAtStripe(stripe, invoice)).toEqual([])
    await expectElsewhereUntouched(somebody)
  },
)

/** Seen red without the look at the address in renewMembership: a membership of nobody was paid for, and its money kept. */
it.each(['invoice', 'erasure'] as const)(
  'of a paid invoice and an erasure, the %s first, nothing stays of the person',
  async (who) => {
    const somebody = await member()
    const invoice = stripe.renew(somebody.subscription)
    const erase = () =>
      first.send(slug, 'POST', '/api/personal-data/erasure/', {
        cookie: staff,
        headers: { origin: `http://${slug}.localhost` },
        body: { email: somebody.email },
      })
    expect(await meetWith(somebody, erase, who)).toMatchObject({ status: 204 })
    const { rows } = await client.query(
      `select (select count(*)::int from membership where email = $1 and tenant_id = $2) as memberships,
      (select count(*)::int from reservation where booker_email = $1 and tenant_id = $2) as bookings`,
      [somebody.email, hall.office.tenantId],
    )
    expect(rows).toEqual([{ memberships: 0, bookings: 0 }])
    await runTending(client)
    expect(somebody.subscription.status).toBe('canceled')
    // Either may be tried again where they wait for one another, so that the money may have come too late after all.
    if (who === 'erasure') expect(refundsAtStripe(stripe, invoice)).toHaveLength(1)
    await expectElsewhereUntouched(somebody)
  },
)
