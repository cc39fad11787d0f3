import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import type { BoxOffice } from '../harness/box-office.ts'
import { pairPhone } from '../harness/door.ts'
import { signIn } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * Letters that people type in another way, in every search that there is, and names that were nearly typed (ADR 0309). Seen red with
 * `foldedLetters` passed over in foldText.
 */
const { server, client, hall, other } = await twoOffices()
const [staff, stranger] = [await staffOf(server, hall), await staffOf(server, other)]

const people = [
  ['Ayşe', 'Yılmaz', 'yilmaz'],
  ['İbrahim', 'IŞIK', 'ibrahim isik'],
  ['Łukasz', 'Đorđević', 'lukasz dordevic'],
  ['Søren', 'Kjær', 'soren kjaer'],
  ['Lætitia', 'Lecœur', 'laetitia lecoeur'],
  ['Jörg', 'Weiß', 'weiss'],
  ['Þóra', 'Guðrúnardóttir', 'thora gudrun'],
] as const

/** Each with a ticket and a membership. @returns where their booking and their membership are, by what is typed */
async function furnish(office: BoxOffice) {
  const [seat, year] = [await office.price('B', { prix: 10 }), await office.price('A', { prix: 0 })]
  const shirt = await office.price('T', { prix: 10 })
  const event = await office.event([seat.product, shirt.product], { name: 'Übung für Süßes, Gülşah and Ørsted' })
  const found = new Map<string, { reservations: string; members: string }>()
  for (const [first_name, last_name, typed] of people) {
    const prices = [
      { uuid: seat.price, customers: [{ first_name, last_name }] },
      { uuid: shirt.price, qty: 1 },
    ]
    const booked = await office.book({ event, email: visitor(), prices })
    await office.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
    const member = { email: visitor(), price: year.price, first_name, last_name }
    const joined = await office.post('/api/memberships/', member)
    found.set(typed, { reservations: booked.json.uuid, members: joined.json.uuid })
  }
  return { event, found }
}
const [own, foreign] = [await furnish(hall), await furnish(other)]

const look = (path: string, q: string, by: Staff = staff) => by.show(`${path}?${new URLSearchParams({ q })}`)

describe.each(people)('%s %s', (first, last, typed) => {
  it.each(['reservations', 'members'] as const)('is found in %s as it is typed and as it is written', async (list) => {
    for (const q of [typed, typed.toUpperCase(), `${first} ${last}`, last]) {
      expect((await look(`/admin/${list}/`, q)).headers['location'], q).toBe(
        `/admin/${list}/${own.found.get(typed)?.[list]}/`,
      )
      expect((await look(`/admin/${list}/`, q, stranger)).headers['location']).toBe(
        `/admin/${list}/${foreign.found.get(typed)?.[list]}/`,
      )
    }
  })

  it('is found where things are handed out, in the search of everything, and at the door', async () => {
    for (const path of ['/admin/hand-outs/', '/admin/search/']) {
      const { text, headers } = await look(path, typed)
      const said = `${headers['location']} ${text}`
      expect([path, said.includes(own.found.get(typed)?.reservations ?? 'nobody')]).toEqual([path, true])
    }
    const phone = await pairPhone(server, hall.slug)
    await client.query("update device set role = 'supervisor' where id = $1", [phone.id])
    const body = { query: typed, event_uuid: own.event }
    const { tickets } = (await server.send(hall.slug, 'POST', '/scan/search_ticket/', { key: phone.key, body })).json
    expect(tickets).toMatchObject([{ last_name: last }])
  })
})

/** Seen red with `lower` for `folded` in isPartOf: those of the database itself found nobody. */
describe('what has such a name', () => {
  it('is found: an event in its list, in the shared calendar and in the directory of organisations', async () => {
    await client.query("update tenant set organisation = 'Łódź Straße', city = 'Århus Ø' where id = $1", [
      hall.tenantId,
    ])
    expect((await look('/admin/events/', 'gulsah and orsted')).text).toContain(`/admin/events/${own.event}/`)
    const visit = (path: string) => server.send('meta', 'GET', path, { headers: { accept: 'text/html' } })
    for (const q of ['susses', 'SÜSSES', 'lodz strasse']) {
      const { text } = await visit(`/?${new URLSearchParams({ q })}`)
      expect([q, text.includes('Übung'), text.includes('Łódź Straße')]).toEqual([q, true, true])
    }
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const cookie = await signIn(server, 'root', '', 'sue@server.test')
    for (const q of ['lodz', 'strasse', 'ŁÓDŹ', 'arhus o', 'Århus Ø']) {
      const path = `/admin/server/organisations/?${new URLSearchParams({ q })}`
      const { text } = await server.send('', 'GET', path, { cookie })
      expect([q, text.includes(hall.tenantId), text.includes(other.tenantId)]).toEqual([q, true, false])
    }
  })
})

