import { type KeyObject, verify } from 'node:crypto'
import sharp from 'sharp'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, createKey, hoursAhead, untilTrue } from '../harness/box-office.ts'
import { execCli } from '../harness/cli.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { type OpenedPass, openPass } from '../harness/open-pass.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { type AppleFiles, passType, startAuthority, team } from '../harness/wallet-keys.ts'

/** Tickets in the wallets of phones: what is in a pass, that phones would take it, and that it opens the door. */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url, LOG_LEVEL: 'debug' } })
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]
const [phone, otherPhone] = [await pairPhone(server, hall.slug), await pairPhone(server, other.slug)]
const authority = await startAuthority()
let files: AppleFiles
let googleKey: KeyObject

const issuer = '3388000000022123456'
const apple = (words: readonly string[], office = hall) =>
  server.cli('wallet', 'set-apple', '--tenant', office.slug, ...words)
const google = (path: string, office = hall) =>
  server.cli('wallet', 'set-google', '--tenant', office.slug, '--issuer', issuer, '--service-account', path)

beforeAll(async () => {
  files = await authority.issue()
  await apple(files.words)
  const account = await authority.serviceAccount()
  googleKey = account.publicKey
  await google(account.path)
})
afterAll(async () => {
  await authority.remove()
  await mails.stop()
})

type BookedOptions = { readonly office?: BoxOffice; readonly qty?: string; readonly email?: string }

/** Booked from the page and paid at the desk; where its page is, and the ticket. */
async function booked(
  eventFields = {},
  { office = hall, qty = '1', email = visitor() }: BookedOptions = {},
  names = {},
) {
  const { price, product } = await office.price('B', { name: 'Full price', prix: 12.5 })
  const event = await office.event([product], eventFields)
  const path = await visitorAt(server, office).book(event, price, { email, qty, ...names })
  const id = path.split('/')[2] ?? ''
  const paid = await office.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  expect(paid.status, paid.text).toBe(201)
  const { tickets } = (await office.get(`/api/reservations/${id}/`)).json
  const ticket = String(tickets[0])
  const at = (wallet: 'apple.pkpass' | 'google-wallet/', of = ticket) => `${path}tickets/${of}/${wallet}`
  return {
    event,
    path,
    id,
    email,
    ticket,
    tickets: tickets as string[],
    apple: at('apple.pkpass'),
    google: at('google-wallet/'),
    at,
  }
}

