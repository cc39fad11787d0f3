import { expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { type PaidOffice, twoPaidOffices } from '../harness/payments.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/** What staff does about money on the pages of the administration; what they show is in test/browser/refund-pages.test.ts. */
const { stripe, server, client, hall, other } = await twoPaidOffices()

async function staffOf({ office: { slug } }: PaidOffice) {
  const cookie = await signIn(server, slug, slug, 'admin@example.org')
  return {
    show: async (path: string) => (await server.send(slug, 'GET', path, { cookie })).text,
    press: (path: string, fields: Record<string, string> = {}) =>
      server.send(slug, 'POST', path, {
        cookie,
        body: new URLSearchParams(fields).toString(),
        headers: { origin: originOf(server, slug), 'content-type': 'application/x-www-form-urlencoded' },
      }),
  }
}
const staff = await staffOf(hall)
const stranger = await staffOf(other)

const refundOf = async (uuid: string) => (await hall.payments(uuid)).at(-1).refunds[0]

it('gives back by hand, once, and goes back to where it was pressed', async () => {
  const booking = await hall.book()
  await hall.office.post(`/api/reservations/${booking.uuid}/payments/`, { method: 'transfer' })
  const { json: notice } = await hall.office.post(`/api/events/${booking.event}/cancellation/`)
  await untilQuiet(client)
  const { uuid } = await refundOf(booking.uuid)
  expect(await staff.show('/admin/refunds/')).toContain(uuid)
  expect(await stranger.show('/admin/refunds/')).not.toContain(uuid)
  const path = `/admin/refunds/${uuid}/handover/`
  expect((await stranger.press(path)).status).toBe(404)
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'requested' })
  for (const from of [{ notice: notice.uuid }, {}]) {
    const answer = await staff.press(path, from)
    const back = 'notice' in from ? `/admin/notices/${notice.uuid}/` : '/admin/refunds/'
    expect([answer.status, answer.headers['location']]).toEqual([303, back])
  }
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'succeeded' })
  expect(await staff.show('/admin/refunds/')).not.toContain(uuid)
})

/** Seen red with the refunds of every event in listFailedRefunds. */
it('tries all that failed again, of one event or of all', async () => {
  const cancelled = async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('refund', 'refused')
    const { json } = await hall.office.post(`/api/events/${booking.event}/cancellation/`)
    await untilQuiet(client)
    expect(await refundOf(booking.uuid)).toMatchObject({ status: 'failed' })
    return { uuid: booking.uuid, notice: json.uuid as string }
  }
  const [one, two] = [await cancelled(), await cancelled()]
  expect((await stranger.press('/admin/refunds/attempts/', { notice: one.notice })).status).toBe(404)
  expect((await stranger.press('/admin/refunds/attempts/')).status).toBe(303)
  await untilQuiet(client)
  expect(await refundOf(one.uuid)).toMatchObject({ status: 'failed' })
  await staff.press('/admin/refunds/attempts/', { notice: one.notice })
  await untilQuiet(client)
  expect(await refundOf(one.uuid)).toMatchObject({ status: 'succeeded' })
  expect(await refundOf(two.uuid)).toMatchObject({ status: 'failed' })
  await staff.press('/admin/refunds/attempts/')
  await untilQuiet(client)
  expect(await refundOf(two.uuid)).toMatchObject({ status: 'succeeded' })
  expect((await stranger.press(`/admin/notices/${one.notice}/`)).status).toBe(404)
  expect(await stranger.show(`/admin/notices/${one.notice}/`)).not.toContain('€')
})
