import { describe, expect, it } from 'vitest'
import { listed } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** API keys that are bound to addresses, and rolled (ADR 0243); addresses as a proxy of ours tells them. */
const { server, client, hall, other } = await twoOffices({ environment: { TRUST_PROXY: '127.0.0.1' } })
const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const list = '/admin/api-keys/'
const keyForm = /Api-Key ([A-Za-z0-9]{8}\.[A-Za-z0-9]{40})/

async function make(name: string, addresses = '') {
  const form = /name="key" value="([^"]+)"/.exec((await owner.show(list)).text)?.[1] ?? ''
  const made = await owner.press(list, listed({ key: form, name, permissions: 'event:read', addresses }))
  expect(made.status).toBe(200)
  const { rows } = await client.query('select id from api_key where tenant_id = $1 and name = $2', [
    hall.tenantId,
    name,
  ])
  return { key: keyForm.exec(made.text)?.[1] ?? '', id: String(rows[0].id) }
}

async function use(key: string, address = '192.0.2.7'): Promise<string | number> {
  const headers = { 'x-forwarded-for': address }
  const { status, json } = await server.send(hall.slug, 'GET', '/api/user/keytest/', { key, headers })
  return status === 200 ? status : json.code
}

const shown = async (id: string) => (await owner.show(`${list}${id}/`)).text
const logOf = async (id: string) => (await owner.show(`/admin/audit/?of=${id}`)).text

/** Seen red with `isWithin` true for everything. */
describe('a key that is bound to addresses', () => {
  it('is good from there alone, and the list says so', async () => {
    const { key, id } = await make('Bound till', '192.0.2.7, 10.0.0.0/8 2001:db8::/32')
    for (const address of ['192.0.2.7', '10.250.3.4', '2001:db8:1::9', '::ffff:10.0.0.1'])
      expect(await use(key, address), address).toBe(200)
    for (const address of ['192.0.2.8', '11.0.0.1', '2001:db9::1'])
      expect(await use(key, address), address).toBe('address_refused')
    expect(await use(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`, '192.0.2.8')).toBe('key_invalid')
    const { text } = await owner.show(list)
    expect(text).toContain('192.0.2.7, 10.0.0.0/8, 2001:db8::/32')
    expect(text).toContain('Last refused from another address')
    expect(await shown(id)).toContain('10.0.0.0/8')
  })

  it('is bound and let go by command, from the next call on', async () => {
    const { key, id } = await make('Free till')
    expect(await use(key)).toBe(200)
    const bind = ['api-key', 'bind', '--tenant', hall.slug, key.slice(0, 8)]
    await server.cli(...bind, '--address', '198.51.100.1', '198.51.100.2')
    expect([await use(key), await use(key, '198.51.100.2')]).toEqual(['address_refused', 200])
    await server.cli(...bind)
    expect(await use(key)).toBe(200)
    expect((await logOf(id)).match(/Changed where an API key may be used from/g)).toHaveLength(2)
    await expect(server.cli(...bind, '--address', '10.0.0.0/33')).rejects.toThrow(/neither an address/)
  })

  it.each(['nowhere', '10.0.0.0/33', '10.1', 'fe80::1%eth0', '1.2.3.4/8/8', '10.0.0.1 '.repeat(51)])(
    '%s is refused beside the field',
    async (addresses) => {
      const form = /name="key" value="([^"]+)"/.exec((await owner.show(list)).text)?.[1] ?? ''
      const fields = listed({ key: form, name: 'Never', permissions: 'event:read', addresses })
      const answer = await owner.press(list, fields)
      expect([answer.status, answer.text.includes('href="#addresses"')]).toEqual([400, true])
    },
  )
})

async function roll(id: string, hours = '24', by = owner) {
  const seen = /name="seen" value="([^"]*)"/.exec(await shown(id))?.[1] ?? ''
  return by.press(`${list}${id}/rolls/`, listed({ seen, overlap_hours: hours }))
}

const pass = (id: string, hours: number) =>
  client.query("update api_key set former_until = former_until - $2 * interval '1 hour' where id = $1", [id, hours])

/** Seen red without `formerUntil` in secretOf, and without `seen` in rollApiKey. */
describe('a key that is rolled', () => {
  it('has two secrets for as long as was chosen, and then one', async () => {
    const { key, id } = await make('Rolled till')
    const made = await roll(id)
    const next = keyForm.exec(made.text)?.[1] ?? ''
    expect([next.slice(0, 8), made.headers['cache-control']]).toEqual([key.slice(0, 8), 'no-store'])
    expect([await use(key), await use(next)]).toEqual([200, 200])
    expect(await shown(id)).toMatch(/Present secret since.*The secret before is good until.*was last used/s)
    expect(await shown(id)).not.toContain(next.slice(9))
    await pass(id, 24)
    expect([await use(key), await use(next)]).toEqual(['key_invalid', 200])
    expect(await shown(id)).not.toContain('The secret before')
    expect(await logOf(id)).toContain('Gave an API key a new secret')
  })

  it('loses the former one at once when somebody ends it, and all of them when it is revoked', async () => {
    const { key, id } = await make('Ended till')
    const next = keyForm.exec((await roll(id, '168')).text)?.[1] ?? ''
    expect((await owner.press(`${list}${id}/former/`, [])).status).toBe(303)
    expect([await use(key), await use(next)]).toEqual(['key_invalid', 200])
    const { api_key: third } = await server.cli('api-key', 'roll', '--tenant', hall.slug, next)
    expect([await use(next), await use(String(third))]).toEqual([200, 200])
    await server.cli('api-key', 'end-former', '--tenant', hall.slug, next)
    expect([await use(next), await use(String(third))]).toEqual(['key_invalid', 200])
    await server.cli('api-key', 'roll', '--tenant', hall.slug, next)
    await owner.press(`${list}${id}/revocation/`, [])
    expect(await use(String(third))).toBe('key_invalid')
    expect((await roll(id)).status).toBe(409)
  })

  it('is rolled once by a form that is sent twice, so that the program keeps its own', async () => {
    const { key, id } = await make('Twice till')
    const seen = { seen: '', overlap_hours: '24' }
    const answers = await Promise.all([1, 2].map(() => owner.press(`${list}${id}/rolls/`, listed(seen))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await use(key)).toBe(200)
  })

  it('is touched by its own organisation, and by nobody who may do less', async () => {
    const { key, id } = await make('Theirs')
    expect((await roll(id, '24', stranger)).status).toBe(404)
    expect((await stranger.press(`${list}${id}/former/`, [])).status).toBe(404)
    for (const hours of ['0', '169', '', 'x'])
      expect((await owner.press(`${list}${id}/rolls/`, listed({ seen: '', overlap_hours: hours }))).status).toBe(400)
    expect(await use(key)).toBe(200)
    const words = ['--user', 'robot@robots.test', '--name', 'Maker', '--permission', 'place:write']
    await server.cli('api-key', 'create', '--tenant', hall.slug, ...words)
    const { rows } = await client.query("select id from api_key where name = 'Maker'")
    await client.query("update account set can_create_tenants = true where email = 'robot@robots.test'")
    expect((await roll(String(rows[0].id))).status).toBe(403)
  })
})
