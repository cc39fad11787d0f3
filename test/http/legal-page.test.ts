import { expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

const { server, client, hall, other } = await twoOffices()

const key = await createKey(server, 'meta', ['--permission', 'place:write'])

async function describe(body: Record<string, string>): Promise<void> {
  const answer = await server.send('meta', 'PATCH', `/api/place/${hall.tenantId}/`, { key, body })
  expect(answer.status, answer.text).toBe(200)
}

it('names who sells, their mentions and terms, and what is kept', async () => {
  const { product } = await hall.price('B')
  await client.query("update product set terms_url = 'https://hall.test/terms', name = 'Concert' where id = $1", [
    product,
  ])
  await describe({
    adress: '1 rue du Port',
    postal_code: '44000',
    city: 'Nantes',
    legal_documents: 'Association 1901, SIRET <b>123</b>',
  })
  const page = await visitorAt(server, hall).show('/legal/')
  expect(page.status).toBe(200)
  for (const said of [
    'The Hall',
    '1 rue du Port, 44000 Nantes',
    'SIRET &lt;b>123&lt;/b>',
    'href="https://hall.test/terms"',
    'href="/account/"',
    'two cookies',
  ])
    expect(page.text).toContain(said)
  expect((await visitorAt(server, hall).show('/legal/', 'fr')).text).toContain('Mentions légales')
  const theirs = await visitorAt(server, other).show('/legal/')
  for (const said of ['SIRET', 'hall.test', '44000']) expect(theirs.text).not.toContain(said)
})

/** Seen red with every text taken for an address. */
it('links to what stands elsewhere, and never runs what is no address', async () => {
  const shown = async () => (await visitorAt(server, hall).show('/legal/')).text
  await describe({ legal_documents: 'https://hall.test/legal' })
  expect(await shown()).toContain('href="https://hall.test/legal"')
  const running = 'javascript:alert(1)'
  const url = `/api/place/${hall.tenantId}/`
  const refused = await server.send('meta', 'PATCH', url, { key, body: { legal_documents: running } })
  expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['legal_documents']])
  // Kept before it was looked at (ADR 0200).
  await client.query('update tenant set legal_documents = $1 where id = $2', [running, hall.tenantId])
  await describe({ city: 'Nantes' })
  const page = await shown()
  for (const gone of ['hall.test/legal', 'href="javascript']) expect(page).not.toContain(gone)
})

/** Seen red with what is kept forgotten at the change feed’s word alone. */
it('shows a change to whoever asks next, however late the change feed is', async () => {
  const feed = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'guichet change feed'",
  )
  const [backend] = feed.rows
  if (backend === undefined) throw new Error('the process listens to no change feed')
  process.kill(backend.pid, 'SIGSTOP')
  try {
    await describe({ adress: '2 rue du Port' })
    const { text } = await visitorAt(server, hall).show('/legal/')
    expect(text).toContain('2 rue du Port')
  } finally {
    process.kill(backend.pid, 'SIGCONT')
  }
})

it('is linked from every page', async () => {
  const event = await hall.event([])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  for (const path of ['/', `/events/${slug}/`, '/membership/', '/sign-in/', '/nothing/', '/api/docs/'])
    expect((await visitorAt(server, hall).show(path)).text, path).toContain('href="/legal/"')
})
