import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import { send } from '../harness/client.ts'
import { freePort } from '../harness/server.ts'
import { openOverTls, shakes } from '../harness/tls.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Certificates on demand: who may have one, and docs/Caddyfile with the proxy it is for, where the machine has it (ADR 0186). */
const domain = 'tickets.test'
const publicUrl = `https://${domain}`
const { server, client, hall, other } = await twoOffices({
  environment: { DOMAIN: domain, PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' },
})
const ask = async (host: string, at = `127.0.0.1:${server.port}`) =>
  (await server.send('', 'GET', `/hostz?domain=${encodeURIComponent(host)}`, { headers: { host: at } })).status

async function own(name: string, tenantId: string): Promise<void> {
  await client.query("insert into domain (name, tenant_id, kind, created_at) values ($1, $2, 'own', now())", [
    name,
    tenantId,
  ])
}

it('may be made for hosts where somebody answers, and for no other', async () => {
  await own('shows.hall.test', hall.tenantId)
  const known = [domain, `meta.${domain}`, `${hall.slug}.${domain}`, `${other.slug}.${domain}`, 'Shows.Hall.test.']
  for (const host of known) expect([host, await ask(host)]).toEqual([host, 200])
  const unknown = [
    '',
    'localhost',
    'example.org',
    `nobody.${domain}`,
    `a.${hall.slug}.${domain}`,
    '127.0.0.1',
    hall.slug,
  ]
  for (const host of unknown) expect([host, await ask(host)]).toEqual([host, 404])
  // Whoever asks at the wrong host is answered too: the proxy asks by an address.
  expect(await ask(domain, 'whatever.example')).toBe(200)
  expect((await server.send('', 'GET', '/hostz', { headers: { host: 'whatever.example' } })).status).toBe(404)
  expect((await server.send('', 'GET', '/hostz?domain=a&domain=b', { headers: { host: domain } })).status).toBe(400)
})

const hasCaddy = spawnSync('caddy', ['version']).status === 0

describe.skipIf(!hasCaddy)('docs/Caddyfile', () => {
  const running: { caddy: ChildProcess | null; directory: string | null } = { caddy: null, directory: null }
  afterAll(async () => {
    running.caddy?.kill()
    if (running.directory !== null) await rm(running.directory, { recursive: true, force: true })
  })

  it('serves every host of the server over TLS, and makes nobody else a certificate', async () => {
    const [https, http] = [await freePort(), await freePort()]
    const directory = await mkdtemp(join(tmpdir(), 'guichet-caddy-'))
    running.directory = directory
    // As it stands, but for the ports of this test, and certificates of its own instead of a public authority's.
    const told = (await readFile('docs/Caddyfile', 'utf8'))
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${server.port}`)
      .replace(
        '\n{\n',
        `\n{\n  local_certs\n  skip_install_trust\n  admin off\n  https_port ${https}\n  http_port ${http}\n`,
      )
    const file = join(directory, 'Caddyfile')
    await writeFile(file, told)
    running.caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { PATH: process.env['PATH'], HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
      stdio: 'ignore',
    })
    await untilTrue(() => shakes(https, domain))
    const page = await openOverTls(https, { host: `${hall.slug}.${domain}`, path: '/' })
    expect([page.status, page.text.includes('The Hall')]).toEqual([200, true])
    expect((await openOverTls(https, { host: 'shows.hall.test', path: '/' })).status).toBe(200)
    expect((await openOverTls(https, { host: `${other.slug}.${domain}`, path: '/' })).text).toContain('The Other')
    expect(await shakes(https, `nobody.${domain}`)).toBe(false)
    expect(await shakes(https, 'example.org')).toBe(false)
    // Who is far away is sent to TLS first.
    const plain = await send(http, `${hall.slug}.localhost`, 'GET', '/events/', { headers: { host: domain } })
    expect([plain.status, plain.headers['location']]).toEqual([308, `${publicUrl}/events/`])
  })
})
