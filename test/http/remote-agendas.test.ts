import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { agendaOf, dayAhead, startAgendaServer } from '../harness/agenda-server.ts'
import { createKey, everybodyIsDue, hoursAhead, runClockJob } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * Calendars of venues elsewhere, which a Meta reads and shows beside those of this server (ADR 0274). Seen red with entries of other Metas'
 * agendas in `selectEntries`; without what was decided of a series, what is known from elsewhere and the marks of the answer before; with
 * addresses of this server allowed; with `checkedAddresses` allowing every address; with what another agenda refused counted as known; without
 * `forgetGone`; and with what has begun never gone.
 */

/** The lines of an event, so many days ahead in the evening. */
const event = (uid: string, days: number, ...lines: readonly string[]) => [
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  `DTSTART;TZID=Europe/Paris:${dayAhead(days)}T203000`,
  ...lines,
]

const rex = await startAgendaServer()
/** A site inside the network, which nobody may be led to. */
const inside = await startAgendaServer()
inside.put('/inside.ics', { body: agendaOf(event('Inside', 1)) })
const { server, client, hall } = await twoOffices({ environment: { FETCH_ALLOW: rex.allow } })
const permissions = ['event:read', 'event:write'].flatMap((one) => ['--permission', one])
await server.cli('tenant', 'create', '--organisation', 'Second', '--category', 'M', '--email', 'ada@second.test')
const keys: Readonly<Record<string, string>> = {
  meta: await createKey(server, 'meta', permissions),
  second: await createKey(server, 'second', permissions),
}

const call = (method: string, path: string, body?: object, label = 'meta') =>
  server.send(label, method, `/api/${path}`, { key: keys[label] ?? hall.key, ...(body && { body }) })

let number = 0
/** Serves a calendar at an address of its own, and has the Meta read it. */
async function agenda(lines: readonly (readonly string[])[], body: object = {}, label = 'meta') {
  number++
  const path = `/${number}.ics`
  const put = (...events: readonly (readonly string[])[]) => rex.put(path, { body: agendaOf(...events) })
  put(...lines)
  const sent = { name: `Le Rex ${number}`, address: rex.url(path), site_web: 'https://lerex.example/', ...body }
  const made = await call('POST', 'remote-agendas/', sent, label)
  expect(made.status, made.text).toBe(201)
  const uuid = String(made.json.uuid)
  const read = async () => (await call('GET', `remote-agendas/${uuid}/`, undefined, label)).json
  const untilRead = async () => {
    await expect.poll(async () => (await read()).fetched_at ?? (await read()).problem).not.toBeNull()
    return read()
  }
  /** Its hour has come. */
  const again = async () => {
    await client.query(
      "update remote_agenda set next_at = now() - interval '1 minute', asked_at = null where id = $1",
      [uuid],
    )
    await runClockJob(client, 'ask_for_agendas')
    await expect
      .poll(
        async () => (await client.query('select asked_at from remote_agenda where id = $1', [uuid])).rows[0].asked_at,
      )
      .not.toBeNull()
    return read()
  }
  const events = async (search = '') =>
    (await call('GET', `remote-events/?agenda=${uuid}${search}`, undefined, label)).json as readonly {
      readonly uuid: string
      readonly name: string
      readonly state: string
      readonly datetime: string
      readonly gone_at: string | null
      readonly cancelled_at: string | null
    }[]
  const decide = async (name: string, how: 'accept' | 'refuse') => {
    const uuids = (await events()).filter((event) => event.name === name)
    for (const event of uuids) {
      const answer = await call('POST', `remote-events/${event.uuid}/${how}/`, undefined, label)
      expect(answer.status, answer.text).toBe(200)
    }
  }
  await untilRead()
  return { uuid, path, name: sent.name, put, read, again, events, decide }
}

const cards = async (label = 'meta', search = '') => {
  const { text } = await server.send(label, 'GET', `/${search}`, { headers: { accept: 'text/html' } })
  return [...text.matchAll(/<h4><a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, name]) => [name, href] as const)
}
const shown = async (label?: string, search?: string) => (await cards(label, search)).map(([name]) => name)