async function bytesAt(path: string, language = 'en', office = hall) {
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${server.port}${path}`, {
    headers: { host: `${office.slug}.localhost:${server.port}`, 'accept-language': language },
  })
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
}

async function passAt(path: string, language = 'en', office = hall): Promise<OpenedPass> {
  const answer = await bytesAt(path, language, office)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/vnd.apple.pkpass'])
  return openPass(answer.body, authority.root)
}

const statusOf = async (path: string, who = guest) => (await who.show(path)).status

async function scan(code: string, { slug }: BoxOffice = hall, { key } = phone) {
  return (await server.send(slug, 'POST', '/scan/ticket/', { key, body: { qrcode_data: code } })).json
}

/** What Google would read in the link, once its signature is checked. */
async function linkAt(path: string, language = 'en', office = hall, publicKey = googleKey) {
  const answer = await visitorAt(server, office).show(path, language)
  expect(answer.status).toBe(303)
  const [, token = ''] =
    /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w.-]+)$/.exec(String(answer.headers['location'])) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const { eventTicketClasses, eventTicketObjects } = claims.payload
  expect([eventTicketClasses.length, eventTicketObjects.length]).toEqual([1, 1])
  return { token, claims, event: eventTicketClasses[0], ticket: eventTicketObjects[0] }
}

const fieldsOf = ({ pass }: OpenedPass) => {
  const all = Object.values(pass.eventTicket).flat()
  return Object.fromEntries(all.map(({ label, value }) => [label, value]))
}

const place = {
  name: 'Friday night',
  datetime: '2999-06-12T18:30:00Z',
  doors_open: '2999-06-12T17:30:00Z',
  end_datetime: '2999-06-12T21:00:00Z',
}

describe('a pass for Apple Wallet', () => {
  /** Seen red with a file left out of the list of hashes, and with another key than the certificate's. */
  it('is whole, signed down to the authority, and says what the ticket says in both languages', async () => {
    const location = (await hall.get('/api/locations/')).json[0].uuid
    await client.query(
      "update location set address = '1 rue du Port', postal_code = '69001', city = 'Lyon' where id = $1",
      [location],
    )
    const { ticket, apple: path } = await booked({ ...place, location })
    await client.query("update ticket set seat = 'B7' where id = $1", [ticket])
    const opened = await passAt(path)
    const { pass } = opened
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: passType,
      teamIdentifier: team,
      serialNumber: ticket,
      organizationName: 'The Hall',
      logoText: 'The Hall',
      description: 'Ticket · Friday night',
      relevantDate: '2999-06-12T17:30:00Z',
      expirationDate: '2999-06-12T21:00:00Z',
      backgroundColor: 'rgb(43, 63, 214)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(255, 255, 255)',
    })
    expect(fieldsOf(opened)).toMatchObject({
      Event: 'Friday night',
      Date: 'Wednesday 12 June 2999',
      Doors: '19:30',
      Start: '20:30',
      Place: expect.stringContaining('The Hall'),
      Address: '1 rue du Port, 69001 Lyon',
      Name: 'Ada Lovelace',
      Price: expect.stringMatching(/Full price · €12\.50$/),
      Seat: 'B7',
      'Ticket number': ticket,
    })
    expect(fieldsOf(await passAt(path, 'fr'))).toMatchObject({
      Date: 'Mercredi 12 juin 2999',
      Portes: '19:30',
      Début: '20:30',
      Tarif: expect.stringMatching(/Full price · 12,50\s€$/),
      'Numéro du billet': ticket,
    })
    const answer = await bytesAt(path, 'fr')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="billet-[a-z0-9-]+\.pkpass"$/)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('has the code of its ticket, which opens the door once', async () => {
    const { ticket, apple: path } = await booked()
    const { pass } = await passAt(path)
    expect(pass.barcodes).toEqual([
      {
        format: 'PKBarcodeFormatQR',
        message: (await qrCodesOf(server, hall.slug, [ticket])).get(ticket),
        messageEncoding: 'iso-8859-1',
        altText: expect.stringMatching(/^[0-9A-F]{5}-[0-9A-F]{5}$/),
      },
    ])
    const message = pass.barcodes[0]?.message ?? ''
    expect(await scan(message, other, otherPhone)).toMatchObject({ success: false, code: 'invalid_signature' })
    expect(await scan(message)).toMatchObject({ success: true, ticket: { uuid: ticket } })
    expect((await scan(message)).code).toBe('already_scanned')
  })

  /** Seen red with a foreground that was always white. */
  it('bears the colour and the logo of its organisation, at the sizes the format asks for', async () => {
    const { apple: path } = await booked()
    const sizes = async ({ files: all }: OpenedPass) =>
      Object.fromEntries(
        await Promise.all(
          [...all]
            .filter(([name]) => name.endsWith('.png'))
            .map(async ([name, bytes]) => {
              const { width, height, format } = await sharp(bytes).metadata()
              expect(format).toBe('png')
              return [name, [width, height]] as const
            }),
        ),
      )
    const square = { 'icon.png': [29, 29], 'icon@2x.png': [58, 58], 'icon@3x.png': [87, 87] }
    expect(await sizes(await passAt(path))).toEqual({
      ...square,
      'logo.png': [50, 50],
      'logo@2x.png': [100, 100],
      'logo@3x.png': [150, 150],
    })
    const key = await createKey(server, 'meta', ['--permission', 'place:write'])
    const patched = await server.send('meta', 'PATCH', `/api/place/${hall.tenantId}/`, {
      key,
      body: { accent_color: '#FFE600' },
    })
    expect(patched.status).toBe(200)
    await client.query('update tenant set logo_key = $2 where id = $1', [hall.tenantId, await storeLogo()])
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--cancellation-hours', '1')
    const own = await passAt(path)
    expect(own.pass).toMatchObject({ backgroundColor: 'rgb(255, 230, 0)', foregroundColor: 'rgb(0, 0, 0)' })
    expect(own.pass.logoText).toBeUndefined()
    expect(await sizes(own)).toEqual({
      ...square,
      'logo.png': [100, 50],
      'logo@2x.png': [200, 100],
      'logo@3x.png': [300, 150],
    })
    // A white logo without a ground of its own lies on black.
    const [red] = await sharp(own.files.get('logo.png')).raw().toBuffer()
    expect(red).toBe(0)
  })

  /** Seen red without withoutInvisible, and without dataDetectorTypes. */
  it('keeps what strangers wrote inert', async () => {
    const name = '"},{"barcodes":[] </script> \u202egnitirW https://evil.test 0123456789'
    const { apple: path, ticket } = await booked({ name }, {}, { first_name: name, last_name: '\u2066x' })
    const opened = await passAt(path)
    expect(fieldsOf(opened)).toMatchObject({
      Event: '"},{"barcodes":[] </script> gnitirW https://evil.test 0123456789',
      // Typed into a form, which leaves out what nobody sees at its ends.
      Name: '"},{"barcodes":[] </script> gnitirW https://evil.test 0123456789 x',
    })
    expect(opened.pass.barcodes).toHaveLength(1)
    expect(opened.pass.serialNumber).toBe(ticket)
    const fields = Object.values(opened.pass.eventTicket).flat()
    expect(fields.filter(({ dataDetectorTypes }) => dataDetectorTypes.length > 0)).toEqual([])
  })
})

describe('a link to Google Wallet', () => {
  it('holds the event and the ticket, signed by the service account, and its code opens the door', async () => {
    const { google: path } = await booked(place)
    const { claims, event, ticket, token } = await linkAt(path, 'fr')
    expect(claims).toMatchObject({ iss: 'tickets@barn.iam.gserviceaccount.test', aud: 'google', typ: 'savetowallet' })
    expect(event).toMatchObject({
      id: expect.stringMatching(new RegExp(`^${issuer}\\.[\\w-]+$`)),
      issuerName: 'The Hall',
      reviewStatus: 'UNDER_REVIEW',
      eventName: { defaultValue: { language: 'fr', value: 'Friday night' } },
      dateTime: { doorsOpen: '2999-06-12T19:30:00+02:00', start: '2999-06-12T20:30:00+02:00' },
    })
    expect(ticket).toMatchObject({
      classId: event.id,
      id: expect.stringMatching(new RegExp(`^${issuer}\\.[\\w-]+$`)),
      state: 'ACTIVE',
      ticketHolderName: 'Ada Lovelace',
      barcode: { type: 'QR_CODE', value: expect.stringMatching(/^[\w-]+:[\w-]+$/) },
    })
    expect(token.length).toBeLessThanOrEqual(1800)
    const tonight = await booked()
    const { value } = (await linkAt(tonight.google)).ticket.barcode
    expect(value).toBe((await qrCodesOf(server, hall.slug, [tonight.ticket])).get(tonight.ticket))
    expect(await scan(value)).toMatchObject({ success: true, ticket: { uuid: tonight.ticket } })
  })

  it('names a changed event anew, and another ticket of it by its own name', async () => {
    const { event, tickets, at } = await booked({}, { qty: '2' })
    const [first, second] = [await linkAt(at('google-wallet/')), await linkAt(at('google-wallet/', tickets[1]))]
    expect(second.event.id).toBe(first.event.id)
    expect(second.ticket.id).not.toBe(first.ticket.id)
    expect((await linkAt(at('google-wallet/'))).ticket.id).toBe(first.ticket.id)
    expect((await hall.patch(`/api/events/${event}/`, { name: 'Another name' })).status).toBe(200)
    const changed = await linkAt(at('google-wallet/'))
    expect([changed.event.id, changed.ticket.id]).not.toContain(first.event.id)
    expect(changed.ticket.id).not.toBe(first.ticket.id)
  })

  /** Seen red without the loop over what can be spared. */
  it('leaves out what can be spared until an address takes it, and never the code', async () => {
    const { google: path } = await booked({ ...place, name: `Night ${'x'.repeat(180)}` })
    const { token, ticket, event } = await linkAt(path)
    expect(token.length).toBeLessThanOrEqual(1800)
    expect(event.venue).toBeUndefined()
    expect(ticket.barcode.value).toMatch(/^[\w-]+:[\w-]+$/)
    const huge = await booked(
      { name: 'é'.repeat(200) },
      {},
      { first_name: 'é'.repeat(200), last_name: 'é'.repeat(200) },
    )
    expect((await linkAt(huge.google)).ticket.barcode.value).toMatch(/^[\w-]+:[\w-]+$/)
  })
})

describe('nobody else', () => {
  /** Seen red with any proof taken, and with tickets of any reservation in findWhatToPass and listTicketsThatOpen. */
  it('gets a pass: another tenant, another proof, a ticket of another booking', async () => {
    await apple((await authority.issue()).words, other)
    const [mine, theirs] = [await booked(), await booked({}, { office: other })]
    expect(await statusOf(mine.apple)).toBe(200)
    expect(await statusOf(theirs.apple, stranger)).toBe(200)
    const second = await booked()
    for (const wallet of ['apple.pkpass', 'google-wallet/'] as const) {
      expect(await statusOf(mine.at(wallet), stranger)).toBe(404)
      for (const ticket of [second.ticket, theirs.ticket, mine.id, 'x', mine.ticket.replace(/.$/, 'g')])
        expect(await statusOf(mine.at(wallet, ticket))).toBe(404)
      expect(await statusOf(mine.at(wallet).replace(/\/[\w-]{43}\//, `/${'A'.repeat(43)}/`))).toBe(404)
    }
    // Each is signed with the keys of its own organisation: the other has none for Google.
    expect(await statusOf(theirs.google, stranger)).toBe(404)
    await server.cli('wallet', 'clear', '--tenant', other.slug)
    expect(await statusOf(theirs.apple, stranger)).toBe(404)
    expect(await statusOf(mine.apple)).toBe(200)
  })

  it('of whoever booked sees a button where there are no keys', async () => {
    const theirs = await booked({}, { office: other })
    expect((await stranger.show(theirs.path)).text).not.toMatch(/Wallet|pkpass/)
    const legal = await Promise.all([guest.show('/legal/'), stranger.show('/legal/')])
    expect(legal.map(({ text }) => text.includes('are sent to Apple or Google'))).toEqual([true, false])
  })
})

describe('there is no pass', () => {
  const both = async ({ apple: one, google: two }: { apple: string; google: string }) => [
    await statusOf(one),
    await statusOf(two),
  ]
  const buttons = async (path: string) =>
    (await guest.show(path)).text.match(/href="tickets\/[^"]*(pkpass|google-wallet\/)"/g)?.length ?? 0

  /** Seen red without the status in listPassTickets. */
  it('of a ticket that was used, given away or cancelled, nor of one that is not paid', async () => {
    const used = await booked({}, { qty: '2' })
    expect(await buttons(used.path)).toBe(4)
    await scan((await qrCodesOf(server, hall.slug, [used.ticket])).get(used.ticket) ?? '')
    expect([await both(used), await buttons(used.path)]).toEqual([[404, 404], 2])
    const given = await booked()
    expect((await guest.submit(`${given.path}tickets/${given.ticket}/holder/`, { first_name: 'Ben' })).status).toBe(303)
    expect(await both(given)).toEqual([404, 404])
    const [next] = (await hall.get(`/api/reservations/${given.id}/`)).json.tickets
    expect((await passAt(given.at('apple.pkpass', next))).pass.serialNumber).toBe(next)
    const gone = await booked()
    await hall.post(`/api/reservations/${gone.id}/cancellation/`)
    expect([await both(gone), await buttons(gone.path)]).toEqual([[404, 404], 0])
  })

  /** Seen red without cancelled_at in listPassTickets. */
  it('of an event that does not take place', async () => {
    const night = await booked()
    await client.query('update event set cancelled_at = now() where id = $1', [night.event])
    expect([await both(night), await buttons(night.path)]).toEqual([[404, 404], 0])
  })

  /** Seen red without expires_at in listOpenWallets. */
  it('with a certificate that has expired meanwhile', async () => {
    const night = await booked()
    const set = (end: string) =>
      client.query(`update wallet_keys set expires_at = ${end} where tenant_id = $1 and wallet = 'apple'`, [
        hall.tenantId,
      ])
    await set("now() - interval '1 second'")
    expect([await both(night), await buttons(night.path)]).toEqual([[404, 303], 1])
    await set("now() + interval '1 year'")
    expect(await both(night)).toEqual([200, 303])
  })
})

describe('passes are offered', () => {
  it('on the page of the booking, in both languages and as plain links of our own host', async () => {
    const { path, ticket } = await booked()
    const [en, fr] = [(await guest.show(path)).text, (await guest.show(path, 'fr')).text]
    expect(en).toContain('>Add to Apple Wallet</a>')
    expect(en).toContain('>Add to Google Wallet</a>')
    expect(fr).toContain('>Ajouter à Apple Wallet</a>')
    expect(fr).toContain('>Ajouter à Google Wallet</a>')
    for (const html of [en, fr]) {
      expect(html).toContain(`href="tickets/${ticket}/apple.pkpass"`)
      expect(html).not.toContain('pay.google.com')
    }
    const several = await booked({}, { qty: '2' })
    expect((await guest.show(several.path)).text).toContain('>Add ticket 2 to Apple Wallet</a>')
  })

  it('in the account, for what is ahead', async () => {
    const email = visitor()
    const soon = await booked({ name: 'One ticket' }, { email })
    const pair = await booked({ name: 'Two tickets', datetime: hoursAhead(48) }, { email, qty: '2' })
    const past = await booked({ name: 'Long ago' }, { email })
    await client.query("update event set starts_at = now() - interval '3 days' where id = $1", [past.event])
    const account = async (office: BoxOffice, slug = office.slug) =>
      (
        await server.send(slug, 'GET', '/account/', {
          headers: { accept: 'text/html' },
          cookie: await signIn(server, slug, slug, email),
        })
      ).text
    const at = (booking: { path: string }) => `http://${hall.slug}.localhost:${server.port}${booking.path}`
    const here = await account(hall)
    for (const html of [here, await account(hall, 'meta')]) {
      expect(html).toContain(`${at(soon)}tickets/${soon.ticket}/apple.pkpass`)
      expect(html).toContain(`${at(soon)}tickets/${soon.ticket}/google-wallet/`)
      expect(html).toContain(`href="${at(pair)}#tickets"`)
      expect(html.match(/apple\.pkpass/g)).toHaveLength(1)
    }
    expect(here).toContain('Add the 2 tickets to a wallet on your phone')
    expect(here).toContain('aria-label="Add to Apple Wallet – One ticket"')
    expect(await account(other)).not.toMatch(/pkpass/)
  })

  it('in the mail with the tickets: one by its link, several by the page', async () => {
    const mailTo = async (email: string) => {
      const found = () =>
        mails.mails.find(({ recipient, subject }) => recipient === email && /^Your tickets/.test(subject ?? ''))
      await untilTrue(async () => found() !== undefined)
      return found()
    }
    const single = await booked()
    const mail = await mailTo(single.email)
    const base = `http://${hall.slug}.localhost:${server.port}`
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(base + single.apple)
      expect(text).toContain(base + single.google)
      expect(text).toContain('Add to Apple Wallet')
    }
    const pair = await booked({}, { qty: '2' })
    const other2 = await mailTo(pair.email)
    expect(other2?.text).toContain('On your booking page you can add each ticket to Apple Wallet or Google Wallet.')
    expect(other2?.text).not.toContain('pkpass')
    const theirs = await booked({}, { office: other })
    expect((await mailTo(theirs.email))?.text).not.toContain('Wallet')
  })
})

