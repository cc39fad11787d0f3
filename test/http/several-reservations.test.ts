import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What is done to the bookings that are ticked in the list: asked, done one by one, and reported together (ADR 0284). */
const { server, client, hall, other } = await twoOffices()
const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const full = await hall.price('B', { name: 'Full price', prix: 12 })
const event = await hall.event([full.product], { name: 'Night of the owls' })

async function order({ email = visitor(), isPaid = true, last_name = 'Lovelace' } = {}) {
  const prices = [{ uuid: full.price, customers: [{ first_name: 'Ada', last_name }] }]
  const id: string = (await hall.book({ event, email, prices })).json.uuid
  if (isPaid) await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  return { id, ticket: String((await hall.get(`/api/reservations/${id}/`)).json.tickets[0]) }
}

const room = '/admin/reservations/several/'
const ask = (act: string, ids: readonly string[], who = manager) =>
  who.show(`${room}?${new URLSearchParams([['act', act], ...ids.map((id): [string, string] => ['id', id])])}`)
/** The fields of the form that the page asks with. */
const fieldsIn = (text: string) =>
  [...text.matchAll(/<input type="hidden" name="(id|seen)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
const idsIn = (text: string) => fieldsIn(text).flatMap(([name, value]) => (name === 'id' ? [value] : []))
const resultsIn = (text: string) =>
  [...text.matchAll(/<tr>.*?<\/tr>/gs)].flatMap(([row]) => {
    const [, name] = /Ada (\w+)/.exec(row) ?? []
    const [, result] = /class="standing \w+"><span[^>]*>.<\/span> (.*?)<\/span>/s.exec(row) ?? []
    return name === undefined ? [] : [[name, result]]
  })
const statusOf = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json.status
const sentAgain = async (...orders: readonly { readonly id: string }[]) => {
  const { rows } = await client.query(
    `select subject_id from audit_entry where action = 'reservation.tickets_sent_again' and subject_id = any($1)`,
    [orders.map(({ id }) => id)],
  )
  return rows.map(({ subject_id }) => subject_id).toSorted()
}

it('are ticked in the list, one by one or all of a page', async () => {
  const { id } = await order({ last_name: 'Ticked' })
  const box = (ticked: string) =>
    `<input type="checkbox" name="id" value="${id}" form="several"${ticked} aria-label="Select Ada Ticked"/>`
  expect((await manager.show('/admin/reservations/')).text).toContain(box(''))
  const all = (await manager.show('/admin/reservations/?state=settled')).text
  expect(all).toContain('<a href="?state=settled&amp;ticked=all">Select all on this page</a>')
  expect((await manager.show('/admin/reservations/?state=settled&ticked=all')).text).toContain(box(' checked'))
})

/** Seen red with `isOpen` true of every booking, and with the seen mails passed over. */
it('get their tickets again, each once however often it is pressed, and those that are not paid do not', async () => {
  const [one, two] = [await order({ last_name: 'One' }), await order({ last_name: 'Two' })]
  const unpaid = await order({ isPaid: false, last_name: 'Unpaid' })
  await untilQuiet(client)
  const asked = (await ask('mails', [one.id, two.id, unpaid.id])).text
  expect(asked).toContain('Send the tickets of 2 bookings')
  expect(idsIn(asked).toSorted()).toEqual([one.id, two.id].toSorted())
  expect(resultsIn(asked)).toContainEqual(['Unpaid', 'Not sent: not paid or confirmed, or without an address'])
  const press = () => manager.press(`${room}mails/`, fieldsIn(asked))
  for (const _ of ['once', 'twice']) {
    const { text, status } = await press()
    expect(status).toBe(200)
    expect(text).toContain('The tickets of 2 bookings are on their way.')
    expect(resultsIn(text)).toEqual([
      ['Two', 'On its way'],
      ['One', 'On its way'],
    ])
    await untilQuiet(client)
  }
  expect(await sentAgain(one, two, unpaid)).toEqual([one.id, two.id].toSorted())
})

/** The database refuses one of them for a while. Seen red with the fault thrown on: nobody was told of the first. */
it('are told one by one, also where one fails by a fault of ours', async () => {
  const [one, broken, three] = [
    await order({ last_name: 'One' }),
    await order({ last_name: 'Broken' }),
    await order({ last_name: 'Three' }),
  ]
  const asked = (await ask('cancellation', [one.id, broken.id, three.id])).text
  // Paid alone until it is known that no mail goes out here, which the database would refuse, too.
  await untilQuiet(client)
  await client.query(`create function refuse() returns trigger language plpgsql
    as $$ begin if new.id = '${broken.id}' then raise exception 'not now'; end if; return new; end $$`)
  await client.query('create trigger refuse before update on reservation for each row execute function refuse()')
  const { status, text } = await manager.press(`${room}cancellation/`, fieldsIn(asked))
  await client.query('drop function refuse cascade')
  expect(status).toBe(200)
  expect(resultsIn(text)).toEqual([
    ['Three', 'Cancelled'],
    ['Broken', expect.stringMatching(/^The fault is ours .* \(Request id: [\w-]+\)$/)],
    ['One', 'Cancelled'],
  ])
  expect(await Promise.all([one, broken, three].map(({ id }) => statusOf(id)))).toEqual(['C', 'PN', 'C'])
})

/** From the last one on nothing can be read any more. Seen red with the second reading left to fail: nobody was told of either. */
it('are told one by one, also where the database fails before the report', async () => {
  const [one, two] = [await order({ last_name: 'One' }), await order({ last_name: 'Two' })]
  const asked = (await ask('cancellation', [one.id, two.id])).text
  await client.query(`create function deny() returns trigger language plpgsql security definer
    as $$ begin execute format('revoke select on event from %I', session_user); return null; end $$`)
  await client.query(`create constraint trigger deny after update on reservation deferrable initially deferred
    for each row when (new.id = '${one.id}' and new.status = 'cancelled') execute function deny()`)
  const { status, text } = await manager.press(`${room}cancellation/`, fieldsIn(asked))
  const { rows } = await client.query<{ role: string }>(
    'select distinct usename as role from pg_stat_activity where datname = current_database() and usename <> current_user',
  )
  for (const { role } of rows) await client.query(`grant select on event to "${role}"`)
  await client.query('drop function deny cascade')
  expect(status).toBe(200)
  expect(resultsIn(text)).toEqual([
    ['Two', 'Cancelled'],
    ['One', 'Cancelled'],
  ])
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['C', 'C'])
})

/** Seen red with the first refusal thrown on, and with what is refused for being cancelled already told as refused. */
it('are cancelled one by one, and one that was used stays, with the reason', async () => {
  const [one, used, unpaid] = [
    await order({ last_name: 'One' }),
    await order({ last_name: 'Used' }),
    await order({ isPaid: false, last_name: 'Unpaid' }),
  ]
  const asked = (await ask('cancellation', [one.id, used.id, unpaid.id])).text
  expect(asked).toContain('Cancel 3 bookings')
  expect(asked).toMatch(/<dt>Paid in cash<\/dt><dd>€24\.00<\/dd>/)
  await client.query(`update ticket set status = 'scanned', scanned_at = now() where id = $1`, [used.ticket])
  for (const _ of ['once', 'twice']) {
    const { text, status } = await manager.press(`${room}cancellation/`, fieldsIn(asked))
    expect(status).toBe(200)
    expect(text).toContain('2 bookings were cancelled. One was refused: why is beside it.')
    const results = resultsIn(text)
    expect(results.filter(([, result]) => result === 'Cancelled').map(([name]) => name)).toEqual(['Unpaid', 'One'])
    expect(results.find(([name]) => name === 'Used')?.[1]).toMatch(/entered/)
  }
  await untilQuiet(client)
  expect([await statusOf(one.id), await statusOf(used.id), await statusOf(unpaid.id)]).toEqual(['C', 'PN', 'C'])
  const refunds = await client.query('select amount_minor from refund where reservation_id = any($1)', [
    [one.id, used.id, unpaid.id],
  ])
  expect(refunds.rows).toEqual([{ amount_minor: '1200' }])
  expect((await ask('cancellation', [one.id])).text).toContain('Already cancelled')
})

/** Seen red with one that is not there passed over. */
it('are all of this organisation, or nothing is done; 48 at most', async () => {
  const [own, theirs] = [await order(), await order()]
  const foreign = '01920000-0000-7000-8000-000000000000'
  expect((await ask('cancellation', [own.id], stranger)).status).toBe(404)
  const press = (ids: readonly string[], who = manager, seen = ids) =>
    who.press(`${room}cancellation/`, [
      ...ids.map((id) => ['id', id] as const),
      ...seen.map(() => ['seen', '0'] as const),
    ])
  expect((await press([own.id], stranger)).status).toBe(404)
  expect((await press([own.id, foreign])).status).toBe(404)
  expect((await press([own.id, own.id])).status).toBe(400)
  expect((await press([own.id], manager, [])).status).toBe(400)
  expect((await press(Array.from({ length: 49 }, () => theirs.id))).status).toBe(400)
  expect(await statusOf(own.id)).not.toBe('C')
  expect((await ask('mails', [])).text).toContain('Select at least one booking first.')
  expect((await ask('deletion', [own.id])).status).toBe(400)
})