/** Seen red without the words of tickets, of members, and of calendars in the migration. */
it('who was kept before letters were folded so is found after the upgrade, in every organisation, and once', async () => {
  const kept = await client.query(
    `select 'ticket' as of, tenant_id, ticket_id::text as whose, word from ticket_name_word
     union all select 'member', tenant_id, email, word from member_name_word order by 1, 2, 3, 4`,
  )
  const calendar = () =>
    client.query('select event_id, folded_what, folded_where from calendar_entry order by event_id')
  const entries = await calendar()
  for (const [table, whose] of [
    ['ticket_name_word', 'ticket_id'],
    ['member_name_word', 'email'],
  ]) {
    // As it was before: the letter beside the one that is typed, for one who has both in their name.
    await client.query(`update ${table} set word = 'yılmaz' where word = 'yilmaz'`)
    await client.query(`update ${table} set word = 'weiß' where word = 'weiss'`)
    await client.query(`update ${table} set word = 'đorđevic' where word = 'dordevic'`)
    await client.query(
      `insert into ${table} (tenant_id, ${whose}, word) select tenant_id, ${whose}, 'łukasz' from ${table} where word = 'lukasz'`,
    )
  }
  await client.query("update calendar_entry set folded_what = replace(folded_what, 'orsted', 'ørsted')")
  expect((await calendar()).rows).not.toEqual(entries.rows)
  await client.query(await readFile('migrations/0199_folded_letters.sql', 'utf8'))
  const after = await client.query(
    `select 'ticket' as of, tenant_id, ticket_id::text as whose, word from ticket_name_word
     union all select 'member', tenant_id, email, word from member_name_word order by 1, 2, 3, 4`,
  )
  expect(after.rows).toEqual(kept.rows)
  expect((await calendar()).rows).toEqual(entries.rows)
  const { rows } = await client.query(
    "select relname from pg_class where relname in ('ticket_name_word', 'member_name_word') and not relforcerowsecurity",
  )
  expect(rows).toEqual([])
})

describe('a name that nobody has', () => {
  const offered = ({ text }: { text: string }) =>
    [...text.matchAll(/<a href="[^"]*\?q=([^"]*)">([^<]*)<\/a>/g)].map(([, q, name]) => [q, name])
  const named = async (office: BoxOffice, event: string, price: string, first_name: string, last_name: string) =>
    (await office.book({ event, email: visitor(), prices: [{ uuid: price, customers: [{ first_name, last_name }] }] }))
      .json.uuid

  /** Seen red without isSomebody. */
  it('leads to those that are written nearly so, here, of whoever has the rest of the name', async () => {
    const seat = await hall.price('B', { prix: 10 })
    const event = await hall.event([seat.product], { name: 'Evening' })
    const booking = await named(hall, event, seat.price, 'Jeanne', 'Lefebvre')
    await named(hall, event, seat.price, 'Paul', 'Lefeuvre')
    await named(hall, event, seat.price, 'Karl', 'Martin')
    const theirs = await other.price('B', { prix: 10 })
    const abroad = await other.event([theirs.product], { name: 'Evening' })
    await named(other, abroad, theirs.price, 'Marta', 'Lefevbre')

    for (const path of ['/admin/reservations/', '/admin/search/']) {
      expect(offered(await look(path, 'Lefevre')), path).toEqual([
        ['lefebvre', 'Lefebvre'],
        ['lefeuvre', 'Lefeuvre'],
      ])
      expect(offered(await look(path, 'jeanne lefevre'))).toEqual([['jeanne+lefebvre', 'Jeanne Lefebvre']])
      expect(offered(await look(path, 'Martn'))).toEqual([['martin', 'Martin']])
      // Exchanged with its neighbour; the beginning is believed; too short; a long one twice wrong.
      expect(offered(await look(path, 'Matrin'))).toEqual([['martin', 'Martin']])
      expect(offered(await look(path, 'Nartin'))).toEqual([])
      expect(offered(await look(path, 'Krl'))).toEqual([])
      expect(offered(await look(path, 'Dordevicse'))).toEqual([['dordevic', 'Dordevic']])
      expect((await look(path, 'lefevre')).text).toContain('Similar names:')
    }
    expect((await look('/admin/reservations/', 'jeanne lefebvre')).headers['location']).toContain(booking)
    expect((await look('/admin/reservations/', 'lefe')).text).not.toContain('Similar names:')
    expect(offered(await look('/admin/members/', 'Yilmas'))).toEqual([['yilmaz', 'Yilmaz']])
    expect(offered(await look('/admin/members/', 'Lefevre'))).toEqual([])
  })

  /** Seen red without mayEnter in findSimilarNames. */
  it('leads nowhere for those who see no names', async () => {
    const email = 'door@folded.test'
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'steward')
    const door = await staffOf(server, hall, email)
    const { status, text } = await look('/admin/search/', 'Lefevre', door)
    expect([status, text.includes('Lefebvre')]).toEqual([200, false])
  })
})
