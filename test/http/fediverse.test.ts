import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createKey, hoursAhead, runJob, untilQuiet } from '../harness/box-office.ts'
import { actorOf, type PeerAccount, startPeer } from '../harness/fediverse-peer.ts'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What organisations tell other servers by ActivityPub (ADR 0282), to a peer that checks signatures with the library that PeerTube and Gancio use. */

const peer = await startPeer(() => server)
/** Another server, which would have us write to the first in its name. */
const hostile = await startPeer(() => server)
const environment = { FETCH_ALLOW: `${peer.allow},${hostile.allow}` }
const { server, client, hall, other } = await twoOffices({ environment })
const permissions = ['place:read', 'place:write'].flatMap((one) => ['--permission', one])
const keys: Readonly<Record<string, string>> = {
  meta: await createKey(server, 'meta', permissions),
  [hall.slug]: await createKey(server, hall.slug, permissions),
  [other.slug]: await createKey(server, other.slug, permissions),
}
const everybody = 'https://www.w3.org/ns/activitystreams#Public'
const asActivity = { accept: 'application/activity+json' }

const call = (label: string, method: string, path: string, body?: object) =>
  server.send(label, method, path, { key: keys[label] ?? '', ...(body && { body }) })
const get = (label: string, path: string, headers = {}) => server.send(label, 'GET', path, { headers })
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

async function turn(label: string, on: boolean) {
  const answer = await call(label, 'PATCH', '/api/fediverse/', { on })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

/** Tells what has changed, without waiting for the clock. */
async function tell(...labels: readonly string[]) {
  await untilQuiet(client)
  for (const label of labels) {
    const { rows } = await client.query('select id from tenant where slug = $1', [label])
    await runJob(client, 'tell_followers', { tenantId: rows[0].id })
    // The job of the minute may have had it instead, and be at it still.
    await untilQuiet(client)
  }
}

let number = 0
const account = (changes?: object) => peer.account(`someone-${++number}`, changes)

async function follower(label: string): Promise<PeerAccount> {
  const one = account()
  const answer = await one.follow(label)
  expect(answer.status, answer.text).toBe(202)
  await one.until('Accept')
  return one
}

/** The types of what came, with what it is about. */
const told = (one: PeerAccount) =>
  one
    .got()
    .filter(({ type }) => type !== 'Accept')
    .map(({ type, object }) => [type, object.name ?? object.type ?? 'address'])

describe('an organisation that does not let itself be followed', () => {
  it('is nowhere on other servers, and takes nothing', async () => {
    const { text, json } = await call(other.slug, 'GET', '/api/fediverse/')
    expect(json, text).toEqual({ on: false, account: null, followers: 0, servers: 0, failing: 0 })
    const resource = encodeURIComponent(`acct:${other.slug}@${other.slug}.localhost:${server.port}`)
    const paths = ['/fediverse/actor/', '/fediverse/outbox/', '/fediverse/followers/', '/nodeinfo/2.1']
    for (const path of [...paths, `/.well-known/webfinger?resource=${resource}`, '/.well-known/nodeinfo'])
      expect([path, (await get(other.slug, path)).status]).toEqual([path, 404])
    expect((await account().follow(other.slug)).status).toBe(404)
    const home = await get(other.slug, '/', asActivity)
    expect(home.headers['content-type']).toMatch(/^text\/html/)
  })

  it('is not one that tries things out', async () => {
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      'Trial',
      '--category',
      'S',
      '--email',
      'ada@trial.test',
      '--sandbox',
    )
    const key = await createKey(server, 'trial', permissions)
    const refused = await server.send('trial', 'PATCH', '/api/fediverse/', { key, body: { on: true } })
    expect([refused.status, refused.json.code]).toEqual([409, 'is_sandbox'])
  })
})

