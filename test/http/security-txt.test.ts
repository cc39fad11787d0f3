import { expect, it } from 'vitest'
import { listed, shownForm } from '../harness/forms.ts'
import { spoken } from '../harness/languages.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Whom to tell of a vulnerability, by RFC 9116. */
const path = '/.well-known/security.txt'

const { server, client } = await twoOffices()
await client.query(`insert into domain (name, tenant_id, kind, created_at)
  select 'tickets.hall.test', id, 'own', now() from tenant where slug = 'the-hall'`)
const hosts = ['localhost', 'meta.localhost', 'the-hall.localhost', 'the-other.localhost', 'tickets.hall.test']

async function fieldsAt(at: TestServer, host: string) {
  const { status, text, headers } = await at.send('', 'GET', path, { headers: { host } })
  expect([host, status, headers['content-type']]).toEqual([host, 200, 'text/plain; charset=utf-8'])
  const fields: Record<string, string[]> = {}
  for (const line of text.trimEnd().split('\n')) {
    const [name = '', value = ''] = line.split(/: (.*)/)
    fields[name] = [...(fields[name] ?? []), value]
  }
  return fields
}

async function statusAt(host: string): Promise<number> {
  return (await server.send('', 'GET', path, { headers: { host } })).status
}

/** Seen red with the address of the organisation in place of Root's. */
it('names nobody until somebody is named, then the address of Root on every host that answers', async () => {
  for (const host of hosts) expect(await statusAt(host), host).toBe(404)
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const cookie = await signIn(server, 'root', '', 'sue@server.test')
  const headers = { origin: originOf(server, ''), 'content-type': 'application/x-www-form-urlencoded' }
  const settings = '/admin/settings/'
  const sue = {
    show: (page: string) => server.send('', 'GET', page, { cookie }),
    press: (page: string, fields: readonly (readonly [string, string])[]) =>
      server.send('', 'POST', page, {
        cookie,
        headers,
        body: String(new URLSearchParams(fields.map(([...field]) => field))),
      }),
  }
  const form = await shownForm(sue, settings, settings)
  const chosen = { language: 'en', time_zone: 'Europe/Paris', currency: 'EUR' }
  const saved = await sue.press(settings, listed({ ...form, ...chosen, email: 'help@server.test' }))
  expect(saved.status).toBe(303)
  for (const host of hosts) expect((await fieldsAt(server, host))['Contact'], host).toEqual(['mailto:help@server.test'])
  expect(await statusAt('nobody.localhost')).toBe(404)
})

/** Seen red with an end that has passed. */
it('says who is configured, in which languages, until when, and where it is', async () => {
  const named = await startServer({ beside: server, environment: { SECURITY_CONTACT: 'security@server.test' } })
  try {
    for (const host of hosts) {
      const fields = await fieldsAt(named, host)
      const at = (name: string) => `http://${name}:${named.port}${path}`
      expect(fields).toEqual({
        Contact: ['mailto:security@server.test'],
        Expires: [expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)],
        'Preferred-Languages': [spoken.join(', ')],
        Canonical: host === 'localhost' ? [at('localhost')] : [at('localhost'), at(host)],
      })
      const days = (Date.parse(fields['Expires']?.[0] ?? '') - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(30)
      expect(days).toBeLessThan(365)
    }
  } finally {
    await named.stop()
  }
})
