import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilWaitingForLock } from '../harness/database.ts'
import { spokenFrom } from '../harness/languages.ts'
import { type PictureServer, startPictureServer } from '../harness/picture-server.ts'
import { meetAtLock, whileLocked } from '../harness/rendezvous.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

let pictures: PictureServer
let server: TestServer
/** Of a user who may create tenants, and of one who may not. */
let key = ''
let keyWithoutRight = ''
let venue: { uuid: string }
let neighbour: { uuid: string }

const makeKey = async (slug: string, user: string, ...permissions: string[]) =>
  String(
    (
      await server.cli(
        'api-key',
        'create',
        '--tenant',
        slug,
        '--user',
        user,
        '--name',
        'robot',
        ...permissions.flatMap((permission) => ['--permission', permission]),
      )
    )['api_key'],
  )

const createTenant = async (organisation: string, category: string, email: string) =>
  (await server.cli('tenant', 'create', '--organisation', organisation, '--category', category, '--email', email)) as {
    uuid: string
  }

beforeAll(async () => {
  pictures = await startPictureServer()
  server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  venue = await createTenant('Le Bikini', 'S', 'ada@bikini.test')
  neighbour = await createTenant('Other Hall', 'F', 'eve@other.test')
  await server.cli('user', 'grant', '--email', 'robot@meta.test', '--create-tenants')
  key = await makeKey('meta', 'robot@meta.test', 'place:write')
  keyWithoutRight = await makeKey('meta', 'somebody@meta.test', 'place:write')
})

afterAll(async () => {
  await server?.stop()
  await pictures?.stop()
})

const creation = (values: Record<string, unknown> = {}) => ({
  organisation: 'Café Été',
  short_description: 'Concerts since 1983',
  long_description: 'A hall.\nAnd a garden.',
  phone: '0612345678',
  email: 'Lou@Cafe.test',
  site_web: 'https://cafe.test',
  postal_code: '01000',
  img_url: pictures.url('/picture.png'),
  logo_url: pictures.url('/logo.png'),
  categorie: 'S',
  ...values,
})

const create = (values: Record<string, unknown> = {}, apiKey = key) =>
  server.send('meta', 'POST', '/api/place/', { key: apiKey, body: creation(values) })

const organisations = async (label = 'meta') =>
  ((await server.send(label, 'GET', '/api/place/')).json as { organisation: string }[]).map(
    (place) => place.organisation,
  )

describe('the directory', () => {
  it('of the first Meta has every other tenant of the server, Root too, and not Meta itself', async () => {
    const answer = await server.send('meta', 'GET', '/api/place')
    expect(answer.status).toBe(200)
    const places = answer.json as { organisation: string; categorie: string }[]
    expect(places).toContainEqual(expect.objectContaining({ organisation: 'Root', categorie: 'R' }))
    expect(places).toContainEqual(expect.objectContaining({ organisation: 'Le Bikini', categorie: 'S' }))
    expect(places).toContainEqual(expect.objectContaining({ organisation: 'Other Hall', categorie: 'F' }))
    expect(places.map((place) => place.organisation)).not.toContain('Meta')
  })

  it('of another Meta has the members of its federation', async () => {
    await createTenant('Southern Stages', 'M', 'mia@south.test')
    expect(await organisations('southern-stages')).toEqual([])
    await server.cli('federation', 'add', '--meta', 'southern-stages', '--member', 'le-bikini')
    await server.cli('federation', 'add', '--meta', 'southern-stages', '--member', 'le-bikini')
    expect(await organisations('southern-stages')).toEqual(['Le Bikini'])
    const read = (uuid: string) => server.send('southern-stages', 'GET', `/api/place/${uuid}`)
    expect((await read(venue.uuid)).status).toBe(200)
    expect((await read(neighbour.uuid)).status).toBe(404)
    expect(await organisations()).toContain('Southern Stages')
  })

  it('is paged on request', async () => {
    const first = await server.send('meta', 'GET', '/api/place/?limit=1')
    expect(first.json).toHaveLength(1)
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? ''
    const second = await server.send('meta', 'GET', next)
    expect(second.json).toHaveLength(1)
    expect(second.json[0].uuid).not.toBe(first.json[0].uuid)
  })

  // Seen red with `onlyOn` taken out of the places routes, and with requireHost left out of plugins/access.ts.
  it('is nowhere but on Meta, whoever asks', async () => {
    const own = await makeKey('le-bikini', 'robot@meta.test', 'place:write', 'place:read')
    const cookie = await signIn(server, 'le-bikini', 'le-bikini', 'ada@bikini.test')
    for (const label of ['le-bikini', '']) {
      for (const [method, path] of [
        ['GET', '/api/place/'],
        ['POST', '/api/place/'],
        ['GET', `/api/place/${venue.uuid}/`],
        ['PATCH', `/api/place/${venue.uuid}/`],
      ] as const) {
        const body = method === 'GET' ? {} : { body: creation() }
        for (const credentials of [{}, { key: own }, { cookie, headers: { origin: originOf(server, label) } }]) {
          const answer = await server.send(label, method, path, { ...body, ...credentials })
          expect(answer.status, `${method} ${label}${path} ${Object.keys(credentials)}`).toBe(404)
        }
      }
    }
  })

  it('answers alike for an unknown, a malformed and an archived tenant', async () => {
    const { uuid } = await createTenant('Gone Soon', 'S', 'x@gone.test')
    await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', 'gone-soon')
    expect(await organisations()).not.toContain('Gone Soon')
    for (const id of [uuid, '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff', 'not-a-uuid', '%00']) {
      const answer = await server.send('meta', 'GET', `/api/place/${id}/`)
      expect(answer.status).toBe(404)
      expect(answer.json.code).toBe('not_found')
    }
    expect((await server.send('gone-soon', 'GET', '/api/products/')).status).toBe(404)
    expect((await create({ organisation: 'Gone soon' })).json.code).toBe('slug_taken')
  })
})

