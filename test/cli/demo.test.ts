import { readdir, readFile } from 'node:fs/promises'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysLater } from '../harness/bent-clock.ts'
import { untilTrue } from '../harness/box-office.ts'
import { type DataDirectory, makeDataDirectory, type Started, startProcess } from './embedded-service.ts'

type Announcement = {
  readonly url: string
  readonly meta_url: string
  readonly root_sign_in_url: string
  readonly pairing_url: string
  readonly supervisor_pairing_url: string
  readonly sheet: string
  readonly outbox: string
  readonly worth_a_look: readonly { what: string; url: string }[]
  readonly codes: readonly { code: string; organisation: string }[]
  readonly tenants: readonly { slug: string; category: string; url: string; sign_in_url: string }[]
}

const labels = ['la-verriere', 'les-nuits-du-canal', 'northwind-tales']

describe('demo', () => {
  let directory: DataDirectory
  let service: Started
  let shown: Announcement

  async function startDemo(environment: Record<string, string> = {}): Promise<Announcement> {
    service = await directory.start(['demo', '--json'], environment)
    return JSON.parse(service.stdout()) as Announcement
  }

  async function stop(): Promise<void> {
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  }

  /** Rows as the superuser, of all tenants. */
  async function ask<T>(text: string): Promise<readonly T[]> {
    const client = await directory.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows as T[]
  }

  const countEverything = () =>
    ask(`select (select count(*) from tenant) as tenants, (select count(*) from event) as events,
      (select count(*) from reservation) as reservations, (select count(*) from ticket) as tickets,
      (select count(*) from product) as products, (select count(*) from price) as prices,
      (select count(*) from membership) as memberships, (select count(*) from device) as devices,
      (select count(*) from nfc_card) as cards, (select count(*) from purse_movement) as movements,
      (select count(*) from event_notice) as notices, (select count(*) from waiting_entry) as waiting,
      (select count(*) from promotional_code) as codes, (select count(*) from scan_log) as scans, (select count(*) from artist) as artists,
      (select count(*) from event_cost) as costs, (select count(*) from artist_deal) as deals`)

  const links = () => [
    shown.meta_url,
    shown.root_sign_in_url,
    shown.pairing_url,
    shown.supervisor_pairing_url,
    ...shown.tenants.flatMap((tenant) => [tenant.url, tenant.sign_in_url]),
    ...shown.worth_a_look.map(({ url }) => url),
  ]

  /** The first run is interrupted: seen red without the signal in it, when it was filled to the end first. */
  beforeAll(async () => {
    await untilFarFromFour()
    directory = await makeDataDirectory()
    const interrupted = startProcess(['demo', '--json'], directory.environment)
    await untilTrue(async () => interrupted.stderr().includes('Setting up'))
    interrupted.process.kill('SIGINT')
    expect([await interrupted.ended, interrupted.stdout()]).toEqual([0, ''])
    shown = await startDemo()
  })
  afterAll(() => directory.remove())

  test('shows a venue, a festival and a producer', () => {
    expect(shown.tenants.map(({ slug }) => slug)).toEqual(labels)
    expect(shown.tenants.map(({ category }) => category)).toEqual(['venue', 'festival', 'producer'])
  })

  test('behind every printed address stands a real page', async () => {
    for (const link of links()) {
      const { hostname, pathname } = new URL(link)
      const label = hostname === 'localhost' ? '' : hostname.replace('.localhost', '')
      const page = await directory.send(label, 'GET', pathname, { headers: { accept: 'text/html' } })
      expect([link, page.status, page.headers['content-type']]).toEqual([
        link,
        200,
        expect.stringContaining('text/html'),
      ])
      expect(page.text).toMatch(/<h1[\s>]/)
    }
  })

  test('has every status of reservations and tickets, all kinds of products, and devices of each sort', async () => {
    const statuses = await ask<{ status: string }>('select distinct status from reservation order by 1')
    expect(statuses.map(({ status }) => status)).toEqual(
      [
        'cancelled',
        'created',
        'unpaid',
        'email_unverified',
        'email_verified',
        'paid',
        'paid_email_invalid',
        'paid_email_unsent',
        'valid',
      ].sort(),
    )
    expect(await ask('select distinct status from ticket order by 1')).toHaveLength(4)
    expect(await ask('select distinct kind from product')).toHaveLength(7)
    const [{ reservations } = { reservations: 0 }] = await ask<{ reservations: number }>(
      'select count(*)::int as reservations from reservation',
    )
    expect(reservations).toBeGreaterThan(200)
    const devices = await ask(
      'select distinct claimed_at is not null as claimed, archived_at is not null as archived from device',
    )
    expect(devices).toHaveLength(3)
    expect(await ask('select from membership where cancelled_at is null')).not.toHaveLength(0)
  })

  /** Seen red with events made at this moment: their settlements begin when they are made, and were empty. */
  test('has made its events before it sold their tickets', async () => {
    const sold = 'select from event join reservation on event_id = event.id'
    expect(await ask(`${sold} where reservation.created_at < event.created_at`)).toEqual([])
    expect(await ask(`${sold} where reservation.created_at < now() - interval '8 days'`)).not.toEqual([])
  })

  test('shows what else happens: early birds, codes, gifts, waiting lists, events cancelled and postponed', async () => {
    const kinds = shown.worth_a_look.map(({ what }) => what.split(':')[0])
    expect([...new Set(kinds)].sort()).toEqual(['Cancelled', 'Postponed', 'Sold out'])
    const textOf = async (kind: string) => {
      const { url = '' } = shown.worth_a_look.find(({ what }) => what.startsWith(kind)) ?? {}
      const { hostname, pathname } = new URL(url)
      const headers = { accept: 'text/html', 'accept-language': 'en' }
      return (await directory.send(hostname.replace('.localhost', ''), 'GET', pathname, { headers })).text
    }
    expect(await textOf('Sold out')).toContain('Join the waiting list')
    expect(await textOf('Cancelled')).toContain('This event is cancelled.')
    const postponed = await textOf('Postponed')
    for (const said of ['This event has been postponed to a new date.', 'promotional code'])
      expect(postponed).toContain(said)
    // Seen red with early birds at every event.
    const late = await ask(`select event.name, sale_ends_at, starts_at from event_product
      join price using (tenant_id, product_id) join event on event.id = event_id where sale_ends_at >= starts_at`)
    expect(late).toEqual([])
    const early = await ask<{ slug: string }>(`select event.slug from event_product
      join price using (tenant_id, product_id) join event on event.id = event_id where price.name = 'Early bird'`)
    const headers = { accept: 'text/html', 'accept-language': 'en' }
    const path = `/events/${early[0]?.slug}/`
    const { text } = await directory.send('northwind-tales', 'GET', path, { headers })
    for (const said of ['On sale until', '£12.00']) expect(text).toContain(said)
    expect(shown.codes.map(({ code }) => code)).toEqual(['LUCIOLE', 'LAMPION', 'ROPEWALK'])
    expect(await ask('select from promotional_code')).toHaveLength(3)
    expect(await ask('select from waiting_entry')).toHaveLength(3)
    const themes = await ask(
      "select distinct accent_color, type_pair, color_scheme from tenant where category not in ('root', 'meta')",
    )
    expect(themes).toHaveLength(3)
    expect(await ask('select from price where open_amount and amount_minor = 500')).toHaveLength(2)
  })

  test('sold ≤ stock holds in it as everywhere: counters say what the tickets say', async () => {
    const wrong = await ask(`select event_id, held, count from event_counter
      join lateral (select count(*) from ticket where ticket.tenant_id = event_counter.tenant_id
        and ticket.event_id = event_counter.event_id and cancelled_at is null) as counted on true
      where held <> count`)
    expect(wrong).toEqual([])
  })

  test('the mails that pages promise lie where it says', async () => {
    expect((await readdir(shown.outbox)).some((name) => name.endsWith('.eml'))).toBe(true)
  })

  test('the sheet’s codes can be read and scanned, each with the answer it promises', async () => {
    const html = await readFile(shown.sheet, 'utf8')
    const figures = [...html.matchAll(/<figure>(<svg.*?<\/svg>).*?<strong>(.*?)<\/strong>/gs)]
    const cards = await Promise.all(
      figures.map(async ([, svg = '', caption = '']) => ({ caption, data: await readQr(svg) })),
    )
    expect(cards.length).toBeGreaterThan(12)
    const pairing = cards.find(({ caption }) => caption.startsWith('Pair'))
    const paired = await directory.send('la-verriere', 'GET', new URL(String(pairing?.data)).pathname)
    expect(paired.json).toMatchObject({ success: true })
    const key = paired.json.api_key as string
    const supervisor = cards.find(({ caption }) => caption.startsWith('A supervisor'))
    const leading = await directory.send('la-verriere', 'GET', new URL(String(supervisor?.data)).pathname)
    const search = (by: string) =>
      directory.send('la-verriere', 'POST', '/scan/search_ticket/', { key: by, body: { query: 'lefevre' } })
    expect([(await search(leading.json.api_key)).status, (await search(key)).status]).toEqual([200, 403])
    // The first part of the sheet is the venue's; a card of another organisation would be refused as forged.
    const mine = cards.slice(
      0,
      cards.findIndex((card, index) => index > 0 && card.caption.startsWith('Pair')),
    )
    const scan = async (caption: string) => {
      const card = mine.find((candidate) => candidate.caption.startsWith(caption))
      const answer = await directory.send('la-verriere', 'POST', '/scan/ticket/', {
        key,
        body: { qrcode_data: card?.data },
      })
      return answer.json.success ? answer.json.message : answer.json.code
    }
    expect(await scan('Valid: comes in')).toBe('Ticket successfully scanned')
    expect(await scan('Valid: comes in')).toBe('already_scanned')
    expect(await scan('Already')).toBe('already_scanned')
    expect(await scan('Cancelled')).toBe('canceled')
    expect(await scan('Not paid')).toBe('unpaid')
    expect(await scan('Payment not begun')).toBe('unpaid')
    expect(await scan('Forged')).toBe('invalid_signature')
    expect(await scan('Valid for')).toBe('Ticket successfully scanned')
  })

  test('the same day again: only new one-time links', async () => {
    const before = shown
    // Of somebody who tries things: the demonstration stays one.
    await directory.cli('tenant', 'create', '--organisation', 'The Barn', '--category', 'S', '--email', 'ada@barn.test')
    await stop()
    const counted = await countAfterStop()
    shown = await startDemo()
    // The devices that the sheet's codes paired stay their finder's; others wait in their place.
    expect(await countEverything()).toEqual(
      counted.map((row) => ({ ...row, devices: String(Number(row['devices']) + 2) })),
    )
    expect(shown.tenants.map(({ url }) => url)).toEqual(before.tenants.map(({ url }) => url))
    expect(shown.pairing_url).not.toBe(before.pairing_url)
    expect(shown.root_sign_in_url).not.toBe(before.root_sign_in_url)
  })

  test('on a later day: the events of the days between, and the people of that evening', async () => {
    await stop()
    const [before] = await countAfterStop()
    shown = await startDemo(daysLater(2))
    const [after] = (await countEverything()) as Record<string, string>[]
    expect(Number(after?.['events']) - Number(before?.['events'])).toBe(2 * 3 + 1)
    expect(Number(after?.['reservations'])).toBeGreaterThan(Number(before?.['reservations']) + 50)
    expect(after?.['cards']).toBe('18')
    // The first evening is over by now, with what it cost and what its artists are to get: a settlement to look at.
    expect([before?.['costs'], before?.['deals']]).toEqual(['2', '2'])
    for (const unchanged of ['tenants', 'products', 'prices', 'artists', 'devices', 'cards'])
      expect([unchanged, after?.[unchanged]]).toEqual([unchanged, before?.[unchanged]])
  })

  /** A command starts the database for the moment; here the superuser looks while the next start has not yet begun. */
  async function countAfterStop(): Promise<Record<string, string>[]> {
    const holder = await directory.start(['serve', '--json'])
    const rows = (await countEverything()) as Record<string, string>[]
    holder.process.kill('SIGTERM')
    await holder.ended
    return rows
  }
})

