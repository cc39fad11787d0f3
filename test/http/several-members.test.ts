import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What is done to the members that are ticked in the list: asked, done one by one, and reported together (ADR 0284). */
const { server, client, hall, other } = await twoOffices()
const boxOffice = 'box@office.test'
await server.cli('team', 'set', '--tenant', hall.slug, '--email', boxOffice, '--role', 'box_office')
const manager = await staffOf(server, hall)
const seller = await staffOf(server, hall, boxOffice)
const stranger = await staffOf(server, other)

const year = await hall.price('A', { name: 'Friend', prix: 20, subscription_type: 'Y' })
const month = await hall.price('A', { name: 'Monthly', prix: 5, subscription_type: 'M' })

/** As a program does, without a booking. */
async function member(last: string, { price = year.price, email = visitor() } = {}) {
  const { json } = await hall.post('/api/memberships/', { email, price, first_name: 'Ada', last_name: last })
  return { id: String(json.uuid), email }
}
const endsIn = (id: string, days: number) =>
  client.query(
    `update membership set valid_from = now() - interval '1 year', valid_until = now() + make_interval(days => $2)
     where id = $1`,
    [id, days],
  )

const room = '/admin/members/several/'
const ask = (act: string, ids: readonly string[], who = seller) =>
  who.show(`${room}?${new URLSearchParams([['act', act], ...ids.map((id): [string, string] => ['id', id])])}`)
const fieldsIn = (text: string) =>
  [...text.matchAll(/<input type="hidden" name="(id|seen|key)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
const resultsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<tr>.*?<\/tr>/gs)].flatMap(([row]) => {
      const [, name] = /Ada (\w+)/.exec(row) ?? []
      const [, result] = /class="standing \w+"><span[^>]*>.<\/span> (.*?)<\/span>/s.exec(row) ?? []
      return name === undefined ? [] : [[name, result]]
    }),
  )
const membershipsOf = async (email: string) =>
  (await hall.get(`/api/memberships/?email=${encodeURIComponent(email)}`)).json as Record<string, string>[]
const noted = async (action: string, ids: readonly string[]) =>
  (
    await client.query('select subject_id as id from audit_entry where action = $1 and subject_id = any($2)', [
      action,
      ids,
    ])
  ).rows.map(({ id }) => id)

it('are ticked in the list, and exported by those who may', async () => {
  const [one, two] = [await member('Ticked'), await member('Unticked')]
  const { text } = await seller.show('/admin/members/?state=valid&ticked=all')
  expect(text).toContain(
    `<input type="checkbox" name="id" value="${one.id}" form="several" checked aria-label="Select Ada Ticked"/>`,
  )
  expect(text).not.toContain('Export …')
  expect((await manager.show('/admin/members/')).text).toContain('formaction="/admin/exports/members/"')
  const asked = await manager.show(`/admin/exports/members/?id=${one.id}`)
  expect(asked.text).toContain('Only the membership that was ticked.')
  const take = (ids: readonly string[], who = manager) =>
    who.press('/admin/exports/members/', [
      ...ids.map((id) => ['id', id] as const),
      ['columns', 'email'],
      ['form', 'comma'],
    ])
  const { text: file } = await take([one.id])
  expect(file).toContain(one.email)
  expect(file).not.toContain(two.email)
  expect((await take([one.id], stranger)).text).not.toContain(one.email)
  expect((await manager.show('/admin/exports/members/?id=nobody')).status).toBe(400)
})

/** Seen red without the mails that the same press sent before: the second membership of one person is not mailed. */
it('get their membership by mail again, each once however often it is pressed', async () => {
  const email = visitor()
  const [one, two] = [await member('One', { email }), await member('Two', { email, price: month.price })]
  const ended = await member('Ended')
  await endsIn(ended.id, -1)
  await untilQuiet(client)
  const asked = (await ask('mails', [one.id, two.id, ended.id])).text
  expect(asked).toContain('E-\u2060mail 2 memberships')
  expect(resultsIn(asked)['Ended']).toBe('It has ended or been cancelled: there is nothing to send.')
  for (const _ of ['once', 'twice']) {
    const { status, text } = await seller.press(`${room}mails/`, fieldsIn(asked))
    expect(status).toBe(200)
    expect(text).toContain('2 memberships are on their way by e-\u2060mail.')
    await untilQuiet(client)
  }
  const sent = await noted('membership.sent_again', [one.id, two.id, ended.id])
  expect(sent.toSorted()).toEqual([one.id, two.id].toSorted())
})

