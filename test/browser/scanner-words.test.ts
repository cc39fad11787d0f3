import { expect, it } from 'vitest'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import { answerTo, atTheEvent, cut, later, refresh, untilListed } from '../harness/scanner.ts'

/** What an answer says, to eyes and ears. */
const { server, client, hall, ticket, logOf, here, browser } = await openScannerDoors()

/** Seen red without the seat in the answer of the service, and in what the device opens by itself. */
it('says the seat where there is one, with network and without', async () => {
  const { page } = await here.pairedBy(browser, await here.token('Numbered'))
  await atTheEvent(page, 'The Hall live')
  const [one, two, free] = [await ticket(), await ticket(), await ticket()]
  await client.query("update ticket set seat = 'B' || ('x' || left(id::text, 3))::bit(12)::int where id = any($1)", [
    [one.id, two.id],
  ])
  const { rows } = await client.query('select id, seat from ticket where id = any($1)', [[one.id, two.id]])
  const seatOf = (id: string) => `Seat ${rows.find((row) => row.id === id).seat}`
  await refresh(page)
  await untilListed(page)
  expect(await answerTo(page, one.qr)).toContain(seatOf(one.id))
  await later(page)
  expect(await answerTo(page, one.qr)).toMatch(new RegExp(`^Already scanned.*${seatOf(one.id)}`))
  expect(await answerTo(page, free.qr)).not.toContain('Seat')
  await cut(page)
  expect(await answerTo(page, two.qr)).toMatch(new RegExp(`^Welcome, offline.*${seatOf(two.id)}`))
})