describe('an agenda that is moderated', () => {
  it('shows what was accepted, with the link out, in the calendar, the feeds and the interface', async () => {
    const own = await hall.event([], { name: 'Own', datetime: hoursAhead(48) })
    const { uuid, name, decide, events } = await agenda(
      [
        event('Nina', 3, 'URL:https://lerex.example/nina', 'LOCATION:Le Rex', 'CATEGORIES:Music'),
        event('Nobody', 4),
        event('Waits', 5),
      ],
      { city: 'Toulouse' },
    )
    expect((await events()).map((one) => [one.name, one.state])).toEqual([
      ['Nina', 'waiting'],
      ['Nobody', 'waiting'],
      ['Waits', 'waiting'],
    ])
    expect(await shown()).toEqual(['Own'])
    await decide('Nina', 'accept')
    await decide('Nobody', 'refuse')
    expect((await events('&status=waiting')).map((one) => one.name)).toEqual(['Waits'])
    const nina = ['Nina', 'https://lerex.example/nina']
    expect((await cards())[1]).toEqual(nina)
    for (const search of [
      '?q=nina+toulouse',
      '?town=Toulouse',
      '?category=music',
      `?by=${uuid}`,
      `?q=${encodeURIComponent(name)}`,
    ])
      expect(await cards('meta', search), search).toEqual([nina])
    expect(await shown('meta', '?by=the-hall')).toEqual(['Own'])

    const { json } = await server.send('meta', 'GET', '/api/events/')
    expect(json.map((one: { uuid: string }) => one.uuid)).toContain(own)
    expect(json.find((one: { name: string }) => one.name === 'Nina')).toMatchObject({
      external: true,
      url: 'https://lerex.example/nina',
      place: 'Le Rex',
      city: 'Toulouse',
      category: 'music',
      organisation: { uuid, organisation: name, url: 'https://lerex.example/' },
    })
    expect(json.find((one: { name: string }) => one.name === 'Own')).toMatchObject({ external: false })
    const feed = await server.send('meta', 'GET', '/feeds/events.json')
    const [, item] = JSON.parse(feed.text).items
    expect(item).toMatchObject({ title: 'Nina', url: nina[1], authors: [{ name }], _event: { external: true } })
    const calendar = new ICAL.Component(ICAL.parse((await server.send('meta', 'GET', '/feeds/events.ics')).text))
    const entries = calendar.getAllSubcomponents('vevent').map((one) => one.getFirstPropertyValue('uid'))
    // That of the source, so that whoever follows both has it once.
    expect(entries).toEqual([own, 'Nina'])
    // Decided otherwise.
    await decide('Nina', 'refuse')
    expect(await shown()).toEqual(['Own'])
  })

  it('keeps what was decided when an event changes, and shows it changed', async () => {
    const { put, again, events, decide } = await agenda([event('Jazz', 6), event('Poetry', 7)])
    await decide('Jazz', 'accept')
    await decide('Poetry', 'refuse')
    put(
      event('Jazz', 8, 'URL:javascript:alert(1)').map((line) =>
        line.replace('SUMMARY:Jazz', 'SUMMARY:<b>Jazz</b> trio'),
      ),
      event('Poetry', 7, 'LOCATION:Elsewhere'),
    )
    for (const _ of [1, 2]) {
      await again()
      expect((await events()).map(({ name, state }) => [name, state])).toEqual([
        ['Poetry', 'refused'],
        ['Jazz trio', 'accepted'],
      ])
    }
    // Without a page of its own it leads to the venue's.
    expect(await cards('meta', '?q=jazz')).toEqual([['Jazz trio', 'https://lerex.example/']])
  })

  it('has one decision for a series: what is new of it follows', async () => {
    const { put, again, events, decide } = await agenda([event('Weekly', 9)])
    await decide('Weekly', 'accept')
    put(event('Weekly', 9, 'RRULE:FREQ=WEEKLY;COUNT=3'))
    await again()
    expect((await events()).filter(({ gone_at }) => gone_at === null).map(({ state }) => state)).toEqual(
      Array(3).fill('accepted'),
    )
    expect(await shown('meta', '?q=weekly')).toEqual(Array(3).fill('Weekly'))
  })

  it('shows no more what its source cancelled or left out, and again what comes back', async () => {
    const { put, again, decide, events } = await agenda([event('Off', 10), event('Away', 11)])
    await decide('Off', 'accept')
    await decide('Away', 'accept')
    put(event('Off', 10, 'STATUS:CANCELLED'))
    await again()
    expect(await shown('meta', '?q=off')).toEqual([])
    expect(await shown('meta', '?q=away')).toEqual([])
    const [off, away] = await events()
    expect([off?.cancelled_at, away?.gone_at]).toEqual([expect.any(String), expect.any(String)])
    // Followers are told.
    expect((await server.send('meta', 'GET', '/feeds/events.ics?q=off')).text).toContain('STATUS:CANCELLED')
    put(event('Off', 10), event('Away', 11))
    await again()
    expect([...(await shown('meta', '?q=off')), ...(await shown('meta', '?q=away'))]).toEqual(['Off', 'Away'])
  })
})