it('no key is ever said: not in an answer, a pass, a log or a command', async () => {
  const { readFile } = await import('node:fs/promises')
  const key = (await readFile(files.key, 'utf8')).split('\n')[3] ?? 'missing'
  const { path, apple: pass, google: link } = await booked()
  const said = [
    (await guest.show(path)).text,
    (await bytesAt(pass)).body.toString('latin1'),
    JSON.stringify((await guest.show(link)).headers),
    (await execCli(server.environment, ['wallet', 'show', '--tenant', hall.slug])).stdout,
    server.output(),
    JSON.stringify((await client.query('select * from wallet_keys')).rows),
  ]
  for (const text of said) {
    expect(text).not.toContain(key)
    expect(text).not.toContain('PRIVATE KEY')
  }
})

async function storeLogo(): Promise<string> {
  const { mkdir, writeFile } = await import('node:fs/promises')
  const key = `${hall.tenantId}/${'0'.repeat(32)}`
  const directory = `${server.dataDir}/media/${key}`
  await mkdir(directory, { recursive: true })
  const ground = { r: 0, g: 0, b: 0, alpha: 0 }
  const logo = await sharp({ create: { width: 360, height: 180, channels: 4, background: ground } })
    .composite([{ input: { create: { width: 180, height: 90, channels: 4, background: '#ffffff' } } }])
    .webp({ lossless: true })
    .toBuffer()
  await writeFile(`${directory}/hdr.webp`, logo)
  return key
}