describe('creation', () => {
  it('answers with the whole tenant, and the tenant answers at its host', async () => {
    const answer = await create()
    expect(answer.status).toBe(201)
    const { first_key, ...made } = answer.json
    expect(first_key).toBeNull()
    const { uuid, img_variations, logo_variations, ...rest } = made
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(rest).toEqual({
      organisation: 'Café Été',
      slug: 'cafe-ete',
      sandbox: false,
      url: originOf(server, 'cafe-ete'),
      domains: [],
      short_description: 'Concerts since 1983',
      long_description: 'A hall.\nAnd a garden.',
      adress: null,
      postal_code: 1000,
      postal_code_text: '01000',
      img_focus: '50% 50%',
      city: null,
      latitude: null,
      longitude: null,
      phone: '0612345678',
      email: 'Lou@Cafe.test',
      site_web: 'https://cafe.test',
      legal_documents: null,
      twitter: null,
      facebook: null,
      instagram: null,
      adhesion_obligatoire: false,
      button_adhesion: false,
      map_img: null,
      carte_restaurant: null,
      categorie: 'S',
      language: 'en',
      languages: spokenFrom('en'),
      time_zone: 'Europe/Paris',
      currency: 'EUR',
      online_hold_minutes: 15,
      email_hold_hours: 24,
      cancellation_hours: null,
      offer_hours: 12,
      transfers: true,
      accent_color: '#2b3fd6',
      type_pair: 'grotesque',
      color_scheme: 'device',
      picture_header: 'beside',
    })
    for (const variations of [img_variations, logo_variations]) {
      expect(Object.keys(variations)).toEqual(['fhd', 'hdr', 'med', 'thumbnail'])
      for (const path of Object.values(variations)) expect(path).toMatch(/^media\/[0-9a-f-]{36}\/.+\.webp$/)
    }
    expect((await server.send('meta', 'GET', `/api/place/${uuid}`)).json).toEqual(made)
    expect((await server.send('cafe-ete', 'GET', '/api/products/')).json).toEqual([])
    const cookie = await signIn(server, 'cafe-ete', 'cafe-ete', 'lou@cafe.test')
    const account = await server.send('cafe-ete', 'GET', '/account/', { cookie })
    expect(account.text).toContain('Owner, Café Été')
  })

  it('takes numbers for digits, extra keys, and codes that are not all digits', async () => {
    const answer = await create({
      organisation: 'Lenient',
      phone: 612345678,
      postal_code: 31000,
      city: '',
      stripe: { anything: true },
      slug: 'chosen-by-the-caller',
    })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      slug: 'lenient',
      phone: '612345678',
      postal_code: 31000,
      postal_code_text: '31000',
      city: null,
    })
    const abroad = await create({ organisation: 'Abroad', postal_code: 'SW1A 1AA' })
    expect(abroad.json).toMatchObject({ postal_code: 'SW1A 1AA', postal_code_text: 'SW1A 1AA' })
  })

  it.each(['S', 'F', 'A', 'P', 'M'])('makes a tenant of category %s', async (categorie) => {
    const answer = await create({ organisation: `Category ${categorie}`, categorie })
    expect(answer.status).toBe(201)
    expect(answer.json.categorie).toBe(categorie)
  })

  // Seen red with `actor.canCreateTenants` taken out of plugins/access.ts: the second was a 201.
  it('takes a key of this Meta that may write places, of a user who may create tenants', async () => {
    const anonymous = await server.send('meta', 'POST', '/api/place/', { body: creation() })
    expect([anonymous.status, anonymous.json.code]).toEqual([401, 'credentials_required'])
    const refused = async (apiKey: string) => {
      const answer = await create({ organisation: 'Refused' }, apiKey)
      return [answer.status, answer.json.code]
    }
    expect(await refused(keyWithoutRight)).toEqual([403, 'permission_denied'])
    expect(await refused(await makeKey('meta', 'robot@meta.test', 'place:read', 'event:write'))).toEqual([
      403,
      'permission_denied',
    ])
    expect(await refused(await makeKey('le-bikini', 'robot@meta.test', 'place:write'))).toEqual([401, 'key_invalid'])
    await server.cli('user', 'grant', '--email', 'mia@meta.test', '--admin-of', 'meta', '--create-tenants')
    const cookie = await signIn(server, 'meta', 'meta', 'mia@meta.test')
    const signedIn = await server.send('meta', 'POST', '/api/place/', {
      cookie,
      headers: { origin: originOf(server, 'meta') },
      body: creation({ organisation: 'Refused' }),
    })
    expect(signedIn.status).toBe(403)
    expect(await organisations()).not.toContain('Refused')
  })

  it('on another Meta puts the new tenant into its federation, and so under its hand', async () => {
    await createTenant('Northern Nights', 'M', 'nina@north.test')
    await server.cli('user', 'grant', '--email', 'robot@north.test', '--create-tenants')
    const northern = await makeKey('northern-nights', 'robot@north.test', 'place:write')
    const created = await server.send('northern-nights', 'POST', '/api/place/', {
      key: northern,
      body: creation({ organisation: 'The Fjord' }),
    })
    expect(created.status, created.text).toBe(201)
    expect(await organisations('northern-nights')).toEqual(['The Fjord'])
    const address = `/api/place/${created.json.uuid}/`
    expect((await server.send('northern-nights', 'GET', address)).status).toBe(200)
    expect(await organisations()).toContain('The Fjord')
  })

  it('takes at its creation whatever a change takes, and null for what is not said', async () => {
    const said = {
      adhesion_obligatoire: true,
      button_adhesion: 'true',
      language: 'fr',
      time_zone: 'Indian/Reunion',
      currency: 'CHF',
      offer_hours: 6,
      instagram: 'https://instagram.com/example',
      map_img: pictures.url('/picture.png'),
      sites: ['https://www.fournaise.test/'],
    }
    const made = await create({ organisation: 'La Fournaise', ...said })
    expect(made.status, made.text).toBe(201)
    // Strangers read what this answers, and not its sites; those are answered from a browser.
    const { map_img, sites: _, ...shown } = { ...said, button_adhesion: true }
    expect(made.json).toMatchObject(shown)
    expect(made.json).not.toHaveProperty('sites')
    const fromSite = { headers: { origin: 'https://www.fournaise.test' } }
    const { headers } = await server.send('la-fournaise', 'GET', '/api/products/', fromSite)
    expect(headers['access-control-allow-origin']).toBe('https://www.fournaise.test')
    expect(made.json.map_img).toMatch(/^http:\/\/la-fournaise\./)
    const nothing = Object.fromEntries(
      [...Object.keys(said), 'accent_color', 'type_pair', 'color_scheme', 'picture_header', 'languages'].map((name) => [
        name,
        null,
      ]),
    )
    const plain = await create({ organisation: 'La Plaine', ...nothing, city: '' })
    expect([plain.status, plain.json.currency, plain.json.adhesion_obligatoire]).toEqual([201, 'EUR', false])
    const wrong = await create({ organisation: 'La Montagne', instagram: 'javascript:alert(1)' })
    expect(wrong.json.errors).toHaveProperty('instagram')
    expect((await create({ organisation: 'La Montagne', time_zone: 'Mars/North' })).json.errors).toHaveProperty(
      'time_zone',
    )
    expect(await organisations()).not.toContain('La Montagne')
  })

  it('refuses a second Root, and a name that is taken, reserved or Meta’s', async () => {
    const codes = async (values: Record<string, unknown>) => {
      const answer = await create(values)
      return [answer.status, answer.json.code]
    }
    expect(await codes({ organisation: 'Second Root', categorie: 'R' })).toEqual([409, 'root_exists'])
    expect(await codes({ organisation: 'le bikini' })).toEqual([409, 'slug_taken'])
    expect(await codes({ organisation: 'LE BÏKINI !' })).toEqual([409, 'slug_taken'])
    for (const organisation of ['www', 'API', 'Admin', 'Meta', 'Root'])
      expect(await codes({ organisation })).toEqual([409, 'slug_taken'])
    expect((await create({ organisation: '☃☃☃' })).json.errors).toHaveProperty('organisation')
  })

  // Seen red with slugFor as it was: 400, an organisation may not have a name in its own alphabet.
  it('names two of one name in another alphabet apart, by their category and uuid', async () => {
    for (const categorie of ['S', 'S', 'F']) {
      const { status, json } = await create({ organisation: '日本', categorie, email: 'kei@nihon.test' })
      expect(status).toBe(201)
      const category = categorie === 'S' ? 'venue' : 'festival'
      expect([json.organisation, json.slug]).toEqual(['日本', `${category}-${json.uuid.slice(-8)}`])
      expect((await server.send(json.slug, 'GET', '/api/products/')).json).toEqual([])
    }
  })

  // Seen red (a 500) with the catch in features/tenant/create-tenant.ts left out: the unique index is the second lock.
  it('gives one name to one of two who ask at the same moment', async () => {
    const holder = await server.database.connect()
    await holder.query('begin')
    await holder.query('lock table tenant in share mode')
    const racers = [create({ organisation: 'Same Name' }), create({ organisation: 'same name' })]
    await untilWaitingForLock(holder, 2)
    await holder.query('commit')
    await holder.end()
    const answers = await Promise.all(racers)
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.json.code).toBe('slug_taken')
  })

  /** Seen red with the permissions as they were sent. */
  it('with a first key that names a permission twice grants it once', async () => {
    const first_key = { name: 'Till', permissions: ['event:read', 'event:read', 'product:read'] }
    const { status, json } = await create({ organisation: 'Granted Once', first_key })
    expect(status).toBe(201)
    const client = await server.database.connect()
    const { rows } = await client.query('select permissions from api_key where tenant_id = $1', [json.uuid])
    await client.end()
    expect(rows).toEqual([{ permissions: ['event:read', 'product:read'] }])
  })

  // Seen red with createTenant alone: the pictures of the one that came too late stayed, on disk and counted for nobody.
  it('keeps no pictures of the one of two that is refused, by the API or by the command', async () => {
    const client = await server.database.connect()
    const idsIn = async (text: string) => (await client.query(text)).rows.map(({ id }) => id)
    const leftOver = async () => {
      const known = new Set(await idsIn('select id::text from tenant'))
      const counted = 'select tenant_id::text as id from picture union select tenant_id::text from picture_counter'
      const onDisk = await readdir(join(server.dataDir, 'media'))
      return [...(await idsIn(counted)), ...onDisk].filter((id) => !known.has(id))
    }
    try {
      const answers = await meetAtLock(server, ['lock table tenant in share mode'], 2, () =>
        Promise.all(['Both Pictured', 'both pictured'].map((organisation) => create({ organisation }))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      const { img_variations } = answers.find(({ status }) => status === 201)?.json ?? {}
      expect((await server.send('meta', 'GET', `/${img_variations.thumbnail}`)).status).toBe(200)
      expect(await leftOver()).toEqual([])
      const command = ['tenant', 'create', '--category', 'S', '--email', 'ada@bikini.test']
      const image = ['--image-url', pictures.url('/picture.png')]
      for (const rest of [
        ['--organisation', 'Both Pictured', ...image],
        ['--organisation', 'Bad Logo', ...image, '--logo-url', pictures.url('/text.png')],
      ])
        await expect(server.cli(...command, ...rest)).rejects.toThrow()
      expect(await leftOver()).toEqual([])
    } finally {
      await client.end()
    }
  })

  // Seen red with the image fetched after createTenant: the tenant stayed.
  it('with a bad image is a 400 on that field, and makes no tenant', async () => {
    const answer = await create({
      organisation: 'Without Image',
      img_url: pictures.url('/text.png'),
      logo_url: pictures.url('/nowhere.png'),
    })
    expect(answer.status).toBe(400)
    expect(answer.json.code).toBe('validation_failed')
    expect(Object.keys(answer.json.errors).sort()).toEqual(['img_url', 'logo_url'])
    const inside = await create({ organisation: 'Without Image', logo_url: 'http://127.0.0.1:1/logo.png' })
    expect(Object.keys(inside.json.errors)).toEqual(['logo_url'])
    expect(await organisations()).not.toContain('Without Image')
    expect((await server.send('without-image', 'GET', '/api/products/')).status).toBe(404)
  })

  it('names every field that is missing or wrong', async () => {
    const empty = await server.send('meta', 'POST', '/api/place/', { key, body: {} })
    expect(empty.status).toBe(400)
    expect(Object.keys(empty.json.errors).sort()).toEqual(
      [
        'categorie',
        'email',
        'img_url',
        'logo_url',
        'long_description',
        'organisation',
        'phone',
        'postal_code',
        'short_description',
        'site_web',
      ].sort(),
    )
    const wrong = await create({ phone: 'call me', site_web: 'ftp://x.test', categorie: 'X', email: 'lou' })
    expect(Object.keys(wrong.json.errors).sort()).toEqual(['categorie', 'email', 'phone', 'site_web'])
  })

  it('keeps hostile text as text', async () => {
    const organisation = `</title><script>alert(1)</script>`
    const answer = await create({ organisation, short_description: `"><img src=x onerror=alert(1)>` })
    expect(answer.json.organisation).toBe(organisation)
    const { slug } = answer.json
    for (const [label, path] of [
      [slug, '/'],
      [slug, '/sign-in/'],
      ['meta', '/'],
    ] as const) {
      const shown = await server.send(label, 'GET', path, { headers: { accept: 'text/html' } })
      expect(shown.status).toBe(200)
      expect(shown.text).not.toMatch(/<script(?! type="module" src="\/assets\/[0-9a-f]{12}\.js")/)
      expect(shown.text).not.toContain('<img src=x')
    }
  })
})

