import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Guest lists: a CSV is looked at, then booked by one press; whoever is sent twice is a guest once. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@desk.test', '--role', 'box_office')
const seller = await staffOf(server, hall, 'box@desk.test')

const full = await hall.price('B', { name: 'Full price', prix: 12, max_per_user: 4 })
const foreign = await other.price('B', { prix: 5 })
const event = await hall.event([full.product], { name: 'Night of the guests' })

type List = {
  readonly at?: string
  readonly list?: string
  readonly name?: string
  readonly price?: string
  readonly isMailed?: boolean
}

const fieldsOf = (text: string, { list = randomUUID(), name = '', price = full.price, isMailed = true }: List) =>
  [
    ['list', list],
    ['name', name],
    ['price', price],
    ...(isMailed ? [['mail', 'true'] as const] : []),
    ['text', text],
  ] as const
const pathOf = ({ at = event }: List) => `/admin/events/${at}/guests/`
const look = (text: string, list: List = {}) => seller.press(pathOf(list), fieldsOf(text, list))
const invite = (text: string, list: List = {}, by = seller) =>
  by.press(`${pathOf(list)}bookings/`, fieldsOf(text, list))

const lookAsForm = (text: string, at: string) => lookAtFile(Buffer.alloc(0), text, { at })

/** Sends a file beside the fields, as a browser does. */
async function lookAtFile(file: Buffer, text = '', list: List = {}): Promise<Answer> {
  const field = (name: string, value: string) =>
    `--end\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head =
    '--end\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
  const fields = fieldsOf(text, list).map(([name, value]) => field(name, value))
  return server.send(hall.slug, 'POST', pathOf(list), {
    cookie: await signIn(server, hall.slug, hall.slug, 'box@desk.test'),
    body: Buffer.concat([Buffer.from(fields.join('') + head), file, Buffer.from('\r\n--end--\r\n')]),
    headers: { origin: originOf(server, hall.slug), 'content-type': 'multipart/form-data; boundary=end' },
  })
}

const guestsOf = async (at: string) =>
  (
    await client.query<{ name: string; email: string; places: number; paid: number }>(
      `select min(ticket.first_name || '|' || ticket.last_name) as name, booker_email as email, count(*)::int as places,
         (select sum(received_minor)::int from payment where payment.reservation_id = reservation.id) as paid
       from reservation join ticket on ticket.reservation_id = reservation.id
       where reservation.event_id = $1 and ticket.status = 'not_scanned' group by reservation.tenant_id, reservation.id, booker_email order by reservation.id`,
      [at],
    )
  ).rows
async function forget(email: string): Promise<void> {
  const forgotten = await server.send(hall.slug, 'POST', '/account/erasure/', {
    cookie: await signIn(server, hall.slug, hall.slug, email),
    body: '',
    headers: {
      accept: 'text/html',
      origin: originOf(server, hall.slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(forgotten.status, forgotten.text).toBeLessThan(400)
}

const rowsOf = (text: string) =>
  [...text.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = '']) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell))
    .filter((cells) => cells.length > 0)

describe('a list that is looked at', () => {
  it('is understood with and without a header, in each language, however its cells are parted', async () => {
    const email = visitor()
    const lists = [
      `Ada Lovelace,${email},2,Press`,
      `First name;Last name;E-mail;Places;Phone;Note\nAda;Lovelace;${email};2;01 23;Press`,
      `Prénom\tNom\tRemarque\tNombre de places\tAdresse e-mail\nAda\tLovelace\tPress\t2\t${email.toUpperCase()}`,
      `Vorname;Nachname;E-Mail-Adresse;Plätze;Notiz\nAda;Lovelace;${email};2;Press`,
      `Nombre;Apellidos;Correo electrónico;Plazas;Nota\nAda;Lovelace;${email};2;Press`,
      `Nombre;Correo;Entradas;Nota\nAda Lovelace;${email};2;Press`,
      `Nom,E-mail,Places,Note\n"Ada Lovelace","${email}","2","Press"`,
    ]
    for (const list of lists) {
      const { status, text } = await look(list)
      expect(status, text).toBe(200)
      expect(rowsOf(text)).toHaveLength(1)
      expect(rowsOf(text)[0]?.slice(1), list).toEqual(['Lovelace', 'Ada', email, '2', 'Press', 'New'])
    }
    expect((await look(lists[1] ?? '')).text).toContain('Not read: Phone')
    expect(await guestsOf(event)).toEqual([])
  })

  /** Seen red without both: `sep=;` was a guest, and of a column `Nb` nothing was read, so that everybody had one place. */
  it('is understood under the line that tells Excel how cells are parted, and with any word for a number', async () => {
    for (const said of ['sep=;', 'SEP=;\r', '"sep=;"', 'sep=;;;;', 'sep='])
      expect(rowsOf((await look(`${said}\nPrénom;Nom;Places\nAda;Lovelace;2`)).text), said).toEqual([
        ['3', 'Lovelace', 'Ada', '', '2', '', 'New'],
      ])
    // What it says counts, whatever is more frequent in the line below.
    const parted = await look('sep=,\nAda; the Countess; of Lovelace,ada@ok.test,3')
    expect(rowsOf(parted.text)[0]?.slice(3, 5)).toEqual(['ada@ok.test', '3'])
    expect(rowsOf((await look('Separate Ways\nsep=;')).text)).toHaveLength(2)
    const wrong = await look('sep=;\nNom;Nb\nAda;none')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Line 3: the number of places')])
    for (const heading of [
      'Nb',
      'NB.',
      'Nombre',
      'nb places',
      'Nb de places',
      'Nbre de billets',
      'Nombre d’entrées',
      'Qté',
      'Quantité',
      'Number of tickets',
      'No. of places',
      'N° de places',
      'Qty',
      'Pax',
      'Nombre de personnes',
      'Nb d’invités',
      'Anzahl',
      'Anzahl der Plätze',
      'Número de plazas',
      'N.º de entradas',
    ])
      expect(rowsOf((await look(`Nom;${heading}\nAda;4`)).text)[0]?.[4], heading).toBe('4')
    const file = await lookAtFile(Buffer.from('\uFEFFsep=;\r\nNom;Nb\r\nAda;4\r\n'))
    expect(rowsOf(file.text).map((row) => row.slice(0, 5))).toEqual([['3', 'Ada', '', '', '4']])
  })

  /** Seen red before: the seventh guest had seven places, and of `Places` nothing was read or said. */
  it('keeps a running number apart from a number of places, and reads that where it is said best', async () => {
    for (const heading of ['No', 'No.', 'Nº', 'N°', 'N', 'Number', 'Numéro', 'N° de place', 'Ticket number']) {
      const { text } = await look(`${heading};Nom;Prénom;Places\n1;Martin;Jeanne;2\n7;Durand;Paul;1`)
      expect(
        rowsOf(text).map((row) => row.slice(1, 5)),
        heading,
      ).toEqual([
        ['Martin', 'Jeanne', '', '2'],
        ['Durand', 'Paul', '', '1'],
      ])
      expect(text, heading).toContain(`Not read: ${heading}<`)
    }
    const alone = await look('No;Nom\n7;Ada')
    expect(rowsOf(alone.text)[0]?.[4]).toBe('1')
    expect(alone.text).toContain('Not read: No<')
    for (const [other, best] of [
      ['No. of people', 'Places'],
      ['No. of seats', 'Billets'],
      ['Number of tickets', 'Nb'],
      ['Nombre', 'Qty'],
      ['Place', 'Nombre de places'],
      ['Nb', 'Pax'],
    ] as const)
      for (const [header, cells] of [
        [`${other};${best}`, '7;2'],
        [`${best};${other}`, '2;7'],
      ] as const) {
        const { text } = await look(`Nom;${header}\nAda;${cells}`)
        expect(rowsOf(text)[0]?.[4], header).toBe('2')
        expect(text, header).toContain(`Not read: ${other}<`)
      }
    expect((await look('Nom;Note;Comment\nAda;Press;Vegan')).text).toContain('Not read: Comment<')
  })

  /** As the spreadsheets of Windows save it. Seen red with every file read as UTF-8. */
  it('comes as a file of Excel, in whichever of its encodings', async () => {
    const text = 'Prénom;Nom;Note\r\nZoë;"d’Été";"Deux\r\nlignes; et ""guillemets"""\r\n;;\r\n'
    const windows = Buffer.from(text.replace('’', '\x92'), 'latin1')
    const files = [
      Buffer.from(`\uFEFF${text}`),
      windows,
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    ]
    for (const file of files) {
      const { status, text: shown } = await lookAtFile(file)
      expect(status, shown).toBe(200)
      expect(rowsOf(shown)).toEqual([['2', 'd’Été', 'Zoë', '', '1', 'Deux lignes; et &quot;guillemets&quot;', 'New']])
    }
    const sheet = await lookAtFile(Buffer.from('PK\x03\x04\0\0\0'))
    expect([sheet.status, sheet.text]).toEqual([400, expect.stringContaining('This file is not CSV')])
    const long = await lookAtFile(Buffer.from('x'.repeat(171_000)))
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('too long to be read')])
  })

  /** Seen red with 60,000 characters at most, and with 80,000 bytes for a field of a form with a file: a page that lost the list. */
  it('holds five hundred with long names, and is kept when it is longer than that', async () => {
    const at = await hall.event([full.product], { name: 'Night of the long names', capacity: 600 })
    const mark = randomUUID()
    const lineOf = (number: number) =>
      `${'é'.repeat(140)} Léa ${number},${'a'.repeat(60)}.${number}@${'long.'.repeat(10)}example.org,1,${mark} ${'ü'.repeat(20)}`
    const list = Array.from({ length: 500 }, (_, number) => lineOf(number)).join('\n')
    expect(list.length).toBeGreaterThan(160_000)
    const looked = await lookAsForm(list, at)
    expect(looked.status, looked.text.slice(0, 2000)).toBe(200)
    expect(rowsOf(looked.text)).toHaveLength(500)
    const answer = await invite(list, { at, isMailed: false })
    expect(answer.status, answer.text.slice(0, 2000)).toBe(303)
    expect(await guestsOf(at)).toHaveLength(500)
    const more = `${list}\n${list.slice(0, 20_000)}`
    for (const long of [await lookAsForm(more, at), await invite(more, { at })]) {
      expect([long.status, long.text]).toEqual([400, expect.stringContaining('too long to be read')])
      expect(long.text.split(mark)).toHaveLength(more.split(mark).length)
    }
  })

  it('says of each line what is wrong with it, and books nothing', async () => {
    const list = [
      'name,email,places,note',
      'Ada,ada@ok.test,1,',
      ',nobody@ok.test,1,',
      'Ben,not an address,1,',
      'Cleo,,1.5,',
      'Dan,,0,',
      'ada,ADA@ok.test,3,',
      '"Eve,,1,',
      `Fay,,,${'x'.repeat(201)}`,
    ].join('\n')
    const { status, text } = await look(list)
    expect(status).toBe(400)
    for (const said of [
      'Line 3: the name is missing.',
      'Ben,not an address,1,',
      'Line 5: the number of places',
      'Line 6: the number of places',
      'Line 7: the same guest stands on line 2.',
      'Line 8: its quotation marks do not match.',
      'Line 9: the note is longer',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('Line 2:')
    expect(text).toMatch(/Line 4: the e-\u2060?mail address is not one/)
    const french = await manager.show(`/admin/events/${event}/guests/`, 'fr')
    expect(french.text).toContain('Collez la liste')
    expect((await invite(list)).status).toBe(400)
    expect((await look('')).text).toContain('There is nobody on the list')
    expect((await look('name\n')).text).toContain('There is nobody on the list')
    expect((await look('Ada\n'.repeat(501))).text).toContain('500 guests at most')
    expect(await guestsOf(event)).toEqual([])
  })
})

describe('guests', () => {
  /** Seen red with `cash` in the place of `free`, and without the note in the door list. */
  it('are in at one press: by name, free of charge, mailed where they have an address, on the door list', async () => {
    const email = visitor()
    const list = randomUUID()
    const answer = await invite(`Ada Lovelace,${email},2,Press\nBen Ohm`, { list, name: 'Friends' })
    expect(answer.status, answer.text).toBe(303)
    await untilQuiet(client)
    expect(await guestsOf(event)).toEqual([
      { name: 'Ada|Lovelace', email, places: 2, paid: 0 },
      { name: 'Ben|Ohm', email: '', places: 1, paid: 0 },
    ])
    const mails = await client.query("select recipient from mail where kind = 'tickets' order by id")
    expect(mails.rows).toEqual([{ recipient: email }])
    const shown = await seller.show(String(answer.headers['location']))
    expect(shown.text).toContain('2 guests invited, 3 places.')
    expect(shown.text).toMatch(/Friends.*2 guests, 3 places/s)
    expect(rowsOf(shown.text).map((row) => row.map((cell) => cell.replace(/<[^>]*>/g, '').trim()))).toEqual([
      ['Ada Lovelace', email, '2', 'Press', '✓ Invited, tickets not e-\u2060mailed'],
      ['Ben Ohm', '', '1', '', '✓ Invited'],
    ])
    const [door] = await lookAtPdf((await manager.show(`/admin/door-lists/${event}/door-list.pdf`)).bytes)
    expect(door?.text).toMatch(/Lovelace, Ada.*Press/s)
    const log = await manager.show(`/admin/audit/?of=${event}`)
    expect(log.text).toContain('Invited guests to an event')
    expect(log.text).not.toContain('Lovelace')
  })

  /** Seen red with tickets mailed to every address. */
  it('are mailed nothing when that is not wanted', async () => {
    const email = visitor()
    expect((await invite(`Quiet Guest,${email}`, { isMailed: false })).status).toBe(303)
    await untilQuiet(client)
    expect((await client.query('select from mail where recipient = $1', [email])).rowCount).toBe(0)
  })

  /** Seen red without the look at who is known, and with a random key for each booking. */
  it('are in once, however often and on whichever list they are sent', async () => {
    const at = await hall.event([full.product])
    const text = 'Carl Gauss,,2\nEmmy Noether'
    const list = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => invite(text, { at, list })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const again = await invite(`Noether Emmy\nSophie Germain\nGAUSS Carl,,3`, { at })
    expect((await seller.show(String(again.headers['location']))).text).toContain('1 guest invited, 1 place.')
    expect((await guestsOf(at)).map(({ name, places }) => [name, places])).toEqual([
      ['Carl|Gauss', 2],
      ['Emmy|Noether', 1],
      ['Sophie|Germain', 1],
    ])
    const looked = await look(text, { at })
    expect(looked.text).toContain('All of them were invited before')
    expect(looked.text).toContain('Invited before, 2 places')
    const repeated = await invite(text, { at })
    expect((await seller.show(String(repeated.headers['location']))).text).toContain('Nothing has changed')
    const elsewhere = await hall.event([full.product])
    expect((await invite(text, { at: elsewhere })).status).toBe(303)
    expect(await guestsOf(elsewhere)).toHaveLength(2)
  })

  /** The database refuses the second guest for a while. Seen red with a random key for each booking. */
  it('are finished by whoever sends the list again when it was interrupted', async () => {
    const at = await hall.event([full.product])
    const text = 'First One\nSecond One\nThird One'
    await client.query(`create function refuse() returns trigger language plpgsql
      as $$ begin if (select count(*) from payment join reservation on reservation.id = payment.reservation_id
        where event_id = '${at}') > 0 then raise exception 'no more'; end if; return new; end $$`)
    await client.query('create trigger refuse before insert on payment execute function refuse()')
    expect((await invite(text, { at })).status).toBe(500)
    await client.query('drop function refuse cascade')
    expect((await invite(text, { at })).status).toBe(303)
    expect((await guestsOf(at)).map(({ name }) => name)).toEqual(['First|One', 'Second|One', 'Third|One'])
    const { rows } = await client.query('select count(*)::int as count from reservation where event_id = $1', [at])
    expect(rows[0].count).toBe(3)
  })

  /** Seen red without the cancelled booking in the key. */
  it('may be invited again after their booking was cancelled', async () => {
    const at = await hall.event([full.product])
    await invite('Niels Abel', { at })
    const { rows } = await client.query('select id from reservation where event_id = $1', [at])
    const cancelled = await hall.post(`/api/reservations/${rows[0].id}/cancellation/`)
    expect(cancelled.status, cancelled.text).toBeLessThan(300)
    expect((await look('Niels Abel', { at })).text).toContain('Invite 1 guest')
    for (let times = 0; times < 2; times++) expect((await invite('Niels Abel', { at })).status).toBe(303)
    expect(await guestsOf(at)).toHaveLength(1)
    const shown = await seller.show(`/admin/events/${at}/guests/`)
    expect(shown.text).toContain('1 guest, 1 place')
  })
})

describe('guests whose booking came to nothing', () => {
  /** Seen red with every kept answer taken for a booking of theirs. */
  it('are booked again: forgotten since, or cancelled before they stood on the list', async () => {
    const email = visitor()
    const at = await hall.event([full.product])
    const listed = `Ada Forgotten,${email}`
    expect((await invite(listed, { at })).status).toBe(303)
    await forget(email)
    for (let times = 0; times < 2; times++) {
      expect((await invite(listed, { at })).status).toBe(303)
      expect((await guestsOf(at)).map((guest) => guest.email)).toEqual(['', email])
    }
    const text = 'Otto Interrupted'
    const elsewhere = await hall.event([full.product])
    await invite(text, { at: elsewhere })
    const { rows } = await client.query('delete from guest where event_id = $1 returning reservation_id', [elsewhere])
    await hall.post(`/api/reservations/${rows[0].reservation_id}/cancellation/`)
    const again = await invite(text, { at: elsewhere })
    expect((await seller.show(String(again.headers['location']))).text).toContain('1 guest invited, 1 place.')
    expect(await guestsOf(elsewhere)).toHaveLength(1)
  })
})

describe('who finds no place', () => {
  /** Seen red with the first refusal thrown: nobody after it was invited, and nobody said so. */
  it('is named with the reason, and keeps nobody else out', async () => {
    const few = await hall.price('B', { name: 'Few', prix: 0, stock: 4 })
    const at = await hall.event([few.product])
    const wanted = { at, price: few.price, name: 'Press', list: randomUUID() }
    const text = 'name,places\nOne,2\nTwo,3\nThree,2\nFour,1'
    expect((await look(text, wanted)).text).toContain('Only 4 places are left, and the list takes 8.')
    const answer = await invite(text, wanted)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('2 guests invited, 4 places.')
    expect(answer.text).toContain('Line 3, Two: there are not enough places left.')
    expect(answer.text).toContain('Line 5, Four: there are not enough places left.')
    expect(answer.text).not.toContain('Line 2,')
    expect((await guestsOf(at)).map(({ name }) => name)).toEqual(['|One', '|Three'])
    await hall.patch(`/api/prices/${few.price}/`, { stock: 5 })
    expect(answer.text).toMatch(/<textarea[^>]*>name,places\nTwo,3\nFour,1<\/textarea>/)
    expect((await invite('name,places\nFour,1', wanted)).status).toBe(303)
    const shown = await seller.show(`/admin/events/${at}/guests/`)
    expect(shown.text).toMatch(/Press.*3 guests, 5 places/s)
  })

  it('has had as much as one person may have', async () => {
    const email = visitor()
    const at = await hall.event([full.product])
    const answer = await invite(`One Person,${email},5`, { at })
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('the maximum at this price is 4 places'),
    ])
  })

  it('is told apart from a price and an event that are not there', async () => {
    expect((await invite('Ada', { price: randomUUID() })).text).toContain('not on sale any more')
    expect((await invite('Ada', { price: foreign.price })).status).toBe(400)
    expect((await look('Ada', { price: foreign.price })).status).toBe(400)
    expect((await invite('Ada', { at: randomUUID() })).status).toBe(404)
    const hidden = await hall.event([full.product], { published: false })
    expect((await seller.show(`/admin/events/${hidden}/guests/`)).text).toContain('Publish it first')
    expect((await invite('Ada', { at: hidden })).status).toBe(400)
  })
})

describe('another organisation', () => {
  it('neither sees guests nor invites any', async () => {
    expect((await stranger.show(`/admin/events/${event}/guests/`)).status).toBe(404)
    expect((await invite('Ada Stranger', {}, stranger)).status).toBe(404)
    const own = await other.event([foreign.product])
    const shared = randomUUID()
    await invite('Ada Lovelace', { at: own, list: shared, price: foreign.price }, stranger)
    expect(await guestsOf(own)).toHaveLength(1)
    const { rows } = await client.query('select id from guest_list where event_id = $1', [event])
    expect((await stranger.show(`/admin/events/${own}/guests/?list=${rows[0].id}`)).text).not.toContain('Friends')
  })

  /** Seen red without eraseGuests. */
  it('has no part in what is forgotten here: no list has them any more', async () => {
    const email = visitor()
    const at = await hall.event([full.product])
    await invite(`Erased Person,${email},1,Likes jazz`, { at })
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const data = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(data.text).toContain('Likes jazz')
    await forget(email)
    expect((await client.query('select from guest where event_id = $1', [at])).rowCount).toBe(0)
  })
})
