import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliResult, execCli } from '../harness/cli.ts'
import { startServer, type TestServer } from '../harness/server.ts'

const anyUuid = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  for (const [organisation, slug] of [
    ['Le Café', 'S'],
    ['The Barn', 'F'],
  ] as const)
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      organisation,
      '--category',
      slug,
      '--email',
      'ada@cafe.test',
    )
})
afterAll(() => server.stop())

function run(...words: string[]): Promise<CliResult> {
  return execCli(server.environment, words)
}

/** The only thing on standard output. */
function objectOf(result: CliResult): Record<string, unknown> {
  expect(result.stdout.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(result.stdout) as Record<string, unknown>
}

async function makeKey(tenant: string, ...permissions: string[]): Promise<string> {
  const words = permissions.flatMap((permission) => ['--permission', permission])
  const { api_key: key } = await server.cli(
    ...['api-key', 'create', '--tenant', tenant, '--user', 'robot@cafe.test', '--name', 'till', ...words],
  )
  return String(key)
}

describe('every command', () => {
  // A value that is right for each required option, so that one alone can be left out or be wrong.
  const usages: readonly (readonly [words: string, required: readonly string[]])[] = [
    ['tenant create', ['--organisation', 'X', '--category', 'S', '--email', 'a@b.test']],
    ['user grant', ['--email', 'a@b.test']],
    ['sign-in-link', ['--email', 'a@b.test']],
    [
      'api-key create',
      ['--tenant', 'le-cafe', '--user', 'a@b.test', '--name', 'x', '--permission', 'product:read'],
    ],
    ['api-key revoke', ['--tenant', 'le-cafe', 'abcdefgh']],
    ['device create', ['--tenant', 'le-cafe', '--name', 'Door']],
    ['device archive', ['--tenant', 'le-cafe', anyUuid]],
    ['ticket qr', ['--tenant', 'le-cafe']],
    ['membership create', ['--tenant', 'le-cafe', '--email', 'a@b.test', '--price', anyUuid]],
    ['card import', ['cards.csv']],
    ['card list', []],
    ['card link', ['04a3b2c1', '--email', 'a@b.test']],
    ['card unlink', ['04a3b2c1']],
    ['card lost', ['04a3b2c1']],
    ['payment-keys set', ['--tenant', 'le-cafe']],
    ['payment-keys show', ['--tenant', 'le-cafe']],
    ['payment-keys clear', ['--tenant', 'le-cafe']],
    ['refund retry', ['--tenant', 'le-cafe', anyUuid]],
    ['meta set-label', ['agenda']],
    ['federation add', ['--meta', 'meta', '--member', 'le-cafe']],
    ['tenant set', ['--tenant', 'le-cafe']],
    ['tenant archive', ['--tenant', 'le-cafe']],
    ['signing-key rotate', ['--tenant', 'le-cafe']],
    ['device pairing-code', ['--tenant', 'le-cafe', anyUuid]],
    ['event cancel', ['--tenant', 'le-cafe', anyUuid]],
    ['event postpone', ['--tenant', 'le-cafe', '--to', '2031-05-01T20:30', anyUuid]],
    ['ticket undo', ['--tenant', 'le-cafe', anyUuid]],
    ['mail list', ['--tenant', 'le-cafe']],
    ['mail retry', ['--tenant', 'le-cafe']],
    ['domain add', ['--tenant', 'le-cafe', 'tickets.cafe.test']],
    ['domain verify', ['--tenant', 'le-cafe', 'tickets.cafe.test']],
    ['routes', []],
    ['secret rotate', []],
    ['serve', []],
    ['demo', []],
    ['migrate', []],
    ['doctor', []],
  ]

  test('is in this table', async () => {
    const namesIn = async (...words: string[]) =>
      [...((await run(...words, '--help')).stdout.split('Commands:')[1]?.matchAll(/^ {2}(\S+)/gm) ?? [])].map(
        ([, name]) => String(name),
      )
    const all: string[] = []
    for (const word of await namesIn()) {
      const seconds = await namesIn(word)
      all.push(...(seconds.length === 0 ? [word] : seconds.map((second) => `${word} ${second}`)))
    }
    expect(all.sort()).toEqual(usages.map(([words]) => words).sort())
  })

  test.each(usages)('%s: --help says what it does and exits 0', async (words) => {
    const result = await run(...words.split(' '), '--help')
    expect(result).toMatchObject({ exitCode: 0, stderr: '' })
    expect(result.stdout).toContain(`Usage: guichet ${words}`)
    expect(result.stdout).toContain('--json')
  })

  test.each(usages)('%s: an unknown option is wrong usage', async (words, required) => {
    const result = await run(...words.split(' '), ...required, '--frobnicate', '--json')
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    expect(result.stderr).toContain('--frobnicate')
  })

  test.each(usages.filter(([, required]) => required.length > 0))(
    '%s: a required value left out is wrong usage',
    async (words, required) => {
      const result = await run(
        ...words.split(' '),
        ...required.slice(required[0]?.startsWith('--') ? 2 : 1),
        '--json',
      )
      expect(result).toMatchObject({ exitCode: 2, stdout: '' })
      expect(result.stderr).toMatch(/required option|missing required argument/)
    },
  )

  test.each([
    ['nothing', []],
    ['a word nobody knows', ['frobnicate']],
    ['half a command', ['tenant']],
    ['an e-mail address that is none', ['user', 'grant', '--email', 'ada']],
    [
      'a category that is none',
      ['tenant', 'create', '--organisation', 'X', '--category', 'Q', '--email', 'a@b.test'],
    ],
    [
      'a name that is too long',
      ['tenant', 'create', '--organisation', 'x'.repeat(51), '--category', 'S', '--email', 'a@b.test'],
    ],
    [
      'a permission that is none',
      [
        'api-key',
        'create',
        '--tenant',
        'le-cafe',
        '--user',
        'a@b.test',
        '--name',
        'x',
        '--permission',
        'all',
      ],
    ],
    ['a UUID that is none', ['device', 'archive', '--tenant', 'le-cafe', '12']],
    ['a UUID among others that is none', ['ticket', 'qr', '--tenant', 'le-cafe', anyUuid, '12']],
    ['a card tag that is none', ['card', 'lost', '04a3b2cg']],
    ['one operand too many', ['meta', 'set-label', 'a', 'b']],
  ])('%s is wrong usage', async (_, words) => {
    expect(await run(...words)).toMatchObject({ exitCode: 2, stdout: '' })
  })

  test.each([
    ['an unknown organisation', ['ticket', 'qr', '--tenant', 'nowhere'], 'nowhere'],
    [
      'a second Root',
      ['tenant', 'create', '--organisation', 'X', '--category', 'R', '--email', 'a@b.test'],
      'Root',
    ],
    [
      'a taken slug',
      ['tenant', 'create', '--organisation', 'Le Cafe', '--category', 'S', '--email', 'a@b.test'],
      'taken',
    ],
    ['an unknown key', ['api-key', 'revoke', '--tenant', 'le-cafe', 'abcdefgh'], 'known'],
    ['an unknown device', ['device', 'archive', '--tenant', 'le-cafe', anyUuid], 'known'],
    ['an unknown ticket', ['ticket', 'qr', '--tenant', 'le-cafe', anyUuid], 'known'],
    ['an unknown person', ['sign-in-link', '--email', 'nobody@nowhere.test'], 'Nobody is known'],
    [
      'an unknown price',
      ['membership', 'create', '--tenant', 'le-cafe', '--email', 'a@b.test', '--price', anyUuid],
      'price',
    ],
    ['an unknown card', ['card', 'lost', '04a3b2c1'], 'known'],
    ['a list of cards that is not there', ['card', 'import', 'no-such-file.csv'], 'no-such-file.csv'],
    [
      'a federation that is none',
      ['federation', 'add', '--meta', 'le-cafe', '--member', 'the-barn'],
      'kind of organisation',
    ],
    ['a label that is none', ['meta', 'set-label', 'no_label'], 'label'],
    ['a rotation beside a server', ['secret', 'rotate'], 'Stop'],
  ])('%s is refused, with the reason on standard error', async (_, words, reason) => {
    const result = await run(...words, '--json')
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain(reason)
    expect(result.stderr).not.toMatch(/^\s+at /m)
  })

  test('reports every bad variable at once, and exits 2', async () => {
    const result = await execCli({ ...server.environment, PORT: '70000', DOMAIN: '!', RATE_LIMIT: 'no' }, [
      'migrate',
      '--json',
    ])
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    for (const name of ['PORT', 'DOMAIN', 'RATE_LIMIT']) expect(result.stderr).toContain(name)
  })

  test('says that the database of DATABASE_URL does not answer', async () => {
    const result = await execCli(
      { ...server.environment, DATABASE_URL: 'postgres://guichet@127.0.0.1:1/guichet' },
      ['migrate'],
    )
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('The database does not answer')
    expect(result.stderr).not.toMatch(/^\s+at /m)
  })
})

describe('each does what it says while the server runs', () => {
  test('tenant create takes every field of a place', async () => {
    const result = await run(
      ...[
        'tenant',
        'create',
        '--organisation',
        'La Péniche',
        '--category',
        'S',
        '--email',
        'eve@peniche.test',
      ],
      ...[
        '--slug',
        'peniche',
        '--short-description',
        'Sur l’eau',
        '--long-description',
        'Une péniche.\nDeux ponts.',
      ],
      ...['--address', '1 quai', '--postal-code', '01000', '--city', 'Bourg', '--phone', '+33 1'],
      ...['--website', 'https://peniche.example/', '--language', 'fr', '--json'],
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
      ...{ organisation: 'La Péniche', slug: 'peniche', categorie: 'S', short_description: 'Sur l’eau' },
      ...{
        long_description: 'Une péniche.\nDeux ponts.',
        adress: '1 quai',
        postal_code: 1000,
        city: 'Bourg',
      },
      ...{ phone: '+33 1', site_web: 'https://peniche.example/', email: 'eve@peniche.test', language: 'fr' },
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

  test('a second Meta is made with category M, and lists its federation alone', async () => {
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      'Agenda Sud',
      '--category',
      'M',
      '--email',
      'a@b.test',
    )
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
    expect(paired.json).toMatchObject({
      success: true,
      device_uuid: device['device_uuid'],
      device_name: 'Porte',
    })
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
    expect(membership).toMatchObject({ uuid: expect.stringMatching(uuidPattern) })
    expect(await run('membership', 'create', '--tenant', 'the-barn', ...words)).toMatchObject({ exitCode: 1 })
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
    expect(checks.filter((check) => check.status !== 'ok')).toEqual([])
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

describe('doctor explains', () => {
  const failing = async (environment: NodeJS.ProcessEnv) => {
    const result = await execCli({ ...server.environment, ...environment }, ['doctor', '--json'])
    expect(result.exitCode).toBe(1)
    const { checks } = objectOf(result) as { checks: { name: string; status: string; message: string }[] }
    return checks.filter((check) => check.status === 'failed')
  }

  test('another secret', async () => {
    expect(await failing({ SECRET_KEY: 'x'.repeat(32) })).toEqual([
      expect.objectContaining({ name: 'secret', message: expect.stringContaining('SECRET_KEY') }),
    ])
  })

  test('a bad variable', async () => {
    expect(await failing({ PORT: 'http' })).toEqual([
      expect.objectContaining({ name: 'configuration', message: expect.stringContaining('PORT') }),
    ])
  })

  test('a database that is not there', async () => {
    expect(await failing({ DATABASE_URL: 'postgres://guichet@127.0.0.1:1/guichet' })).toEqual([
      expect.objectContaining({ name: 'database' }),
    ])
  })

  test('a role that owns the tables, or can bypass their isolation', async () => {
    const owner = await failing({ DATABASE_URL: server.database.adminUrl })
    expect(owner).toEqual([expect.objectContaining({ name: 'ownership' })])
    const superuser = await failing({
      DATABASE_URL: server.database.adminUrl.replace('guichet_owner', 'postgres'),
    })
    expect(superuser).toEqual([expect.objectContaining({ name: 'row-level security' })])
  })

  /** Seen red with names compared alone: a file that was changed after it was applied went unseen. */
  test('migrations that are not those of this build', async () => {
    const client = await server.database.connect()
    const { rows } = await client.query('select name, checksum from schema_migration order by name limit 1')
    const [{ name, checksum }] = rows as [{ name: string; checksum: string }]
    const because = (...words: string[]) => [
      expect.objectContaining({
        name: 'migrations',
        message: expect.stringMatching(new RegExp(words.join('.*'))),
      }),
    ]
    try {
      await client.query("update schema_migration set checksum = 'another' where name = $1", [name])
      expect(await failing({})).toEqual(because('checksum', name, 'changed'))
      await client.query('delete from schema_migration where name = $1', [name])
      expect(await failing({})).toEqual(because('Not applied yet', name, 'guichet migrate'))
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
      await client.query("insert into schema_migration (name, checksum) values ('9999_later.sql', 'x')")
      expect(await failing({})).toEqual(because('newer version', '9999_later.sql'))
    } finally {
      await client.query("delete from schema_migration where name = '9999_later.sql'")
      await client.end()
    }
    expect((await run('doctor')).exitCode).toBe(0)
  })

  test('jobs that nobody does', async () => {
    const client = await server.database.connect()
    try {
      await client.query(
        "select graphile_worker.add_job('nobody_does_this', run_at => now() - interval '1 hour')",
      )
      expect(await failing({})).toEqual([expect.objectContaining({ name: 'jobs' })])
    } finally {
      await client.query('delete from graphile_worker._private_jobs')
      await client.end()
    }
  })
})