describe('an event of a whole day', () => {
  it('has no hours, on the page and in the feed', async () => {
    const day = dayAhead(18)
    await agenda([['UID:Fair', 'SUMMARY:Fair', `DTSTART;VALUE=DATE:${day}`]], { trusted: true })
    const { text } = await server.send('meta', 'GET', '/?q=fair', { headers: { accept: 'text/html' } })
    const [, card = ''] = /<li class="card">(.*?)<\/li>/.exec(text) ?? []
    expect(card).toContain('Fair')
    expect(card).not.toContain('<time')
    const feed = (await server.send('meta', 'GET', '/feeds/events.ics?q=fair')).text
    expect(feed).toContain(`DTSTART;VALUE=DATE:${day}`)
    expect(feed).toContain(`DTEND;VALUE=DATE:${dayAhead(19)}`)
    const on = (days: number) => {
      const date = dayAhead(days).replace(/(....)(..)(..)/, '$1-$2-$3')
      return shown('meta', `?q=fair&from=${date}&to=${date}`)
    }
    // Seen red with its midnight taken for the night of the day before.
    expect([await on(17), await on(18), await on(19)]).toEqual([[], ['Fair'], []])
  })
})

describe('a trusted agenda', () => {
  it('is shown as it comes, but for what was refused', async () => {
    const { uuid, put, again, decide } = await agenda([event('Trusted one', 12)])
    expect(await shown('meta', '?q=trusted')).toEqual([])
    await call('PATCH', `remote-agendas/${uuid}/`, { trusted: true })
    expect(await shown('meta', '?q=trusted')).toEqual(['Trusted one'])
    await decide('Trusted one', 'refuse')
    put(event('Trusted one', 12), event('Trusted two', 13))
    await again()
    expect(await shown('meta', '?q=trusted')).toEqual(['Trusted two'])
    await call('DELETE', `remote-agendas/${uuid}/`)
    expect(await shown('meta', '?q=trusted')).toEqual([])
    expect((await call('GET', `remote-agendas/${uuid}/`)).status).toBe(404)
    expect((await client.query('select from remote_event where agenda_id = $1', [uuid])).rowCount).toBe(0)
  })
})