describe('an account', () => {
  it('is found by its name and by the address of its pages, and is a group with a key', async () => {
    const { json } = await call(hall.slug, 'PATCH', '/api/fediverse/', { on: true })
    const handle = `${hall.slug}@${hall.slug}.localhost:${server.port}`
    expect(json).toEqual({ on: true, account: handle, followers: 0, servers: 0, failing: 0 })
    const id = actorOf(hall.slug, server)
    for (const resource of [`acct:${handle}`, id, `http://${hall.slug}.localhost:${server.port}/`]) {
      const found = await get(hall.slug, `/.well-known/webfinger?resource=${encodeURIComponent(resource)}`)
      expect([resource, found.status, found.json.subject]).toEqual([resource, 200, `acct:${handle}`])
      expect(found.headers['content-type']).toMatch(/^application\/jrd\+json/)
      expect(found.json.links[0]).toEqual({ rel: 'self', type: 'application/activity+json', href: id })
    }
    const strange = await get(hall.slug, `/.well-known/webfinger?resource=acct:nobody@example.org`)
    expect(strange.status).toBe(404)
    const actor = await get(hall.slug, '/fediverse/actor/', asActivity)
    expect(actor.headers['content-type']).toMatch(/^application\/activity\+json/)
    expect(actor.json).toMatchObject({
      id,
      type: 'Group',
      preferredUsername: hall.slug,
      inbox: id.replace('actor', 'inbox'),
    })
    expect(actor.json.publicKey).toMatchObject({ id: `${id}#main-key`, owner: id })
    expect(actor.text).not.toContain('PRIVATE')
    const links = await get(hall.slug, '/.well-known/nodeinfo')
    expect(links.json.links[1].href).toBe(id)
    // Seen red with a version of its own, which nobody had released.
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    const nodeInfo = await get(hall.slug, pathOf(links.json.links[0].href))
    expect(nodeInfo.json).toMatchObject({
      version: '2.1',
      protocols: ['activitypub'],
      software: { name: 'guichet', version },
    })
    const home = await get(hall.slug, '/', { accept: 'text/calendar, application/activity+json;q=0.9' })
    expect([home.status, home.headers['location']]).toEqual([302, id])
    expect((await get(hall.slug, '/')).status).toBe(200)
  })

  it('shows what is published in its outbox, without what is kept out', async () => {
    const place = { adress: '1 Main Street', postal_code: '31000', city: 'Toulouse', latitude: 43.6, longitude: 1.44 }
    const moved = await call(hall.slug, 'PATCH', '/api/settings/', place)
    expect(moved.status, moved.text).toBe(200)
    const shown = await hall.event([], {
      name: 'Outbox <b>night</b>',
      datetime: hoursAhead(24),
      short_description: 'All & sundry',
      long_description: 'One.\n\nTwo.',
      category: 'music',
      jauge_max: 250,
    })
    await hall.event([], { name: 'Among friends', kept_out: true })
    await hall.event([], { name: 'A draft', published: false })
    const outbox = await get(hall.slug, '/fediverse/outbox/')
    expect(outbox.json).toMatchObject({ type: 'OrderedCollection', totalItems: 1 })
    const page = await get(hall.slug, pathOf(outbox.json.first))
    expect(page.json.orderedItems.map((item: { type: string }) => item.type)).toEqual(['Create'])
    const [{ object }] = page.json.orderedItems
    const slug = (await hall.get(`/api/events/${shown}/`)).json.slug
    const url = `http://${hall.slug}.localhost:${server.port}/events/${slug}/`
    expect(object).toMatchObject({
      type: 'Event',
      uuid: shown,
      name: 'Outbox <b>night</b>',
      content: '<p>All &amp; sundry</p><p>One.</p><p>Two.</p>',
      to: [everybody],
      displayEndTime: false,
      status: 'CONFIRMED',
      category: 'MUSIC',
      maximumAttendeeCapacity: 250,
      joinMode: 'external',
      externalParticipationUrl: url,
      url,
      attributedTo: actorOf(hall.slug, server),
      organizers: { type: 'Collection', items: [actorOf(hall.slug, server)] },
      location: {
        type: 'Place',
        name: 'The Hall',
        address: { streetAddress: '1 Main Street', postalCode: '31000', addressLocality: 'Toulouse' },
        latitude: 43.6,
        longitude: 1.44,
      },
    })
    // Without an end, the end of its house day: 04:00 by the clocks of Paris.
    expect(object.endTime).toMatch(/T0[23]:00:00.000Z$/)
    const lasts = Date.parse(object.endTime) - Date.parse(object.startTime)
    expect(lasts > 0 && lasts <= 25 * 3_600_000).toBe(true)
    const byItself = await get(hall.slug, pathOf(object.id))
    expect(byItself.json).toMatchObject({ ...object, '@context': expect.anything() })
    const led = await get(hall.slug, `/events/${slug}/`, asActivity)
    expect([led.status, led.headers['location']]).toEqual([
      302,
      `http://${hall.slug}.localhost:${server.port}/fediverse/pages/${slug}/`,
    ])
    expect((await get(hall.slug, `/fediverse/pages/${slug}/`)).headers['location']).toBe(object.id)
    expect((await get(other.slug, pathOf(object.id))).status).toBe(404)
    expect((await get(hall.slug, '/fediverse/followers/')).json).toMatchObject({ totalItems: 0 })
    await hall.patch(`/api/events/${shown}/`, { published: false })
  })
})