/** Seen red with a key of its own for each press: both are renewed twice. */
it('are renewed for what was seen, from their end, once; who cannot be is told apart', async () => {
  const [one, two, early] = [await member('One'), await member('Two'), await member('Early')]
  const closing = await hall.price('A', { name: 'Closing', prix: 3, subscription_type: 'Y' })
  const closed = await member('Closed', { price: closing.price })
  await client.query('update price set max_per_user = 1 where id = $1', [year.price])
  for (const { id } of [one, two]) await endsIn(id, 5)
  await client.query('update price set archived = true where id = $1', [closing.price])
  const ends = (await membershipsOf(one.email))[0]?.['valid_until']
  const asked = (await ask('renewal', [one.id, two.id, early.id, closed.id])).text
  expect(asked).toMatch(/<dt>To pay in all<\/dt><dd>€40\.00<\/dd>/)
  expect(resultsIn(asked)['Closed']).toBe('Their membership is no longer on sale.')
  expect(resultsIn(asked)['Early']).toMatch(/has this membership already/)
  const press = (method: string) => seller.press(`${room}renewal/`, [...fieldsIn(asked), ['method', method]])
  for (const method of ['transfer', 'cash']) {
    const { status, text } = await press(method)
    expect(status).toBe(200)
    expect(resultsIn(text)).toMatchObject({ One: 'Renewed', Two: 'Renewed' })
  }
  for (const { email } of [one, two]) {
    const all = await membershipsOf(email)
    expect(all).toHaveLength(2)
    const { rows } = await client.query(
      `select method, amount_minor from payment join reservation on reservation.id = payment.reservation_id
       where booker_email = $1`,
      [email],
    )
    expect(rows).toEqual([{ method: 'transfer', amount_minor: '2000' }])
  }
  expect((await membershipsOf(one.email)).map(({ valid_from }) => valid_from)).toContain(ends)
  expect(await membershipsOf(early.email)).toHaveLength(1)
  await client.query('update price set amount_minor = 2500 where id = $1', [year.price])
  const dearer = await member('Dearer')
  await endsIn(dearer.id, 5)
  const seen = [
    ['id', dearer.id],
    ['seen', '2000'],
    ['key', randomUUID()],
    ['method', 'cash'],
  ] as const
  const { text } = await seller.press(`${room}renewal/`, seen)
  expect(resultsIn(text)['Dearer']).toBe('The price has changed since it was shown: ask again.')
  expect(await membershipsOf(dearer.email)).toHaveLength(1)
  await client.query('update price set amount_minor = 2000 where id = $1', [year.price])
})

/** Seen red without the reason asked for, and with one that was cancelled before told as refused. */
it('are cancelled with a reason, one by one; what was booked ends with its booking', async () => {
  const [one, two] = [await member('One'), await member('Two')]
  const booked = visitor()
  await seller.press('/admin/members/new/', [
    ['key', randomUUID()],
    ['price', year.price],
    ['email', booked],
    ['last_name', 'Booked'],
    ['first_name', 'Ada'],
    ['method', 'card'],
    ['seen', '2000'],
  ])
  const bought = String((await membershipsOf(booked))[0]?.['uuid'])
  const asked = (await ask('cancellation', [one.id, two.id, bought])).text
  expect(asked).toContain('Cancel 2 memberships')
  expect(resultsIn(asked)['Booked']).toMatch(/bought with a booking/)
  const press = (reason: string, fields = fieldsIn(asked)) =>
    seller.press(`${room}cancellation/`, [...fields, ['reason', reason]])
  const without = await press('')
  expect([without.status, await noted('membership.cancelled', [one.id, two.id])]).toEqual([400, []])
  expect(without.text).toContain('Enter a reason: it is recorded in the audit log.')
  for (const _ of ['once', 'twice']) {
    const { status, text } = await press('Left the association')
    expect(status).toBe(200)
    expect(text).toContain('2 memberships were cancelled.')
  }
  expect((await noted('membership.cancelled', [one.id, two.id])).toSorted()).toEqual([one.id, two.id].toSorted())
  const refused = await press('Left', [
    ['id', bought],
    ['seen', '0'],
  ])
  expect(refused.text).toContain('No membership was cancelled. One was refused: why is beside it.')
  expect((await membershipsOf(booked))[0]?.['cancelled_at'] ?? null).toBeNull()
})

/** Seen red with one that is not there passed over. */
it('are all of this organisation, or nothing is done', async () => {
  const own = await member('Own')
  const foreign = '01920000-0000-7000-8000-000000000000'
  expect((await ask('cancellation', [own.id], stranger)).status).toBe(404)
  const press = (ids: readonly string[], who = seller) =>
    who.press(`${room}cancellation/`, [
      ...ids.flatMap((id) => [['id', id] as const, ['seen', '0'] as const]),
      ['reason', 'Left'],
    ])
  expect((await press([own.id], stranger)).status).toBe(404)
  expect((await press([own.id, foreign])).status).toBe(404)
  expect((await press([own.id, own.id])).status).toBe(400)
  const unpaid = [
    ['id', own.id],
    ['seen', '2000'],
    ['key', randomUUID()],
  ] as const
  expect((await seller.press(`${room}renewal/`, unpaid)).status).toBe(400)
  expect(await noted('membership.cancelled', [own.id])).toEqual([])
  expect((await ask('mails', [])).text).toContain('Select at least one member first.')
})
