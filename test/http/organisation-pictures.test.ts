import { afterAll, expect, it } from 'vitest'
import { type BoxOffice, boxOffice, createKey } from '../harness/box-office.ts'
import { startPictureServer } from '../harness/picture-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** The map, the menu and the social sites that an organisation gives stand where its visitors look for them. */
const pictures = await startPictureServer()
afterAll(() => pictures.stop())
const { server, client, hall, other } = await twoOffices({ environment: { FETCH_ALLOW: pictures.host } })
const placeKey = await createKey(server, 'meta', ['--permission', 'place:write'])

async function furnish(
  { tenantId }: BoxOffice,
  fields: object,
): Promise<{ map_img: string; carte_restaurant: string }> {
  const answer = await server.send('meta', 'PATCH', `/api/place/${tenantId}/`, { key: placeKey, body: fields })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

async function festival(): Promise<BoxOffice> {
  const words = ['tenant', 'create', '--organisation', 'Les Quais', '--category', 'F', '--email', 'admin@example.org']
  const made = await server.cli(...words)
  const slug = String(made['slug'])
  const key = await createKey(server, slug, ['--permission', 'event:write', '--permission', 'event:read'])
  return boxOffice(server, { slug, tenantId: String(made['uuid']), key })
}

const given = { map_img: pictures.url('/picture.png'), carte_restaurant: pictures.url('/logo.png') }
const place = await furnish(hall, { ...given, instagram: 'https://www.instagram.com/hall', twitter: '@hall' })
const home = async (office: BoxOffice, language = 'en') => (await visitorAt(server, office).show('/', language)).text
const eventPage = async (office: BoxOffice, event: string, language = 'en') => {
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  return (await visitorAt(server, office).show(`/events/${slug}/`, language)).text
}

const pathOf = (address: string) => new URL(address).pathname

/** Seen red with `loading` left out, and with the picture in its largest size. */
it('a map and a menu are on the home page, small and late, and open large', async () => {
  const text = await home(hall)
  for (const [picture, alt] of [
    [place.map_img, 'Map and directions: '],
    [place.carte_restaurant, 'Restaurant menu: '],
  ] as const) {
    const [link = ''] = new RegExp(`<a[^>]*href="${pathOf(picture)}".*?</a>`).exec(text) ?? []
    expect(link).toContain(`src="${pathOf(picture).replace('fhd', 'hdr')}"`)
    expect(link).toContain(`alt="${alt}`)
    expect(link).toContain('loading="lazy"')
    expect(link).toContain('View larger')
    expect((await server.send(hall.slug, 'GET', pathOf(picture))).status).toBe(200)
    expect((await server.send(other.slug, 'GET', pathOf(picture))).status).toBe(404)
  }
  expect(text).toMatch(/<h2 id="menu">Restaurant menu</)
  const inFrench = await home(hall, 'fr')
  expect(inFrench).toContain('Voir en grand')
  expect(inFrench).toMatch(/<h2 id="menu">Carte du restaurant</)
})

it('nothing of it is on the pages of an organisation that gave none', async () => {
  const text = await home(other)
  expect(text).not.toContain('id="menu"')
  expect(text).not.toContain('open-picture')
  expect(text).not.toContain('instagram')
})

/** Seen red with the social sites behind the web site: nothing of them was shown. */
it('social sites are shown whether or not there is a web site', async () => {
  expect((await server.send('meta', 'GET', `/api/place/${hall.tenantId}`)).json.site_web).toBeNull()
  const text = await home(hall)
  expect(text).toMatch(/<a class="go" href="https:\/\/www.instagram.com\/hall" rel="noopener">Instagram</)
  expect(text).toContain('X @hall')
})

/** Seen red with archived locations counted, with every location taken, and with every category. */
it('an event at the venue itself leads to its map, one elsewhere or of another category does not', async () => {
  const map = `href="${pathOf(place.map_img)}"`
  const event = await hall.event([])
  expect(await eventPage(hall, event)).toMatch(new RegExp(`${map}[^>]*>Map of the venue<`))
  expect(await eventPage(hall, event, 'fr')).toMatch(new RegExp(`${map}[^>]*>Plan d’accès<`))
  // A hall that was left: it was made before, so its id comes first.
  const former = '00000000-0000-7000-8000-000000000001'
  await client.query(
    `insert into location (tenant_id, id, name, archived, created_at) values ($1, $2, 'The old hall', true, now())`,
    [hall.tenantId, former],
  )
  expect(await eventPage(hall, event)).toContain('Map of the venue')
  const before = await hall.event([])
  await client.query('update event set location_id = $1, stage_id = null where id = $2', [former, before])
  expect(await eventPage(hall, before)).not.toContain('Map of the venue')

  const quays = await festival()
  await furnish(quays, { map_img: pictures.url('/picture.png') })
  expect(await home(quays)).toContain('Map and directions: Les Quais')
  expect(await eventPage(quays, await quays.event([]))).not.toContain('Map of the venue')
  expect(await eventPage(other, await other.event([]))).not.toContain('Map of the venue')
})