describe('who follows', () => {
  it('is accepted, told of every change in order, and of nothing once it follows no more', async () => {
    const [one, faithful] = [await follower(hall.slug), await follower(hall.slug)]
    expect(one.got('Accept')[0]).toMatchObject({
      actor: actorOf(hall.slug, server),
      object: { type: 'Follow', actor: one.id },
    })
    expect((await call(hall.slug, 'GET', '/api/fediverse/')).json).toMatchObject({ followers: 2, servers: 2 })
    const event = await hall.event([], { name: 'Told', datetime: hoursAhead(30) })
    await tell(hall.slug, other.slug)
    expect(told(one)).toEqual([
      ['Create', 'Told'],
      ['Announce', 'address'],
    ])
    const [{ object: first }] = one.got('Create')
    expect(one.got('Announce')[0].object).toBe(first.id)
    // A save that changes nothing that is told.
    await hall.patch(`/api/events/${event}/`, { name: 'Told' })
    await tell(hall.slug)
    expect(told(one)).toHaveLength(2)
    await hall.patch(`/api/events/${event}/`, { name: 'Told again' })
    await tell(hall.slug)
    expect(one.got('Update')[0].object).toMatchObject({ id: first.id, name: 'Told again' })
    await hall.patch(`/api/events/${event}/`, { kept_out: true })
    await tell(hall.slug)
    expect(one.got('Delete')[0].object).toEqual({ id: first.id, type: 'Tombstone', formerType: 'Event' })
    const gone = await get(hall.slug, pathOf(first.id))
    expect([gone.status, gone.json.type]).toEqual([410, 'Tombstone'])
    await hall.patch(`/api/events/${event}/`, { kept_out: false })
    await tell(hall.slug)
    const [, { object: second }] = one.got('Create')
    expect(second.id).not.toBe(first.id)
    expect((await get(hall.slug, pathOf(first.id))).status).toBe(410)
    const path = `/api/events/${event}/cancellation/`
    const cancelled = await server.send(hall.slug, 'POST', path, { key: hall.key, body: {} })
    expect(cancelled.status, cancelled.text).toBe(200)
    await tell(hall.slug)
    expect(one.got('Update').at(-1).object).toMatchObject({ id: second.id, status: 'CANCELLED' })
    await hall.patch(`/api/events/${event}/`, { published: false })
    await tell(hall.slug)
    expect(one.got('Delete').at(-1).object.id).toBe(second.id)
    const tombstone = await get(hall.slug, pathOf(second.id))
    expect([tombstone.status, tombstone.json.type]).toEqual([410, 'Tombstone'])
    const undo = { type: 'Undo', object: { type: 'Follow', object: actorOf(hall.slug, server) } }
    await one.send(hall.slug, undo)
    expect((await call(hall.slug, 'GET', '/api/fediverse/')).json).toMatchObject({ followers: 1 })
    const before = one.got().length
    const last = await hall.event([], { name: 'Unheard' })
    await tell(hall.slug)
    expect(one.got()).toHaveLength(before)
    expect(told(faithful)).toContainEqual(['Create', 'Unheard'])
    await faithful.send(hall.slug, undo)
    await hall.patch(`/api/events/${last}/`, { published: false })
    await tell(hall.slug)
  })

  it('is told at the inbox that its whole server shares, once for all', async () => {
    const shared = peer.inbox('/inbox')
    const all = [
      account({ endpoints: { sharedInbox: shared.address } }),
      account({ endpoints: { sharedInbox: shared.address } }),
    ]
    for (const one of all) {
      await one.follow(hall.slug)
      await one.until('Accept')
    }
    const event = await hall.event([], { name: 'Shared' })
    await tell(hall.slug)
    expect(shared.got().map(({ type }) => type)).toEqual(['Create', 'Announce'])
    expect(all.flatMap((one) => one.got('Create'))).toEqual([])
    for (const one of all)
      await one.send(hall.slug, { type: 'Undo', object: { type: 'Follow', object: actorOf(hall.slug, server) } })
    await hall.patch(`/api/events/${event}/`, { published: false })
    await tell(hall.slug)
    expect(shared.got()).toHaveLength(2)
  })

  it('is forgotten once its server says that it is gone, and it is', async () => {
    const one = await follower(hall.slug)
    const followers = async () => (await call(hall.slug, 'GET', '/api/fediverse/')).json.followers
    const before = await followers()
    await one.send(hall.slug, { type: 'Delete', object: one.id })
    await untilQuiet(client)
    expect(await followers()).toBe(before)
    one.end()
    await one.send(hall.slug, { type: 'Delete', object: one.id })
    await untilQuiet(client)
    expect(await followers()).toBe(before - 1)
  })

  it('is told that an event that was over has moved to a later day', async () => {
    const one = await follower(hall.slug)
    const event = await hall.event([], { name: 'Rained off', datetime: hoursAhead(1) })
    await tell(hall.slug)
    await client.query(
      "update calendar_entry set starts_at = now() - interval '1 day', over_at = now() - interval '18 hours' where event_id = $1",
      [event],
    )
    await client.query("update told_event set over_at = now() - interval '18 hours' where event_id = $1", [event])
    await tell(hall.slug)
    expect(told(one)).toHaveLength(2)
    await hall.patch(`/api/events/${event}/`, { datetime: hoursAhead(72) })
    await tell(hall.slug)
    expect(told(one).at(-1)).toEqual(['Update', 'Rained off'])
    await hall.patch(`/api/events/${event}/`, { published: false })
    await tell(hall.slug)
    await one.send(hall.slug, { type: 'Undo', object: { type: 'Follow', object: actorOf(hall.slug, server) } })
  })

  it('is told of nothing of another organisation', async () => {
    await turn(other.slug, true)
    const [ofHall, ofOther] = [await follower(hall.slug), await follower(other.slug)]
    const event = await other.event([], { name: 'Elsewhere' })
    await tell(hall.slug, other.slug)
    expect([told(ofHall), told(ofOther)]).toEqual([
      [],
      [
        ['Create', 'Elsewhere'],
        ['Announce', 'address'],
      ],
    ])
    await other.patch(`/api/events/${event}/`, { published: false })
    await tell(other.slug)
    await turn(other.slug, false)
    await ofHall.send(hall.slug, { type: 'Undo', object: { type: 'Follow', object: actorOf(hall.slug, server) } })
  })

  it('who wants to join an event is passed over', async () => {
    await hall.event([], { name: 'Join me' })
    await tell(hall.slug)
    const page = await get(hall.slug, '/fediverse/outbox/?page=1')
    const [{ object }] = page.json.orderedItems
    const one = account()
    expect((await one.send(hall.slug, { type: 'Join', object: object.id })).status).toBe(202)
    const [ignored] = await one.until('Ignore')
    expect(ignored).toMatchObject({ to: [one.id], object: { type: 'Join', object: object.id } })
    expect((await call(hall.slug, 'GET', '/api/fediverse/')).json).toMatchObject({ followers: 0 })
  })
})

