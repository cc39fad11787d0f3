import { describe, expect, it } from 'vitest'
import { paidStatuses, runTending, twoPaidOffices } from '../harness/payments.ts'
import { payOnline, type StripeSession } from '../harness/stripe-server.ts'

/**
 * Stripe that fails while somebody pays, with the real SDK against one on loopback.
 *
 * Each was seen red without its guard: an idempotency key of its own for each request, and the same number of attempt after
 * a refusal; a session that is not known by the keys of the moment, and given up.
 */
const { stripe, server, client, hall } = await twoPaidOffices()

const completed = (session: StripeSession) => hall.tell('checkout.session.completed', session)

describe('Stripe failing', () => {
  it('leaves the booking held, says so, and the next try pays', async () => {
    for (const failures of [[500, 500], [503, 503], [429], [409, 409], ['refused']] as const) {
      const booking = await hall.book()
      stripe.fail('create', ...failures)
      const answer = await hall.get(booking.path, { headers: { accept: 'text/html' } })
      expect([failures, answer.status]).toEqual([failures, 503])
      expect(answer.headers['retry-after']).toBe('5')
      expect(answer.text).toContain('Your places are still held')
      expect(await hall.status(booking.uuid)).toBe('U')
      stripe.pay((await hall.open(booking)).id)
      await hall.comeBack(booking)
      expect(paidStatuses).toContain(await hall.status(booking.uuid))
    }
  })

  it('after the session was made, or without any answer, makes no second one', async () => {
    const sessionsOf = (id: string | undefined) =>
      [...stripe.sessions.values()].filter((session) => session.client_reference_id === id)
    const lost = await hall.book()
    stripe.fail('create', 'lost', 'lost', 'lost')
    expect((await hall.get(lost.path)).status).toBe(503)
    await hall.open(lost)
    expect(sessionsOf(lost.paiements[0])).toHaveLength(1)
    const silent = await hall.book()
    stripe.fail('create', 'silent')
    // The second try of the SDK, under the same key, is answered.
    await hall.open(silent)
    expect(sessionsOf(silent.paiements[0])).toHaveLength(1)
  })

  it('is not kept from being asked for anew when a name has changed since', async () => {
    const booking = await hall.book()
    stripe.fail('create', 'lost', 'lost', 'lost')
    expect((await hall.get(booking.path)).status).toBe(503)
    await hall.office.patch(`/api/prices/${booking.price}/`, { name: 'Renamed' })
    expect(await hall.open(booking)).toMatchObject({ status: 'open', amount_total: 2500 })
  })

  it('to know a session, by the keys of another account for a while, loses nothing', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    const setKeys =
      'update payment_keys set secret_key_encrypted = $2, webhook_secret_encrypted = $3 where tenant_id = $1'
    const { rows } = await client.query('select * from payment_keys where tenant_id = $1', [hall.office.tenantId])
    await payOnline(server, hall.office.slug)
    stripe.pay(session.id)
    await hall.comeBack(booking)
    expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'open' }])
    await client.query(setKeys, [hall.office.tenantId, rows[0].secret_key_encrypted, rows[0].webhook_secret_encrypted])
    await client.query("update payment set check_at = now() - interval '1 ms' where id = $1 and check_at is not null", [
      booking.paiements[0],
    ])
    await runTending(client)
    await hall.untilPaid(booking.uuid)
  })

  it('on the way back loses nothing: it is asked again', async () => {
    const booking = await hall.book()
    const session = stripe.pay((await hall.open(booking)).id)
    stripe.fail('retrieve', 500, 500)
    expect((await hall.comeBack(booking)).status).toBe(303)
    expect(await hall.status(booking.uuid)).toBe('U')
    stripe.fail('retrieve', 503, 503)
    await completed(session)
    await hall.untilPaid(booking.uuid)
  })
})