describe('reading', () => {
  it('asks whether anything changed', async () => {
    const { path, again, events } = await agenda([event('Known', 14)])
    rex.put(path, { body: agendaOf(event('Known', 14)), headers: { etag: '"one"' } })
    await again()
    await again()
    expect(rex.asked(path).map((headers) => headers['if-none-match'])).toEqual([undefined, undefined, '"one"'])
    expect(await events()).toHaveLength(1)
  })

  it.each([
    ['bad_status', { status: 500 }],
    ['too_large', { body: ' '.repeat(5_000_001) }],
    ['no_calendar', { body: '<!doctype html>' }],
    ['unreachable', { status: 302, headers: { location: inside.url('/inside.ics') } }],
    // A rule that never comes to an end: no month of February has a 30th.
    ['unreadable', { body: agendaOf(event('Never', 1, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')) }],
  ])('says %s, keeps what was accepted, and waits longer each time', async (problem, answer) => {
    const { uuid, path, again, decide, name } = await agenda([event(`Kept ${number}`, 15)])
    await decide(`Kept ${number - 1}`, 'accept')
    const by = `?q=${encodeURIComponent(name)}`
    expect(await shown('meta', by)).toHaveLength(1)
    rex.put(path, answer)
    const minutes = async () => {
      const { next_fetch_at: next, problem: said } = await again()
      expect(said).toBe(problem)
      return (Date.parse(next) - Date.now()) / 60_000
    }
    expect(await minutes()).toBeGreaterThan(50)
    // As if it had failed twice more: a rule without end takes ten seconds each time.
    await client.query('update remote_agenda set failures = 2 where id = $1', [uuid])
    expect(await minutes()).toBeGreaterThan(200)
    expect(await shown('meta', by)).toHaveLength(1)
    rex.put(path, { body: agendaOf(event('Well again', 15)) })
    expect(await again()).toMatchObject({ problem: null })
  })

  it('passes over what the Meta has from elsewhere', async () => {
    const own = await hall.event([], { name: 'Ours', datetime: hoursAhead(480) })
    const first = await agenda([event('Both', 20, 'RRULE:FREQ=DAILY;COUNT=2')])
    const ids = (await client.query('select uid, recurrence from remote_event where agenda_id = $1', [first.uuid])).rows
    const copies = ids.map(({ uid, recurrence }, day) => event(`${uid}/${recurrence}`, 20 + day))
    const second = await agenda([...copies, event(own, 20), event('Theirs', 21)])
    expect((await second.events()).map(({ name }) => name)).toEqual(['Theirs'])
  })

  it('is not silenced by what another agenda refused, and keeps what it had first', async () => {
    const first = await agenda([event('Doubled', 22)])
    await first.decide('Doubled', 'refuse')
    const second = await agenda([event('Doubled', 22)], { trusted: true })
    expect(await shown('meta', '?q=doubled')).toEqual(['Doubled'])
    await first.decide('Doubled', 'accept')
    await second.again()
    expect((await second.events()).map(({ name, gone_at }) => [name, gone_at])).toEqual([['Doubled', null]])
  })

  it('no longer shows what has begun and has another id now', async () => {
    const exhibition = (uid: string) => [
      `UID:${uid}`,
      'SUMMARY:Exhibition',
      `DTSTART;VALUE=DATE:${dayAhead(-3)}`,
      `DTEND;VALUE=DATE:${dayAhead(60)}`,
    ]
    const { put, again } = await agenda([exhibition('export-1')], { trusted: true })
    put(exhibition('export-2'))
    await again()
    expect(await shown('meta', '?q=exhibition')).toEqual(['Exhibition'])
  })

  it('keeps of what is gone the latest of what was decided, for a month', async () => {
    const { uuid, put, again, events, decide } = await agenda([event('Was shown', 23), event('Waited', 23)])
    await decide('Was shown', 'accept')
    put(event('Next', 24))
    await again()
    const named = async () => (await events()).map(({ name }) => name)
    expect(await named()).toEqual(['Was shown', 'Next'])
    await client.query(
      `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, starts_at, all_day, time_zone, categories, state, gone_at, created_at)
       select tenant_id, gen_random_uuid(), agenda_id, 'old-' || number, '', 'Old', starts_at, false, time_zone, '{}', 'refused',
         now() - interval '1 day', now()
       from remote_event, generate_series(1, 2100) as number where agenda_id = $1 and name = 'Was shown'`,
      [uuid],
    )
    await again()
    const kept = async () =>
      (await client.query('select from remote_event where agenda_id = $1 and gone_at is not null', [uuid])).rowCount
    expect(await kept()).toBe(2_000)
    expect((await events('&status=accepted')).map(({ name }) => name)).toEqual(['Was shown'])
    await client.query(
      "update remote_event set gone_at = now() - interval '31 days' where agenda_id = $1 and gone_at is not null",
      [uuid],
    )
    await again()
    expect(await kept()).toBe(0)
  })

  // Seen red with the agenda's own `updated_at` in selectEvents.
  it('is no change of what it finds as it was; another name of the agenda is one', async () => {
    const { uuid, again } = await agenda([event('Steady', 25)])
    const moment = async () => (await client.query('select clock_timestamp() as at')).rows[0].at.toISOString()
    const since = async (at: string) =>
      (await call('GET', `remote-events/?agenda=${uuid}&updated_since=${at}`)).json.map(
        ({ name }: { name: string }) => name,
      )
    const first = await moment()
    await again()
    expect(await since(first)).toEqual([])
    await call('PATCH', `remote-agendas/${uuid}/`, { name: 'Rex, renamed' })
    expect(await since(first)).toEqual(['Steady'])
  })

  it('forgets what is over', async () => {
    const { uuid, put, again, events } = await agenda([event('Over', 1), event('To come', 2)])
    await client.query(
      "update remote_event set starts_at = now() - interval '3 days' where agenda_id = $1 and name = 'Over'",
      [uuid],
    )
    put(event('To come', 2))
    await again()
    expect((await events()).map(({ name }) => name)).toEqual(['To come'])
  })
})

describe('who has agendas', () => {
  it('is a Meta alone, each its own', async () => {
    const { uuid, events } = await agenda([event('Mine', 16)], { trusted: true })
    const [mine] = await events()
    expect(await shown('meta', '?q=mine')).toEqual(['Mine'])
    expect(await shown('second')).toEqual([])
    expect((await call('GET', 'remote-agendas/', undefined, 'second')).json).toEqual([])
    expect((await call('GET', 'remote-events/', undefined, 'second')).json).toEqual([])
    for (const [method, path] of [
      ['GET', `remote-agendas/${uuid}/`],
      ['PATCH', `remote-agendas/${uuid}/`],
      ['DELETE', `remote-agendas/${uuid}/`],
      ['POST', `remote-agendas/${uuid}/fetch/`],
      ['GET', `remote-events/${mine?.uuid}/`],
      ['POST', `remote-events/${mine?.uuid}/accept/`],
      ['POST', `remote-events/${mine?.uuid}/refuse/`],
    ] as const)
      for (const label of ['second', hall.slug]) {
        const answer = await call(method, path, method === 'PATCH' ? { name: 'Theirs' } : undefined, label)
        expect([method, path, label, answer.status]).toEqual([method, path, label, 404])
      }
    const body = { name: 'Hall', address: rex.url('/hall.ics'), site_web: 'https://hall.test/' }
    expect((await call('POST', 'remote-agendas/', body, hall.slug)).json.code).toBe('category_rule')
    // The second one has an agenda of its own, which the first, that lists everybody, does not show.
    await agenda([event('Secondly', 17)], { trusted: true }, 'second')
    expect(await shown('second')).toEqual(['Secondly'])
    expect(await shown('meta', '?q=secondly')).toEqual([])
  })

  it.each([
    ['of this server', () => `http://${hall.slug}.localhost/feeds/events.ics`],
    ['of the Meta itself', () => 'http://meta.localhost/feeds/events.ics'],
    ['of the Meta itself, written otherwise', () => 'http://meta.localhost./feeds/events.ics'],
    ['that is read already', () => rex.url('/1.ics')],
  ])('gives no address %s', async (_, address) => {
    const answer = await call('POST', 'remote-agendas/', { name: 'X', address: address(), site_web: 'https://x.test/' })
    expect([answer.status, Object.keys(answer.json.errors)], answer.text).toEqual([400, ['address']])
  })
})

describe('an event that its source has withdrawn', () => {
  // Seen red with `calendarEntry` alone in `listEverShown`.
  it('of this server, does not come back from a calendar that has it from here', async () => {
    const id = await hall.event([], { name: 'Withdrawn' })
    const copy = [`UID:${id}`, 'SUMMARY:Copy', `DTSTART;TZID=Europe/Paris:${dayAhead(3)}T203000`]
    const { again, events, put } = await agenda([copy], { trusted: true })
    expect(await events()).toEqual([])
    expect((await hall.patch(`/api/events/${id}/`, { published: false })).status).toBe(200)
    put(copy, event('Another', 4))
    await again()
    expect((await events()).map(({ name }) => name)).toEqual(['Another'])
    await client.query("update withdrawn_event set kept_until = now() - interval '1 second' where event_id = $1", [id])
    await everybodyIsDue(client)
    await runClockJob(client, 'forget_old')
    await again()
    expect((await events()).map(({ name }) => name)).toEqual(['Copy', 'Another'])
  })

  // Seen red with what is gone left out of `findKnownElsewhere`.
  it('of another agenda, does not come back from a calendar that has it from here', async () => {
    const [uid, days] = ['Withdrawn elsewhere', 3]
    const source = await agenda([event(uid, days)], { trusted: true })
    source.put(event('What is left', days))
    await source.again()
    const copy = await agenda([event(uid, days), event('Their own', days)], { trusted: true })
    expect((await copy.events()).map(({ name }) => name)).toEqual(['Their own'])
  })
})