describe('a message', () => {
  const follow = { type: 'Follow', object: '' }
  const asking = () => ({ ...follow, object: actorOf(hall.slug, server) })

  it.each([
    ['without a signature', { without: 'signature' }],
    ['that is not signed with its address', { without: '(request-target)' }],
    ['that is not signed with what it says', { without: 'digest' }],
    ['that is not signed with its time', { without: 'date' }],
    ['of two hours ago', { date: new Date(Date.now() - 2 * 3_600_000) }],
    ['of two hours ahead', { date: new Date(Date.now() + 2 * 3_600_000) }],
  ] as const)('%s is refused, and nobody is asked for a key', async (_, how) => {
    const one = account()
    const before = peer.asked()
    const answer = await one.send(hall.slug, asking(), how)
    expect([answer.status, answer.json.code]).toEqual([401, 'credentials_required'])
    expect(peer.asked()).toBe(before)
  })

  it('that was changed on the way, or is signed with the key of somebody else, is refused', async () => {
    const [one, thief] = [account(), account()]
    const changed = JSON.stringify({ ...asking(), id: 'http://127.0.0.1/1', actor: one.id })
    expect((await one.send(hall.slug, asking(), { bodySent: changed })).status).toBe(401)
    expect((await one.send(hall.slug, asking(), { keyOf: thief })).status).toBe(401)
    expect((await one.send(hall.slug, asking(), { forgedBy: thief })).status).toBe(401)
    expect((await one.send(hall.slug, { ...asking(), actor: thief.id })).status).toBe(401)
    expect((await call(hall.slug, 'GET', '/api/fediverse/')).json).toMatchObject({ followers: 0 })
  })

  it('of an account whose inbox is on another server is refused', async () => {
    const thief = hostile.account('elsewhere', { inbox: peer.inbox('/victim').address })
    expect((await thief.follow(hall.slug)).status).toBe(401)
  })

  it('of an address that strangers are not led to is refused', async () => {
    const one = account()
    const answer = await one.send(hall.slug, { ...asking(), actor: 'http://127.0.0.1:9/x' })
    expect(answer.status).toBe(401)
  })

  it('that wants nothing of us is taken, and nobody is asked', async () => {
    const one = account()
    const before = peer.asked()
    const others = [
      { type: 'Follow', object: actorOf(other.slug, server) },
      { type: 'Like', object: actorOf(hall.slug, server) },
      { type: 'Delete', object: one.id },
      { type: 'Undo', object: { type: 'Like', object: actorOf(hall.slug, server) } },
      { type: 'Join', object: 'https://elsewhere.example/events/1' },
      { type: 'Create', object: { type: 'Note', content: 'Hello' } },
    ]
    for (const activity of others) expect((await one.send(hall.slug, activity)).status).toBe(202)
    expect(peer.asked()).toBe(before)
    expect(one.got()).toEqual([])
  })

  it('tells nobody whether somebody else follows', async () => {
    const [one, nobody] = [await follower(hall.slug), account()]
    const before = (await call(hall.slug, 'GET', '/api/fediverse/')).json.followers
    for (const { id } of [one, nobody])
      for (const activity of [
        { type: 'Undo', actor: id, object: { type: 'Follow', object: actorOf(hall.slug, server) } },
        { type: 'Undo', actor: id, object: `${id}/activities/1` },
        { type: 'Delete', actor: id, object: id },
      ]) {
        const answer = await nobody.send(hall.slug, activity, { without: 'signature' })
        expect([answer.status, answer.text]).toEqual([202, ''])
      }
    await untilQuiet(client)
    expect((await call(hall.slug, 'GET', '/api/fediverse/')).json.followers).toBe(before)
  })

  it('of an address that leads to somebody else is refused: they would be written to in their name', async () => {
    const victim = peer.inbox('/victim').address
    const led = victim.replace('/victim', '/out')
    const thief = hostile.account('led', { id: led, inbox: victim })
    peer.redirect('/out', thief.id)
    expect((await thief.send(hall.slug, { ...asking(), actor: led })).status).toBe(401)
  })

  it.each([
    'https://a.example/\u0000',
    'https://a.example/ b',
    `https://a.example/${'é'.repeat(900)}`,
    'javascript:1',
    7,
    {},
  ])('of no address is refused: %j', async (actor) => {
    const answer = await account().send(hall.slug, { type: 'Like', object: actorOf(hall.slug, server), actor })
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_body'])
  })

  it.each(['', 'no JSON', '[]', '"text"', '{}', '{"type":"Follow"}', '{"type":7,"actor":"https://a.example/"}'])(
    'that is none is refused: %s',
    async (body) => {
      const headers = { 'content-type': 'application/activity+json' }
      const answer = await server.send(hall.slug, 'POST', '/fediverse/inbox/', { body, headers })
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_body'])
      expect(answer.json.detail).toMatch(/^The body is no activity/)
    },
  )
})

