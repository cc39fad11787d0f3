import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { newCards } from '../harness/cards.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Addresses that others of this field have (ADR 0278). */
const { server, client, hall, other } = await twoOffices()
let event = ''
let slug = ''
let hidden = ''

beforeAll(async () => {
  event = await hall.event([])
  slug = (await hall.get(`/api/events/${event}/`)).json.slug
  hidden = (await hall.get(`/api/events/${await hall.event([], { published: false })}/`)).json.slug
})

/** What is answered, and where it leads to in the end, by following one redirect. */
async function follow(path: string, label = hall.slug) {
  const { status, headers } = await server.send(label, 'GET', path)
  const to = headers['location'] as string | undefined
  const end = to === undefined ? null : await server.send(label, 'GET', to.split('#')[0] ?? '')
  return { status, to, end }
}

it('lead to the page of an event, and to the feed', async () => {
  for (const path of [`/event/${slug}/`, `/event/${slug}`])
    expect(await follow(path)).toMatchObject({ status: 301, to: `/events/${slug}/`, end: { status: 200 } })
  for (const path of ['/rss/', '/rss/latest/feed/', '/rss/latest/feed'])
    expect(await follow(path)).toMatchObject({ status: 301, to: '/feeds/events.rss', end: { status: 200 } })
})

it('answer programs by the slug of an event', async () => {
  for (const path of [`/api/eventslug/${slug}/`, `/api/eventslug/${slug}`]) {
    const { status, json } = await server.send(hall.slug, 'GET', path)
    expect([status, json]).toEqual([200, (await server.send(hall.slug, 'GET', `/api/events/${event}/`)).json])
  }
  expect((await follow(`/api/eventslug/${hidden}/`)).status).toBe(404)
  expect((await hall.get(`/api/eventslug/${hidden}/`)).json.slug).toBe(hidden)
})

it('lead from what is printed on a card to the cards of its person, or to where it is topped up', async () => {
  const [one, two] = await newCards(server, 2)
  const ada = await client.query(
    "insert into account (id, email, created_at) values ($1, 'card@example.org', now()) returning id",
    [randomUUID()],
  )
  await client.query('update nfc_card set account_id = $2 where tag_id = $1', [two?.tag, ada.rows[0].id])
  const { rows } = await client.query(
    'select id from nfc_card where tag_id = any($1) order by account_id nulls first',
    [[one?.tag, two?.tag]],
  )
  const [nobodys, adas] = rows.map(({ id }) => id as string)
  expect(await follow(`/qr/${nobodys}/`)).toMatchObject({ status: 302, to: '/top-up/', end: { status: 200 } })
  // Seen red without `sells`: it led to a page that is not there.
  for (const host of ['', 'meta']) expect(await follow(`/qr/${nobodys}/`, host)).toMatchObject({ status: 404 })
  // Whoever is not signed in is asked to.
  expect(await follow(`/qr/${adas}`)).toMatchObject({ status: 302, to: '/account/#cards', end: { status: 401 } })
})

it('are the ordinary 404 of what is not here, and only read', async () => {
  for (const path of ['/event/nothing/', '/api/eventslug/nothing/', `/qr/${randomUUID()}/`, '/qr/nothing/']) {
    const { status, end } = await follow(path)
    expect(end?.status ?? status, path).toBe(404)
  }
  expect((await follow(`/api/eventslug/${slug}/`, other.slug)).status).toBe(404)
  expect((await follow(`/event/${slug}/`, other.slug)).end?.status).toBe(404)
  const { headers, json } = await server.send(hall.slug, 'GET', '/api/eventslug/nothing/')
  expect([headers['content-type'], json.code]).toEqual([expect.stringContaining('problem+json'), 'not_found'])
  for (const path of [`/event/${slug}/`, '/rss/latest/feed/']) {
    expect((await server.send(hall.slug, 'HEAD', path)).status, path).toBe(301)
    expect([404, 405], path).toContain((await server.send(hall.slug, 'POST', path, { key: hall.key, body: {} })).status)
  }
})
