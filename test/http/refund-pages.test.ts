import { expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { type PaidOffice, refundsAtStripe, twoPaidOffices } from '../harness/payments.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/** What staff does about money on the pages of the administration; what they show is in test/browser/refund-pages.test.ts. */
const { stripe, server, client, hall, other } = await twoPaidOffices()

async function staffOf({ office: { slug } }: PaidOffice, email = 'admin@example.org') {
  const cookie = await signIn(server, slug, slug, email)
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
const [accountant, boxOffice] = [await colleague('accountant'), await colleague('box_office')]

async function colleague(role: string) {
  const email = `${role}@hall.test`
  await server.cli('team', 'set', '--tenant', hall.office.slug, '--email', email, '--role', role)
  return staffOf(hall, email)
}

const refundOf = async (uuid: string) => (await hall.payments(uuid)).at(-1).refunds[0]

const eventPage = (event: string) => `/admin/events/${event}/`

// Seen red, as for Today, with failed refunds alone among what is to be done, and on the page of the event with those of every event.
it('hands over, once, and returns to where it was pressed', async () => {
  const booking = await hall.book()
  await hall.office.post(`/api/reservations/${booking.uuid}/payments/`, { method: 'transfer' })
  const { json: notice } = await hall.office.post(`/api/events/${booking.event}/cancellation/`)
  await untilQuiet(client)
  const { uuid } = await refundOf(booking.uuid)
  const elsewhere = await hall.book()
  for (const person of [staff, accountant])
    expect(await person.show(eventPage(booking.event))).toContain('1 refund to hand over')
  expect(await staff.show(eventPage(elsewhere.event))).not.toContain('to hand over')
  expect(await boxOffice.show(eventPage(booking.event))).not.toContain('to hand over')
  expect(await stranger.show(eventPage(booking.event))).not.toContain('to hand over')
  expect(await staff.show('/admin/refunds/')).toContain(uuid)
  expect(await stranger.show('/admin/refunds/')).not.toContain(uuid)
  const told = '<a class="go" href="/admin/refunds/">1 refund to hand over</a>'
  expect(await staff.show('/admin/')).toContain(told)
  expect(await accountant.show('/admin/')).toContain(told)
  expect(await boxOffice.show('/admin/')).not.toContain('to hand over')
  expect(await stranger.show('/admin/')).not.toContain('to hand over')
  const path = `/admin/refunds/${uuid}/handover/`
  expect((await stranger.press(path)).status).toBe(404)
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'requested' })
  for (const from of [{ notice: notice.uuid }, {}]) {
    const answer = await staff.press(path, from)
    const back = 'notice' in from ? `/admin/notices/${notice.uuid}/` : '/admin/refunds/'
    expect([answer.status, answer.headers['location']]).toEqual([303, back])
  }
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'succeeded' })
  expect(await staff.show('/admin/refunds/')).not.toContain(`${uuid}/handover/"`)
  expect(await staff.show('/admin/')).not.toContain('to hand over')
  expect(await staff.show(eventPage(booking.event))).not.toContain('to hand over')
})

/** Seen red with the refunds of every event in listFailedRefunds, and in countRefundsToSee. */
it('tries all that failed again, of one event or of all', async () => {
  const cancelled = async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('refund', 'refused')
    const { json } = await hall.office.post(`/api/events/${booking.event}/cancellation/`)
    await untilQuiet(client)
    expect(await refundOf(booking.uuid)).toMatchObject({ status: 'failed' })
    return { uuid: booking.uuid, notice: json.uuid as string, page: eventPage(booking.event) }
  }
  const [one, two] = [await cancelled(), await cancelled()]
  for (const { page } of [one, two]) {
    expect(await staff.show(page)).toContain('1 refund failed')
    expect(await stranger.show(page)).not.toContain('refund failed')
  }
  expect((await stranger.press('/admin/refunds/attempts/', { notice: one.notice })).status).toBe(404)
  expect((await stranger.press('/admin/refunds/attempts/')).status).toBe(303)
  await untilQuiet(client)
  expect(await refundOf(one.uuid)).toMatchObject({ status: 'failed' })
  await staff.press('/admin/refunds/attempts/', { notice: one.notice })
  await untilQuiet(client)
  expect(await refundOf(one.uuid)).toMatchObject({ status: 'succeeded' })
  expect(await refundOf(two.uuid)).toMatchObject({ status: 'failed' })
  expect(await staff.show(one.page)).not.toContain('refund failed')
  expect(await staff.show(two.page)).toContain('1 refund failed')
  await staff.press('/admin/refunds/attempts/')
  await untilQuiet(client)
  expect(await refundOf(two.uuid)).toMatchObject({ status: 'succeeded' })
  expect((await stranger.press(`/admin/notices/${one.notice}/`)).status).toBe(404)
  expect(await stranger.show(`/admin/notices/${one.notice}/`)).not.toContain('€')
})