describe('a server that does not answer', () => {
  it('gets all of it in order once it answers again, and holds up nobody else', async () => {
    const [down, up] = [await follower(hall.slug), await follower(hall.slug)]
    down.answers(503)
    const event = await hall.event([], { name: 'Patience' })
    await tell(hall.slug)
    expect(told(up)).toHaveLength(2)
    await hall.patch(`/api/events/${event}/`, { name: 'More patience' })
    await tell(hall.slug)
    expect(told(down)).toEqual([])
    expect((await call(hall.slug, 'GET', '/api/fediverse/')).json).toMatchObject({ failing: 1 })
    down.answers(202)
    await tell(hall.slug)
    expect(told(down)).toEqual([])
    await client.query("update follower_inbox set resumes_at = now() - interval '1 ms' where address = $1", [
      down.inbox,
    ])
    await tell(hall.slug)
    expect(told(down)).toEqual([
      ['Create', 'Patience'],
      ['Announce', 'address'],
      ['Update', 'More patience'],
    ])
    // What one fails at, or refuses for good, keeps back nothing that comes after it.
    down.answers(500)
    await hall.patch(`/api/events/${event}/`, { name: 'Failed at' })
    for (const _ of [1, 2, 3]) {
      await tell(hall.slug)
      await client.query('update follower_inbox set resumes_at = null where address = $1', [down.inbox])
    }
    down.answers(202)
    await hall.patch(`/api/events/${event}/`, { name: 'Worked at' })
    await tell(hall.slug)
    const updates = () => down.got('Update').map(({ object }) => object.name)
    expect(updates()).toEqual(['More patience', 'Worked at'])
    down.answers(422)
    await hall.patch(`/api/events/${event}/`, { name: 'Refused' })
    await tell(hall.slug)
    down.answers(202)
    await hall.patch(`/api/events/${event}/`, { name: 'Taken' })
    await tell(hall.slug)
    expect(updates()).toEqual(['More patience', 'Worked at', 'Taken'])
  })

  it('is forgotten once it is gone, or after a week', async () => {
    const [gone, silent] = [await follower(hall.slug), await follower(hall.slug)]
    const followers = async () => (await call(hall.slug, 'GET', '/api/fediverse/')).json.followers
    const before = await followers()
    gone.answers(410)
    silent.answers(500)
    const event = await hall.event([], { name: 'Gone' })
    await tell(hall.slug)
    expect(await followers()).toBe(before - 1)
    await client.query(
      "update follower_inbox set resumes_at = now() - interval '1 ms', failing_since = now() - interval '8 days' where address = $1",
      [silent.inbox],
    )
    await tell(hall.slug)
    expect(await followers()).toBe(before - 2)
    await hall.patch(`/api/events/${event}/`, { published: false })
    await tell(hall.slug)
  })
})