/** Seen red with the zone of the telephone. */
it('says when by the clock of the organisation, wherever the telephone thinks it is', async () => {
  const { rows } = await client.query('select time_zone from tenant where id = $1', [hall.tenantId])
  const { time_zone: timeZone } = rows[0] as { time_zone: string }
  const opening = { timeZone: 'Pacific/Chatham' } as const
  const { page } = await here.pairedBy(browser, await here.token('From afar', '--supervisor'), opening)
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  const { id, qr } = await ticket()
  await answerTo(page, qr)
  const form = { hour: '2-digit', minute: '2-digit', timeZone } as const
  const timeOf = (moment: Date) => moment.toLocaleTimeString('en-GB', form)
  // The telephone notes by itself when it heard of it, which may be the next minute.
  const heard = timeOf(new Date())
  const [scan] = await logOf(id)
  const at = timeOf(new Date(String(scan?.['scanned_at'])))
  await later(page)
  expect(await answerTo(page, qr)).toContain(`At ${at} by this device`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByLabel('Name or number').fill(id.replaceAll('-', '').slice(-10))
  await page.keyboard.press('Enter')
  await page.getByText(`Let in, ${at}`).waitFor()
  await page.getByRole('button', { name: 'Back to the door' }).click()
  await page.getByRole('button', { name: 'Last scans' }).click()
  const times = await page.locator('.rows time').allTextContents()
  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  // The two scans lie within the same minutes.
  const apart = times.map((text) => Math.abs(minute(text) - minute(at)))
  for (const minutes of apart) expect(Math.min(minutes, 1440 - minutes)).toBeLessThanOrEqual(2)
  await refresh(page)
  await page.reload()
  await cut(page)
  await page.locator('.door').waitFor()
  expect(await answerTo(page, qr)).toMatch(new RegExp(`At (${at}|${heard}) by this device`))
})

/** Seen red with the hour alone, as if it were today's, and with the day as Intl says it. */
it.each([
  ['en', 'en-GB'],
  ['fr', 'fr-FR'],
] as const)('says the day of a scan that was not today: %s', async (locale, tag) => {
  const { rows } = await client.query('select time_zone from tenant where id = $1', [hall.tenantId])
  const { time_zone: timeZone } = rows[0] as { time_zone: string }
  const opening = { timeZone: 'Pacific/Chatham', locale } as const
  const { page } = await here.pairedBy(browser, await here.token(`Days ${locale}`, '--supervisor'), opening)
  await atTheEvent(page, 'The Hall live')
  const { id, qr } = await ticket()
  await answerTo(page, qr)
  const moved = await client.query(
    `update ticket set scanned_at = date_trunc('month', now() - interval '26 hours') + interval '12 hours'
     where id = $1 returning scanned_at`,
    [id],
  )
  const at = new Date(String((moved.rows[0] as { scanned_at: Date }).scanned_at))
  const time = at.toLocaleTimeString(tag, { hour: '2-digit', minute: '2-digit', timeZone })
  const told = at.toLocaleDateString(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  // It was the first of a month, which French has a word for that Intl does not know.
  const day = locale === 'fr' ? told.replace(' 1 ', ' 1er ') : told
  await later(page)
  expect(await answerTo(page, qr)).toContain(`${locale === 'en' ? 'At' : 'À'} ${time} (${day}) `)
  await page.getByRole('button', { name: /^(Search|Chercher)$/ }).click()
  await page.keyboard.type(id.replaceAll('-', '').slice(-10))
  await page.keyboard.press('Enter')
  await page.getByText(`, ${time} (${day})`).waitFor()
})

/** Seen red with its name alone, with no day where the name is that of this door, and with the zone of the telephone. */
it.each([
  ['en', 'en-GB'],
  ['fr', 'fr-FR'],
  ['de', 'de-DE'],
  ['es', 'es-ES'],
] as const)('says which evening a ticket is for, with network and without: %s', async (locale, tag) => {
  const { rows } = await client.query('select time_zone from tenant where id = $1', [hall.tenantId])
  const { time_zone: timeZone } = rows[0] as { time_zone: string }
  const name = `Two nights ${locale}`
  const startsAt = new Date(Date.now() + 86_400_000)
  const tonight = await insertEvent(client, hall.tenantId, { name })
  const tomorrow = await insertEvent(client, hall.tenantId, { name, startsAt })
  const [foreign = ''] = await insertTickets(client, hall, { eventId: tomorrow })
  const [own = ''] = await insertTickets(client, hall, { eventId: tonight })
  const codes = await qrCodesOf(server, hall.slug, [foreign, own])
  const when = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone } as const
  const said = new Intl.DateTimeFormat(tag, when).format(startsAt)
  const day = locale === 'fr' ? said.replace(' 1 ', ' 1er ') : said
  const opening = { timeZone: 'Pacific/Chatham', locale } as const
  const { page } = await here.pairedBy(browser, await here.token(`Evenings ${locale}`), opening)
  const evenings = page.getByRole('button', { name: new RegExp(`^${name}`) })
  // Both lists are read, that of tonight last: without network nothing else tells one evening from the other.
  for (const evening of [evenings.last(), evenings.first()]) {
    if ((await page.locator('.door').count()) > 0) await page.locator('.door header .link').click()
    await evening.click()
    await page.locator('.door').waitFor()
    await untilListed(page)
  }
  const read = async (id: string) => {
    await later(page)
    return answerTo(page, codes.get(id) ?? '')
  }
  const turnChecking = async () => {
    await page.locator('.last').click()
    await page.getByRole('switch').click()
  }
  const look = async () => {
    expect(await read(foreign)).toContain(`${name}, ${day}`)
    await turnChecking()
    expect(await read(foreign)).toContain(`${name}, ${day}`)
    expect(await read(own)).not.toContain(name)
    await turnChecking()
  }
  await look()
  await cut(page)
  await look()
})

/** Seen red with "No name" for each of them. */
it('names those of a group who have a name, and nobody else', async () => {
  const { page } = await here.pairedBy(browser, await here.token('Groups'))
  await atTheEvent(page, 'The Hall live')
  const letIn = async (named: 0 | 1) => {
    const [first = '', ...others] = await insertTickets(client, hall, { count: 3 })
    const nameless = "update ticket set first_name = '', last_name = '' where id = any($1)"
    await client.query(nameless, [others.slice(named)])
    const codes = await qrCodesOf(server, hall.slug, [first])
    await answerTo(page, codes.get(first) ?? '')
    await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
    await page.getByRole('heading', { name: '2 more let in' }).waitFor()
    return page.locator('.door main').textContent()
  }
  expect(await letIn(1)).toBe('2 more let inAda Lovelace')
  expect(await letIn(0)).toBe('2 more let in')
})

/** Seen red with a full stop put after every part, those that have one among them. */
it.each(['en', 'fr'] as const)('is read out with one full stop after a sentence: %s', async (locale) => {
  const { page } = await here.pairedBy(browser, await here.token(`Aloud ${locale}`), { locale })
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  const said = () => page.locator('[aria-live=assertive]').textContent()
  const [first = '', second = '', cancelled = ''] = await insertTickets(client, hall, { count: 3 })
  await client.query('update ticket set cancelled_at = now() where id = $1', [cancelled])
  const codes = await qrCodesOf(server, hall.slug, [first, second, cancelled])
  const heard: string[] = []
  const read = async (code: string) => {
    await answerTo(page, code)
    heard.push((await said()) ?? '')
  }
  await client.query("update price set scan_note = 'Give the blue wristband.'")
  await read(codes.get(first) ?? '')
  await client.query('update price set scan_note = null')
  await later(page)
  await read(codes.get(first) ?? '')
  await read(codes.get(cancelled) ?? '')
  await read('nothing')
  await cut(page)
  await read('nothing else')
  expect(heard[0]).toMatch(
    /^(Check, then let in|Vérifiez, puis faites entrer)\. Ada Lovelace\. Give the blue wristband\. Full price/,
  )
  for (const text of heard) {
    expect(text).not.toMatch(/[.!?…:]\s*\./)
    expect(text).toMatch(/^\S.*\. \S/)
  }
})

/** Seen red with the name alone. */
it('says of which evening the door is, where its name alone could mean another', async () => {
  const hoursMs = 3_600_000
  const insertAt = (name: string, hours: number) =>
    insertEvent(client, hall.tenantId, { name, startsAt: new Date(Date.now() + hours * hoursMs) })
  const [now, later, early, only] = [
    await insertAt('Twice tonight', 0),
    await insertAt('Twice tonight', 0.5),
    await insertAt('In three days', 72),
    await insertAt('Once tonight', 0),
  ]
  const dayOf = async (id: string, locale: string) => {
    const { rows } = await client.query(
      'select starts_at, time_zone from event join tenant on tenant.id = tenant_id where event.id = $1',
      [id],
    )
    const { starts_at: at, time_zone: timeZone } = rows[0] as { starts_at: Date; time_zone: string }
    return new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    })
      .format(at)
      .replace(/^(\S+) 1 /, locale === 'fr-FR' ? '$1 1er ' : '$1 1 ')
  }
  for (const [locale, tag] of [
    ['en', 'en-GB'],
    ['fr', 'fr-FR'],
  ] as const) {
    const { page } = await here.pairedBy(browser, await here.token(`Evenings ${locale}`), { locale })
    for (const [id, place, name, isDated] of [
      [now, 0, 'Twice tonight', true],
      [later, 1, 'Twice tonight', true],
      [early, 0, 'In three days', true],
      [only, 0, 'Once tonight', false],
    ] as const) {
      await page.locator('.choice', { hasText: name }).nth(place).click()
      const said = page.locator('header .event')
      await said.waitFor()
      expect(await said.textContent()).toBe(isDated ? `${name}, ${await dayOf(id, tag)}` : name)
      await page.locator('header .link').click()
    }
  }
})
