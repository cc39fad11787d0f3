import { afterAll, expect, it } from 'vitest'
import { nightsAt } from '../harness/booking.ts'
import { createKey, untilTrue } from '../harness/box-office.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'
import { startWebhookReceiver } from '../harness/webhook-receiver.ts'

const receiver = await startWebhookReceiver()
afterAll(() => receiver.stop())
const { first, client, hall } = await twoOfficesInTwoProcesses({ FETCH_ALLOW: receiver.host })

// Seen red without the look at `sendingUntil` in src/features/webhook/send-webhooks.ts: both called at once.
it('two processes send to a webhook one after the other, everything once', async () => {
  const key = await createKey(first, hall.slug, ['--permission', 'place:read', '--permission', 'place:write'])
  const body = { name: 'The till', url: receiver.url('/told'), events: ['reservation.booked'] }
  const made = await first.send(hall.slug, 'POST', '/api/webhooks/', { key, body })
  expect(made.status, made.text).toBe(201)
  let [under, most] = [0, 0]
  const { book } = await nightsAt(hall)({ prix: 0, stock: 100, max_per_user: 10 })
  const ask = () => client.query("select graphile_worker.add_job('send_webhooks', $1)", [{ tenantId: hall.tenantId }])
  receiver.answer('/told', async () => {
    most = Math.max(most, ++under)
    // Everybody who may send is asked to while this call is under way, and has looked before it ends.
    await ask()
    await ask()
    await untilTrue(async () => {
      const waiting =
        "select from graphile_worker.jobs where task_identifier = 'send_webhooks' and locked_at is null and run_at <= now()"
      return (await client.query(waiting)).rowCount === 0
    })
    under--
    return { status: 200 }
  })
  for (let number = 0; number < 10; number++) expect((await book()).status).toBe(201)
  const calls = await receiver.until('/told', 10)
  await untilTrue(async () => {
    const due = await client.query("select from webhook_delivery where state = 'due'")
    return due.rowCount === 0
  })
  expect(most).toBe(1)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(10)
  expect(receiver.calls('/told')).toHaveLength(10)
})
