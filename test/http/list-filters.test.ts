import { expect, it } from 'vitest'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Filters of the lists of the administration, kept under names by each person, or for everybody (ADR 0283). */
const { server, client, hall, other } = await twoOffices()
const boxOffice = 'box@office.test'
await server.cli('team', 'set', '--tenant', hall.slug, '--email', boxOffice, '--role', 'box_office')
const manager = await staffOf(server, hall)
const seller = await staffOf(server, hall, boxOffice)
const stranger = await staffOf(server, other)

const list = '/admin/reservations/'
const keep = (name: string, query: string, { who = manager, of = 'reservations', shared = false } = {}) =>
  who.press('/admin/filters/', [
    ['list', of],
    ['query', query],
    ['name', name],
    ...(shared ? [['shared', 'true'] as const] : []),
  ])
const chips = async (who = manager, path = list) =>
  [
    ...[...(await who.show(path)).text.matchAll(/<ul class="chips".*?<\/ul>/gs)]
      .join('')
      .matchAll(/href="\?(.*?)"[^>]*>(.*?)</g),
  ].map(([, query = '', name = '']) => [name, query.replaceAll('&amp;', '&')])
const idOf = async (name: string): Promise<string> =>
  (await client.query('select id from list_filter where name = $1', [name])).rows[0].id

/** Seen red with the account left out of listFilters, and out of deleteFilter; with the search kept in filterText. */
it('are kept by one person for one list, shown above it, and forgotten by nobody else', async () => {
  expect((await manager.show(list)).text).not.toContain('Save this filter')
  expect((await manager.show(`${list}?state=to_pay&q=ada`)).text).toContain(
    '<input type="hidden" name="query" value="state=to_pay"',
  )
  const kept = await keep('To be chased', 'state=to_pay&sort=-amount&q=ada&page=3')
  expect([kept.status, kept.headers['location']]).toEqual([303, `${list}?sort=-amount&state=to_pay`])
  expect(await chips()).toEqual([['To be chased', 'sort=-amount&state=to_pay']])
  expect(await chips(manager, '/admin/members/')).toEqual([])
  for (const who of [seller, stranger]) expect(await chips(who)).toEqual([])
  await keep('To be chased', 'state=to_confirm')
  expect(await chips()).toEqual([['To be chased', 'state=to_confirm']])
  const chosen = (await manager.show(`${list}?state=to_confirm&event=`)).text
  expect(chosen).toMatch(/<a href="\?state=to_confirm" aria-current="page">/)
  expect(chosen).toContain('Delete “To be chased”')
  const deletion = `/admin/filters/${await idOf('To be chased')}/deletion/`
  for (const who of [seller, stranger]) expect((await who.press(deletion, [])).status).toBe(404)
  const forgotten = await manager.press(deletion, [])
  expect([forgotten.status, forgotten.headers['location']]).toEqual([303, `${list}?state=to_confirm`])
  expect(await chips()).toEqual([])
  expect((await manager.press(deletion, [])).status).toBe(404)
})

/** Seen red with mayEnter passed over, and without the limit. */
it('are refused of a room that somebody may not enter, without a name, and beyond twenty', async () => {
  expect((await keep('Codes', 'list=over', { who: seller, of: 'promotional_codes' })).status).toBe(403)
  expect((await keep('', 'state=to_pay')).status).toBe(400)
  expect((await keep('Nowhere', 'state=to_pay', { of: 'nowhere' })).status).toBe(400)
  for (const number of Array.from({ length: 20 }, (_, index) => index + 1))
    expect((await keep(`No. ${number}`, `state=to_pay&event=${number}`, { who: seller })).status).toBe(303)
  const beyond = await keep('No. 21', 'state=cancelled', { who: seller })
  expect(beyond.status).toBe(400)
  expect(beyond.text).toContain('Twenty filters of a list are kept')
  expect(await chips(seller)).toHaveLength(20)
  expect((await keep('No. 7', 'state=settled', { who: seller })).status).toBe(303)
  expect((await seller.show(`${list}?state=cancelled`)).text).not.toContain('Save this filter')
})

/** Seen red with mayShare true for everybody, and without null among what a manager forgets. */
it('are kept for everybody in the organisation by those who set it up, who alone forget them', async () => {
  expect((await keep('Ours', 'state=to_confirm', { who: seller, shared: true })).status).toBe(403)
  expect((await seller.show(`${list}?state=to_pay`)).text).not.toContain('For everybody here')
  expect((await manager.show(`${list}?state=to_pay`)).text).toContain('For everybody here')
  await keep('Ours', 'state=to_pay')
  expect((await manager.show(`${list}?state=to_pay`)).text).toContain('For everybody here')
  expect((await keep('Ours', 'state=to_pay', { shared: true })).status).toBe(303)
  expect(await chips()).toEqual([
    ['Ours', 'state=to_pay'],
    ['Ours', 'state=to_pay'],
  ])
  expect((await chips(seller))[0]).toEqual(['Ours', 'state=to_pay'])
  expect(await chips(seller)).toHaveLength(21)
  expect(await chips(stranger)).toEqual([])
  const chosen = (await seller.show(`${list}?state=to_pay`)).text
  for (const offer of ['Delete “Ours”', 'Save this filter']) expect(chosen).not.toContain(offer)
  // What everybody has is asked for first; of one's own the button is enough. Seen red with the button alone.
  const offered = (await manager.show(`${list}?state=to_pay`)).text
  expect(offered.match(/<summary>Delete “Ours”<\/summary>/g)).toHaveLength(1)
  expect(offered).toContain('Everybody here loses this filter.')
  expect(offered.match(/<button[^>]*>Delete “Ours”/g)).toHaveLength(2)
  await keep('Ours', 'state=settled', { shared: true })
  expect((await chips(seller))[0]).toEqual(['Ours', 'state=settled'])
  const shared = (await client.query(`select id from list_filter where name = 'Ours' and account_id is null`)).rows[0]
    .id
  for (const who of [seller, stranger])
    expect((await who.press(`/admin/filters/${shared}/deletion/`, [])).status).toBe(404)
  for (const number of Array.from({ length: 19 }, (_, index) => index + 1))
    expect((await keep(`All ${number}`, `state=to_pay&event=${number}`, { shared: true })).status).toBe(303)
  expect((await keep('All 20', 'state=cancelled', { shared: true })).status).toBe(400)
  expect((await manager.press(`/admin/filters/${shared}/deletion/`, [])).status).toBe(303)
  expect(await chips(seller)).toHaveLength(39)
})
