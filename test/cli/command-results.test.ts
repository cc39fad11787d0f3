import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCards } from '../harness/cards.ts'
import type { TestServer } from '../harness/server.ts'
import { objectOf, runOn, startCafeAndBarn } from './cafe-and-barn.ts'

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let server: TestServer

beforeAll(async () => {
  server = await startCafeAndBarn()
})
afterAll(() => server.stop())

const run = (...words: string[]) => runOn(server, ...words)

async function makeKey(tenant: string, ...permissions: string[]): Promise<string> {
  const words = permissions.flatMap((permission) => ['--permission', permission])
  const { api_key: key } = await server.cli(
    'api-key',
    'create',
    '--tenant',
    tenant,
    '--user',
    'robot@cafe.test',
    '--name',
    'till',
    ...words,
  )
  return String(key)
}

describe('each does what it says while the server runs', () => {
  test('tenant create takes every field of a place', async () => {
    const result = await run(
      'tenant',
      'create',
      '--organisation',
      'La Péniche',
      '--category',
      'S',
      '--email',
      'eve@peniche.test',
      '--slug',
      'peniche',
      '--short-description',
      'Sur l’eau',
      '--long-description',
      'Une péniche.\nDeux ponts.',
      '--address',
      '1 quai',
      '--postal-code',
      '01000',
      '--city',
      'Bourg',
      '--phone',
      '+33 1',
      '--website',
      'https://peniche.example/',
      '--language',
      'fr',
      '--json',
    )
    expect(result).toMatchObject({ exitCode: 0 })
    const tenant = objectOf(result)
    expect(tenant).toEqual({
      uuid: expect.stringMatching(uuidPattern),
      slug: 'peniche',
      base_url: `http://peniche.localhost:${server.port}`,
    })
    const place = await server.send('meta', 'GET', `/api/place/${String(tenant['uuid'])}`)
    expect(place.json).toMatchObject({
      organisation: 'La Péniche',
      slug: 'peniche',
      categorie: 'S',
      short_description: 'Sur l’eau',
      long_description: 'Une péniche.\nDeux ponts.',
      adress: '1 quai',
      postal_code: 1000,
      city: 'Bourg',
      phone: '+33 1',
      site_web: 'https://peniche.example/',
      email: 'eve@peniche.test',
      language: 'fr',
    })
    expect((await server.send('peniche', 'GET', '/api/products/')).status).toBe(200)
  })

  test('an image that cannot be fetched means that no tenant is made', async () => {
    const words = ['tenant', 'create', '--organisation', 'No image', '--category', 'S', '--email', 'a@b.test']
    // A private address: the guard of server-side fetches holds for commands as well.
    const result = await run(...words, '--image-url', `http://127.0.0.1:${server.port}/healthz`, '--json')
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect((await server.send('no-image', 'GET', '/api/products/')).status).toBe(404)
  })

  // Seen red without the line.
  test('tenant create says how its administrator signs in where no mail leaves', async () => {
    const words = ['tenant', 'create', '--organisation', 'Quiet House', '--category', 'S', '--email', 'a@quiet.test']
    const { stdout } = await run(...words)
    expect(stdout).toContain('SMTP_URL is not set')
    expect(stdout).toContain('guichet sign-in-link --tenant quiet-house --email a@quiet.test')
  })

  test('a second Meta is made with category M, and lists its federation alone', async () => {
    await server.cli('tenant', 'create', '--organisation', 'Agenda Sud', '--category', 'M', '--email', 'a@b.test')
    const federated = ['federation', 'add', '--meta', 'agenda-sud', '--member', 'the-barn']
    expect(await server.cli(...federated)).toEqual({ meta: 'agenda-sud', member: 'the-barn' })
    await server.cli(...federated)
    const places = (await server.send('agenda-sud', 'GET', '/api/place/')).json as { slug: string }[]
    expect(places.map((place) => place.slug)).toEqual(['the-barn'])
  })

  test('a key opens its own tenant with its permissions, until it is revoked', async () => {
    const key = await makeKey('le-cafe', 'product:write', 'reservation:read')
    expect(key).toMatch(/^\w{8}\.\w{40}$/)
    const body = { name: 'Concert', categorie_article: 'B' }
    expect((await server.send('le-cafe', 'POST', '/api/products/', { key, body })).status).toBe(201)
    expect((await server.send('le-cafe', 'GET', '/api/reservations/', { key })).status).toBe(200)
    expect((await server.send('le-cafe', 'GET', '/api/ticket/', { key })).status).toBe(403)
    expect((await server.send('the-barn', 'POST', '/api/products/', { key, body })).status).toBe(401)
    const revoked = await server.cli('api-key', 'revoke', '--tenant', 'le-cafe', key)
    expect(revoked).toEqual({ prefix: key.slice(0, 8), revoked: true })
    expect((await server.send('le-cafe', 'POST', '/api/products/', { key, body })).status).toBe(401)
  })

  test('user grant gives rights, keeps those there are, and may be repeated', async () => {
    const grant = ['user', 'grant', '--email', 'Grace@Cafe.test']
    expect(await server.cli(...grant)).toEqual({
      email: 'grace@cafe.test',
      super_user: false,
      create_tenants: false,
      admin_of: null,
    })
    await server.cli(...grant, '--create-tenants')
    expect(await server.cli(...grant, '--super-user', '--admin-of', 'the-barn')).toEqual({
      email: 'grace@cafe.test',
      super_user: true,
      create_tenants: true,
      admin_of: 'the-barn',
    })
  })

  test('a sign-in link leads to a page: Root for a super-user, else where the person administers', async () => {
    await server.cli('user', 'grant', '--email', 'root@cafe.test', '--super-user')
    await server.cli('user', 'grant', '--email', 'barn@cafe.test', '--admin-of', 'the-barn')
    const hosts: [string, string, string][] = [
      ['root@cafe.test', '', 'localhost'],
      ['barn@cafe.test', 'the-barn', 'the-barn.localhost'],
    ]
    for (const [email, label, host] of hosts) {
      const url = new URL(String((await server.cli('sign-in-link', '--email', email))['url']))
      expect(url.hostname).toBe(host)
      const page = await server.send(label, 'GET', url.pathname, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
      expect(page.headers['content-type']).toContain('text/html')
    }
    const elsewhere = await server.cli('sign-in-link', '--email', 'root@cafe.test', '--tenant', 'le-cafe')
    expect(new URL(String(elsewhere['url'])).hostname).toBe('le-cafe.localhost')
  })

  test('a device is paired once by its address, and refused once archived', async () => {
    const device = await server.cli('device', 'create', '--tenant', 'le-cafe', '--name', 'Porte')
    expect(device).toEqual({
      device_uuid: expect.stringMatching(uuidPattern),
      token: expect.any(String),
      pairing_url: `http://le-cafe.localhost:${server.port}/scan/${String(device['token'])}/pair`,
    })
    const paired = await server.send('le-cafe', 'GET', `/scan/${String(device['token'])}/pair`)
    expect(paired.json).toMatchObject({ success: true, device_uuid: device['device_uuid'], device_name: 'Porte' })
    const key = paired.json.api_key as string
    expect((await server.send('le-cafe', 'GET', '/scan/test_api/', { key })).status).toBe(200)
    await server.cli('device', 'archive', '--tenant', 'le-cafe', String(device['device_uuid']))
    expect((await server.send('le-cafe', 'GET', '/scan/test_api/', { key })).status).toBe(403)
  })

  test('a member of one organisation is none of another', async () => {
    const key = await makeKey('le-cafe', 'product:write', 'membership:read')
    const product = await server.send('le-cafe', 'POST', '/api/products/', {
      key,
      body: { name: 'Carte', categorie_article: 'A' },
    })
    const price = await server.send('le-cafe', 'POST', '/api/prices/', {
      key,
      body: { product: product.json.uuid, name: 'An', prix: 25, subscription_type: 'Y' },
    })
    const words = ['--email', 'member@cafe.test', '--price', String(price.json.uuid)]
    const membership = await server.cli('membership', 'create', '--tenant', 'le-cafe', ...words)
    // As the interface writes it, in all that commands print as JSON (decision 0023).
    expect(membership).toEqual({
      uuid: expect.stringMatching(uuidPattern),
      valid_from: expect.stringMatching(momentPattern),
      valid_until: expect.stringMatching(momentPattern),
    })
    expect(await run('membership', 'create', '--tenant', 'the-barn', ...words)).toMatchObject({ exitCode: 1 })
  })

  test('a card that was lost says since when', async () => {
    const [card] = await newCards(server, 1)
    expect(await server.cli('card', 'lost', card?.tag ?? '')).toEqual({
      tag_id: card?.tag,
      lost_at: expect.stringMatching(momentPattern),
    })
    const { cards } = await server.cli('card', 'list')
    expect(cards).toEqual([expect.objectContaining({ lost_at: expect.stringMatching(momentPattern) })])
  })

  test('the codes of an event without tickets are none; of another organisation’s event it knows nothing', async () => {
    const key = await makeKey('le-cafe', 'product:write', 'event:write')
    const event = await server.send('le-cafe', 'POST', '/api/events/', {
      key,
      body: { name: 'Soirée', datetime: '2099-05-01T20:00' },
    })
    const words = ['--event', String(event.json.uuid)]
    expect(await server.cli('ticket', 'qr', '--tenant', 'le-cafe', ...words)).toEqual({ tickets: [] })
    expect(await run('ticket', 'qr', '--tenant', 'the-barn', ...words)).toMatchObject({ exitCode: 1, stdout: '' })
  })

  test('meta set-label moves Meta, and its slug stays meta', async () => {
    expect(await server.cli('meta', 'set-label', 'agenda')).toMatchObject({
      label: 'agenda',
      base_url: `http://agenda.localhost:${server.port}`,
    })
    expect((await server.send('agenda', 'GET', '/api/place/')).status).toBe(200)
    expect((await server.send('meta', 'GET', '/api/place/')).status).toBe(302)
    await server.cli('federation', 'add', '--meta', 'meta', '--member', 'le-cafe')
    await server.cli('meta', 'set-label', 'meta')
  })

  test('migrate finds nothing to do, and doctor nothing to say against it', async () => {
    expect(await server.cli('migrate')).toEqual({ applied: [] })
    const report = await server.cli('doctor')
    const checks = report['checks'] as { name: string; status: string; message: string }[]
    // There is no mail server here.
    const looked = checks.filter(({ status }) => status !== 'ok').map(({ name, status }) => [name, status])
    expect(looked).toEqual(['mail', 'mails waiting'].map((name) => [name, 'notice']))
    expect(checks.map((check) => check.name)).toEqual(
      expect.arrayContaining([
        'node',
        'free space',
        'port',
        'database',
        'migrations',
        'row-level security',
        'secret',
        'jobs',
      ]),
    )
  })

  test('without --json the same is said in words', async () => {
    const result = await run('device', 'create', '--tenant', 'le-cafe', '--name', 'Bar')
    expect(result).toMatchObject({ exitCode: 0, stderr: '' })
    expect(result.stdout).toContain('/pair')
    expect(() => JSON.parse(result.stdout)).toThrow()
  })
})