describe('a change', () => {
  const change = (uuid: string, body: Record<string, unknown>, credentials: object) =>
    server.send('meta', 'PATCH', `/api/place/${uuid}/`, { body, ...credentials })
  const from = (cookie: string) => ({ cookie, headers: { origin: originOf(server, 'meta') } })

  it('is made by a key that may write places, and by that tenant’s administrator on Meta', async () => {
    const byKey = await change(venue.uuid, { city: 'Toulouse', button_adhesion: 'true' }, { key })
    expect(byKey.status).toBe(200)
    expect(byKey.json).toMatchObject({ city: 'Toulouse', button_adhesion: true, organisation: 'Le Bikini' })

    const ada = await signIn(server, 'meta', 'meta', 'ada@bikini.test')
    const byAda = await change(
      venue.uuid,
      { map_img: pictures.url('/picture.png'), language: 'fr', city: null },
      from(ada),
    )
    expect(byAda.status).toBe(200)
    expect(byAda.json).toMatchObject({ language: 'fr', city: null, button_adhesion: true })
    expect(byAda.json.map_img).toMatch(/^http:\/\/le-bikini\.localhost:\d+\/media\/.+\/fhd\.webp$/)
    const removed = await change(venue.uuid, { map_img: null }, from(ada))
    expect(removed.json.map_img).toBeNull()
  })

  // Seen red with requireEditor left out of the PATCH.
  it('is refused to everybody else', async () => {
    const eve = await signIn(server, 'meta', 'meta', 'eve@other.test')
    const body = { city: 'Taken over' }
    expect((await change(venue.uuid, body, {})).status).toBe(401)
    expect((await change(venue.uuid, body, from(eve))).status).toBe(403)
    const reading = await makeKey('meta', 'robot@meta.test', 'place:read', 'product:write')
    expect((await change(venue.uuid, body, { key: reading })).status).toBe(403)
    const read = await server.send('meta', 'GET', `/api/place/${venue.uuid}`)
    expect(read.json.city).not.toBe('Taken over')
    expect((await change(neighbour.uuid, body, from(eve))).status).toBe(200)
  })

  /** Seen red without the look at the category: Root had another name. */
  it('of Root is nobody’s from a Meta', async () => {
    const places = (await server.send('meta', 'GET', '/api/place/')).json as { uuid: string; categorie: string }[]
    const root = places.find((place) => place.categorie === 'R')
    const answer = await server.send('meta', 'PATCH', `/api/place/${root?.uuid}/`, {
      key,
      body: { organisation: 'Taken over' },
    })
    expect([answer.status, answer.json.code]).toEqual([403, 'permission_denied'])
    expect(await organisations()).not.toContain('Taken over')
  })

  // Red without requireAddressOfPlace: 200, and the place still says the old address.
  it('is where the address of a venue is said: its location refuses another', async () => {
    await change(venue.uuid, { adress: '6 Old Street', postal_code: '31520', city: 'Ramonville' }, { key })
    const writing = { key: await makeKey('le-bikini', 'robot@meta.test', 'event:write') }
    const [location] = (await server.send('le-bikini', 'GET', '/api/locations/')).json
    const path = `/api/locations/${location.uuid}/`
    const patch = (body: object) => server.send('le-bikini', 'PATCH', path, { ...writing, body })
    const moved = await patch({ adress: '7 Far Street', postal_code: '31520', city: '' })
    expect(moved.json).toMatchObject({ status: 400, code: 'category_rule' })
    expect(moved.json.errors).toEqual({ adress: [expect.any(String)], city: [expect.any(String)] })
    // A form sends the address as it is.
    const { adress, postal_code, city } = location
    const renamed = await patch({ name: 'Main hall', adress, postal_code: '31520', city })
    expect(renamed.json).toEqual({ ...location, name: 'Main hall' })
    const place = (await server.send('meta', 'GET', `/api/place/${venue.uuid}/`)).json
    expect([place.adress, place.postal_code, place.city]).toEqual([adress, postal_code, city])
  })

  // Seen red without the lock of lockLocation: 200, and the location is where the place no longer is.
  it('and a form that met a move writes no former address back', async () => {
    const [location] = (await server.send('le-bikini', 'GET', '/api/locations/')).json
    const writing = { key: await makeKey('le-bikini', 'robot@meta.test', 'event:write') }
    const form = { name: 'Great hall', adress: location.adress, city: location.city }
    // Lets a form read, and holds whoever would write or lock.
    const lock = `select from location where id = '${location.uuid}' for share`
    const [moved, refused] = await whileLocked(server, lock, async (release) => {
      const client = await server.database.connect()
      const move = change(venue.uuid, { adress: '8 Late Street' }, { key })
      await untilWaitingForLock(client, 1)
      const path = `/api/locations/${location.uuid}/`
      const write = server.send('le-bikini', 'PATCH', path, { ...writing, body: form })
      await untilWaitingForLock(client, 2)
      await client.end()
      await release()
      return Promise.all([move, write])
    })
    expect([moved.status, refused.json.code]).toEqual([200, 'category_rule'])
    const [after] = (await server.send('le-bikini', 'GET', '/api/locations/')).json
    expect(after).toEqual({ ...location, adress: '8 Late Street' })
  })

  it('moves a venue’s one location too', async () => {
    await change(venue.uuid, { adress: '5 New Street', postal_code: '31520' }, { key })
    const locations = await server.send('le-bikini', 'GET', '/api/locations/')
    expect(locations.json).toEqual([
      expect.objectContaining({ adress: '5 New Street', postal_code: 31520, postal_code_text: '31520' }),
    ])
  })

  it('names what is wrong and changes nothing', async () => {
    const answer = await change(
      neighbour.uuid,
      { organisation: '', time_zone: 'Mars/Olympus', language: 'lv' },
      { key },
    )
    expect(answer.status).toBe(400)
    const zone = await change(neighbour.uuid, { time_zone: 'Mars/Olympus' }, { key })
    expect(Object.keys(zone.json.errors)).toEqual(['time_zone'])
    const image = await change(neighbour.uuid, { city: 'X', img_url: pictures.url('/text.png') }, { key })
    expect(Object.keys(image.json.errors)).toEqual(['img_url'])
    const read = await server.send('meta', 'GET', `/api/place/${neighbour.uuid}`)
    expect(read.json).toMatchObject({ organisation: 'Other Hall', time_zone: 'Europe/Paris' })
    expect(read.json.city).not.toBe('X')
  })
})
