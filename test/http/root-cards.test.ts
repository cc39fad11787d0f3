import { expect, it } from 'vitest'
import { multipart } from '../harness/forms.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The cards of the whole server, as super-users see them. */
const { server, client, hall } = await twoOffices()
await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
const cookie = await signIn(server, 'root', '', 'sue@server.test')
const owner = await staffOf(server, hall)

const url = '/admin/server/cards/'
const look = async (query = '') => (await server.send('', 'GET', url + query, { cookie })).text
const submit = (path: string, form: Record<string, string>) => submitAt(server, '', url + path, form, { cookie })
const cards = async () =>
  (
    await client.query(
      `select tag_id, number, email, lost_at is not null as lost from nfc_card
       left join account on account.id = account_id order by number`,
    )
  ).rows
const noted = async () =>
  (
    await client.query(
      `select action, entry.after, field, personal.after as value from audit_entry entry
       left join audit_personal personal on personal.entry_id = entry.id
       where action like 'card.%' and actor_kind = 'account' order by entry.id`,
    )
  ).rows

async function send(content: string | null) {
  const cards = content === null ? {} : { cards: { bytes: Buffer.from(content), name: 'cards.csv', type: 'text/csv' } }
  const { body, headers } = multipart({}, cards)
  const origin = `http://localhost:${server.port}`
  return server.send('', 'POST', `${url}many/`, { cookie, body, headers: { ...headers, accept: 'text/html', origin } })
}

it('come from a list, all of it or nothing, and again the same', async () => {
  expect(await look()).toContain('There is no card yet')
  for (const wrong of [null, '', 'tag_id,number\nXYZ,1\n'])
    expect((await send(wrong)).status, JSON.stringify(wrong)).toBe(400)
  const refused = await send('tag_id,number\nAABBCC01,1\nXYZ,2\nAABBCC01,3\n')
  expect(refused.text).toContain('Line 3: The tag_id must be 8 hexadecimal digits.')
  expect(refused.text).toContain('Line 4: ')
  expect(await cards()).toEqual([])
  const list = 'tag_id;number\nAABBCC01;C-1\nAABBCC02;C-2\n'
  expect((await send(list)).headers['location']).toBe(`${url}?done=imported-2-0`)
  expect((await send(list)).headers['location']).toBe(`${url}?done=imported-0-2`)
  expect(await look('?done=imported-2-0')).toContain('Imported: 2. There already: 0.')
})

/** Seen red without the note of a lost card at Root. */
it('are found, linked, taken and blocked, and Root’s log says so', async () => {
  expect(await look('?q=c-2')).toContain('AABBCC02')
  expect(await look('?q=c-2')).not.toContain('AABBCC01')
  const link = (email: string) => submit('links/', { tag_id: 'aabbcc01', email })
  const wrong = await link('ada')
  expect([wrong.status, wrong.text.includes('value="ada"')]).toEqual([400, true])
  expect((await link(' Ada@Example.org ')).headers['location']).toBe(`${url}?q=AABBCC01&done=linked`)
  const elsewhere = await link('eve@example.org')
  expect([elsewhere.status, elsewhere.text.includes('somebody else’s')]).toEqual([409, true])
  expect(await look('?q=ada@example.org')).toContain('AABBCC01')
  expect((await submit('loss/', { tag_id: 'AABBCC01' })).status).toBe(303)
  expect(await look('?q=AABBCC01')).toContain('Lost, blocked')
  expect((await submit('removal/', { tag_id: 'AABBCC01' })).status).toBe(303)
  for (const tag_id of ['AABBCC99', 'none']) expect((await submit('loss/', { tag_id })).status).toBe(404)
  expect(await cards()).toEqual([
    { tag_id: 'AABBCC01', number: 'C-1', email: null, lost: true },
    { tag_id: 'AABBCC02', number: 'C-2', email: null, lost: false },
  ])
  expect((await noted()).map(({ action, after, value }) => [action, after?.card, value])).toEqual([
    ['card.imported', undefined, null],
    ['card.imported', undefined, null],
    ['card.linked', 'AABBCC01', 'ada@example.org'],
    ['card.lost', 'AABBCC01', null],
    ['card.unlinked', 'AABBCC01', null],
  ])
  expect((await owner.show(url)).status).toBe(404)
  expect((await owner.press(`${url}loss/`, [['tag_id', 'AABBCC02']])).status).toBe(404)
})