describe('a Meta', () => {
  it('announces what its organisations tell, and withdraws it; who follows it hears of changes from them', async () => {
    await turn('meta', true)
    const one = await follower('meta')
    const event = await hall.event([], { name: 'On the town' })
    await other.event([], { name: 'Of one without an account' })
    await tell(hall.slug, 'meta')
    const [announced] = await one.until('Announce', 1)
    const own = one.got('Create')
    expect(own.map(({ actor, object }) => [actor, object.name])).toContainEqual([
      actorOf(hall.slug, server),
      'On the town',
    ])
    const [{ object }] = own.filter((activity) => activity.object.name === 'On the town')
    const ofMeta = one.got('Announce').filter(({ actor }) => actor === actorOf('meta', server))
    expect(ofMeta.map((activity) => activity.object)).toContain(object.id)
    expect(JSON.stringify(one.got())).not.toContain('Of one without an account')
    expect(announced.to).toEqual([everybody])
    await hall.patch(`/api/events/${event}/`, { name: 'All over town' })
    await tell(hall.slug, 'meta')
    expect(one.got('Update').map((activity) => activity.object.name)).toContain('All over town')
    await hall.patch(`/api/events/${event}/`, { kept_out: true })
    await tell(hall.slug, 'meta')
    expect(one.got('Delete').at(-1)).toMatchObject({ actor: actorOf(hall.slug, server), object: { id: object.id } })
    expect(one.got('Undo').at(-1)).toMatchObject({
      actor: actorOf('meta', server),
      object: { type: 'Announce', object: object.id },
    })
    const page = await get('meta', '/fediverse/outbox/?page=1')
    expect(page.json.orderedItems.every((item: { type: string }) => item.type === 'Announce')).toBe(true)
    await hall.patch(`/api/events/${event}/`, { kept_out: false })
    await tell(hall.slug, 'meta')
    const announcements = one.got('Announce').map(({ id }) => id)
    expect(new Set(announcements).size).toBe(announcements.length)
    await turn('meta', false)
  })
})