describe('demo on an installation that is somebody’s', () => {
  /** Seen red without the look at the organisations before the start. */
  test('is refused by name, before anybody is answered; --force puts it beside them', async () => {
    const directory = await makeDataDirectory()
    try {
      await directory.cli(
        'tenant',
        'create',
        '--organisation',
        'The Barn',
        '--category',
        'S',
        '--email',
        'ada@barn.test',
      )
      const refused = await directory.exec('demo')
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
      expect(refused.stderr).toMatch(/^There is something real here: the-barn\. .*--force.*\n$/)
      const places = async () => {
        const { json } = await directory.send('meta', 'GET', '/api/place/')
        return (json as { slug: string }[]).map(({ slug }) => slug).sort()
      }
      const plain = await directory.start(['serve'])
      expect(await places()).toEqual(['root', 'the-barn'])
      plain.process.kill('SIGTERM')
      await plain.ended

      await directory.start(['demo', '--force'])
      expect(await places()).toEqual([...labels, 'root', 'the-barn'])
    } finally {
      await directory.remove()
    }
  })

  test('is refused even with --force where one has the name of its own, and leaves it alone', async () => {
    const directory = await makeDataDirectory()
    try {
      await directory.cli(
        'tenant',
        'create',
        '--organisation',
        'La Verrière',
        '--category',
        'S',
        '--email',
        'me@mine.test',
      )
      const refused = await directory.exec('demo', '--force')
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
      expect(refused.stderr).toContain('la-verriere')
      expect(await directory.cli('ticket', 'qr', '--tenant', 'la-verriere')).toEqual({ tickets: [] })
    } finally {
      await directory.remove()
    }
  })
})

/** At four in the morning another day of the programme begins: none does so between two runs of what is the same day. */
async function untilFarFromFour(): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', timeStyle: 'short' })
  const isNear = () => /^03:5[6-9]/.test(clock.format(new Date()))
  while (isNear()) await new Promise((resolve) => setTimeout(resolve, 1000))
}

async function readQr(svg: string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .resize(400, 400)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'unreadable'
}