const toldOf = async (uuid: string) =>
  (await hall.office.get('/api/refunds/')).json.find((refund: { uuid: string }) => refund.uuid === uuid)
const owed = async () => (await hall.office.get('/api/takings/')).json[0].owed as number

/** Seen red without insertHandover in handOverRefund. */
it('notes who handed over and who undid that; the money is owed again', async () => {
  const booking = await hall.book()
  await hall.office.post(`/api/reservations/${booking.uuid}/payments/`, { method: 'cash' })
  await hall.cancel(booking.uuid)
  await untilQuiet(client)
  const { uuid } = await refundOf(booking.uuid)
  const told = '<a class="go" href="/admin/refunds/">1 refund to hand over</a>'
  expect(await staff.show('/admin/')).toContain(told)
  expect(await accountant.show('/admin/')).toContain(told)
  expect(await boxOffice.show('/admin/')).not.toContain('to hand over')
  expect(await stranger.show('/admin/')).not.toContain('to hand over')
  const path = `/admin/refunds/${uuid}/handover/`
  const before = await owed()
  expect((await staff.press(`${path}mistakes/`)).status).toBe(303)
  const withKey = { key: hall.office.key }
  const undo = () => server.send(hall.office.slug, 'DELETE', `/api/refunds/${uuid}/handover/`, withKey)
  expect((await undo()).status).toBe(409)
  expect(await toldOf(uuid)).toMatchObject({ status: 'requested', handovers: [] })
  await staff.press(path)
  expect(await owed()).toBe(before - 25)
  expect(await staff.show('/admin/refunds/')).toMatch(/Handed over by admin@example\.org/)
  expect((await stranger.press(`${path}mistakes/`)).status).toBe(404)
  for (const _ of [1, 2]) expect((await staff.press(`${path}mistakes/`)).status).toBe(303)
  expect(await owed()).toBe(before)
  const by = 'admin@example.org'
  expect(await toldOf(uuid)).toMatchObject({
    status: 'requested',
    handed_over: null,
    failure: null,
    handovers: [
      { taken_back: false, by, datetime: expect.any(String) },
      { taken_back: true, by },
    ],
  })
  const page = await staff.show('/admin/refunds/')
  expect(page).toContain(`${by} undid this`)
  expect(page).toContain(`/admin/refunds/${uuid}/handover/"`)
  await hall.office.post(`/api/refunds/${uuid}/handover/`)
  expect((await undo()).json.handovers.map((one: { by: string }) => one.by)).toEqual([by, by, 'robot', 'robot'])
  expect((await stranger.show('/admin/refunds/')).includes(by)).toBe(false)
})

it('notes who says so in a cancellation', async () => {
  const booking = await hall.book()
  await hall.office.post(`/api/reservations/${booking.uuid}/payments/`, { method: 'cash' })
  await hall.cancel(booking.uuid, { handed_over: true })
  const { uuid } = await refundOf(booking.uuid)
  expect(await toldOf(uuid)).toMatchObject({ status: 'succeeded', handovers: [{ taken_back: false, by: 'robot' }] })
})

/** Seen red without the former failure in undoHandover. */
it('what the provider refused stands as failed again, for the same reason, and is sent once', async () => {
  const booking = await hall.bookAndPay()
  stripe.fail('refund', 'refused')
  await hall.cancel(booking.uuid)
  await untilQuiet(client)
  const { uuid } = await refundOf(booking.uuid)
  const told = '<a class="go" href="/admin/refunds/">1 refund to hand over</a>'
  expect(await staff.show('/admin/')).toContain(told)
  expect(await accountant.show('/admin/')).toContain(told)
  expect(await boxOffice.show('/admin/')).not.toContain('to hand over')
  expect(await stranger.show('/admin/')).not.toContain('to hand over')
  const path = `/admin/refunds/${uuid}/handover/`
  await staff.press(path)
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'succeeded', failure: null })
  await staff.press(`${path}mistakes/`)
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'failed', failure: 'account_closed' })
  await staff.press(`/admin/refunds/${uuid}/attempts/`)
  await untilQuiet(client)
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'succeeded', handed_over: null })
  expect(refundsAtStripe(stripe, booking.session)).toHaveLength(1)
  // The provider sent this one: nobody handed it over, and there is nothing to undo.
  await staff.press(`${path}mistakes/`)
  expect(await refundOf(booking.uuid)).toMatchObject({ status: 'succeeded' })
})