describe('an organisation that is archived', () => {
  it('has everything deleted on other servers, and begins anew when it is restored', async () => {
    await turn(other.slug, true)
    const one = await follower(other.slug)
    const event = await other.event([], { name: 'Before the move' })
    await tell(other.slug)
    await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', other.slug)
    await tell(other.slug)
    const created = () =>
      one.got('Create').flatMap(({ object }) => (object.name === 'Before the move' ? object.id : []))
    expect(one.got('Delete').map(({ object }) => object.id)).toContain(created()[0])
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const cookie = await signIn(server, 'root', '', 'sue@server.test')
    const restored = await submitAt(
      server,
      '',
      `/admin/server/organisations/${other.tenantId}/unarchive/`,
      {},
      { cookie },
    )
    expect(restored.status).toBe(303)
    await tell(other.slug)
    expect(new Set(created()).size).toBe(2)
    await other.patch(`/api/events/${event}/`, { published: false })
    await turn(other.slug, false)
  })
})

describe('an organisation that lets itself be followed no more', () => {
  it('has everything deleted, and begins anew at other addresses', async () => {
    const one = await follower(hall.slug)
    await hall.event([], { name: 'Until the end' })
    await tell(hall.slug)
    const [{ object }] = one.got('Create')
    const off = await turn(hall.slug, false)
    expect(off).toMatchObject({ on: false })
    await untilQuiet(client)
    expect(one.got('Delete').map((activity) => activity.object.id)).toContain(object.id)
    expect((await get(hall.slug, '/fediverse/outbox/')).status).toBe(404)
    expect((await account().follow(hall.slug)).status).toBe(404)
    const on = await turn(hall.slug, true)
    expect(on.followers).toBe(off.followers)
    await untilQuiet(client)
    const again = one.got('Create').filter((activity) => activity.object.name === 'Until the end')
    expect(again).toHaveLength(2)
    expect(again[1].object.id).not.toBe(object.id)
  })
})
