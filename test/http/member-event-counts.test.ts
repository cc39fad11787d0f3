import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What the lists of members, events, cards and codes find, all pages together, and the orders of the last two (ADR 0283). */
const { server, client, hall, other } = await twoOffices()
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@office.test', '--role', 'box_office')
const manager = await staffOf(server, hall)
const seller = await staffOf(server, hall, 'box@office.test')
const stranger = await staffOf(server, other)

const sumsOf = async (path: string, who = manager) =>
  [
    ...((await who.show(path)).text.match(/<dl class="sums">.*?<\/dl>/s)?.[0] ?? '').matchAll(
      /<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g,
    ),
  ].map(([, name, value]) => [name, value])
/** In which order the page names these. */
const orderOf = async (path: string, names: readonly string[]) => {
  const { text } = await manager.show(path)
  return names.toSorted((one, another) => text.indexOf(`>${one}<`) - text.indexOf(`>${another}<`))
}

/** Seen red with the product passed over in selectWanted, and the list in countFound. */
it('of members and of events are of what is chosen, and of nobody else', async () => {
  const [friend, patron] = [
    await hall.price('A', { name: 'Friend', prix: 0 }),
    await hall.price('A', { name: 'Patron', prix: 0 }),
  ]
  for (const { price } of [friend, friend, patron]) await hall.post('/api/memberships/', { email: visitor(), price })
  expect(await sumsOf('/admin/members/')).toEqual([['Members', '3']])
  expect(await sumsOf(`/admin/members/?product=${friend.product}`)).toEqual([['Members', '2']])
  expect(await sumsOf('/admin/members/?state=cancelled')).toEqual([])
  expect(await sumsOf('/admin/members/', stranger)).toEqual([])
  await hall.event([], { name: 'Owls' })
  for (const gone of [await hall.event([], { name: 'More owls' }), await hall.event([], { name: 'No owls' })])
    await manager.press(`/admin/events/${gone}/archive/`, [['archived', 'true']])
  expect(await sumsOf('/admin/events/')).toEqual([['Events', '1']])
  expect(await sumsOf('/admin/events/?list=archived&q=owls')).toEqual([['Events', '2']])
  expect(await sumsOf('/admin/events/', stranger)).toEqual([])
})

/** Seen red with the money shown to all, and with the orders of purses and of codes passed over. */
it('of cards say what is on them to who may see money, and order by it; codes by their uses', async () => {
  const purses = [
    ['one@card.test', 500],
    ['two@card.test', 2000],
    ['three@card.test', 1000],
  ] as const
  for (const [index, [email, minor]] of purses.entries())
    await client.query(
      'insert into purse (tenant_id, id, email, balance_minor, created_at) values ($1, $4, $2, $3, now())',
      [hall.tenantId, email, minor, `01920000-0000-7000-8000-00000000000${index}`],
    )
  expect(await sumsOf('/admin/cards/')).toEqual([
    ['Cards', '3'],
    ['Balance', '€35.00'],
  ])
  expect(await sumsOf('/admin/cards/', seller)).toEqual([['Cards', '3']])
  expect(await sumsOf('/admin/cards/', stranger)).toEqual([])
  const emails = purses.map(([email]) => email)
  expect(await orderOf('/admin/cards/?sort=-balance', emails)).toEqual([
    'two@card.test',
    'three@card.test',
    'one@card.test',
  ])
  expect(await orderOf('/admin/cards/?sort=balance', emails)).toEqual([
    'one@card.test',
    'three@card.test',
    'two@card.test',
  ])
  for (const code of ['BARN', 'ATTIC', 'CELLAR'])
    await hall.post('/api/promotional-codes/', { code, discount_rate: 10 })
  await client.query(`update promotional_code set used = 3 where code = 'CELLAR'`)
  const list = '/admin/promotional-codes/'
  const codes = ['BARN', 'ATTIC', 'CELLAR']
  expect(await sumsOf(list)).toEqual([['Promotional codes', '3']])
  expect(await sumsOf(`${list}?q=att`)).toEqual([['Promotional codes', '1']])
  expect(await orderOf(`${list}?sort=code`, codes)).toEqual(['ATTIC', 'BARN', 'CELLAR'])
  expect((await orderOf(`${list}?sort=-uses`, codes))[0]).toBe('CELLAR')
  expect(await sumsOf(list, stranger)).toEqual([])
})

/** Seen red with the order passed over in searchEvents and in listIds. */
it('are put in order: events by name, members by when they end', async () => {
  const names = ['Zephyr', 'Émile', 'Badger']
  for (const [index, name] of names.entries())
    await hall.event([], { name: `${name} sings`, datetime: `2031-05-0${index + 1}T20:00:00Z` })
  const listed = (query: string) =>
    orderOf(
      `/admin/events/${query}`,
      names.map((name) => `${name} sings`),
    )
  const called = (...all: readonly string[]) => all.map((name) => `${name} sings`)
  for (const query of ['?', '?q=sings&']) {
    expect(await listed(query)).toEqual(called('Zephyr', 'Émile', 'Badger'))
    expect(await listed(`${query}sort=name`)).toEqual(called('Badger', 'Émile', 'Zephyr'))
    expect(await listed(`${query}sort=-when`)).toEqual(called('Badger', 'Émile', 'Zephyr'))
  }
  const kinds = [
    ['year@member.test', 'Y'],
    ['day@member.test', 'D'],
    ['month@member.test', 'M'],
  ] as const
  for (const [email, subscription_type] of kinds) {
    const { price } = await hall.price('A', { prix: 0, subscription_type })
    await hall.post('/api/memberships/', { email, price })
  }
  const emails = kinds.map(([email]) => email)
  const members = (query: string) => orderOf(`/admin/members/${query}`, emails)
  expect(await members('')).toEqual(['month@member.test', 'day@member.test', 'year@member.test'])
  expect(await members('?sort=until')).toEqual(['day@member.test', 'month@member.test', 'year@member.test'])
  expect(await members('?sort=-until')).toEqual(['year@member.test', 'month@member.test', 'day@member.test'])
})
