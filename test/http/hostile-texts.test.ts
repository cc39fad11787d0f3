import { afterAll, describe, expect, it } from 'vitest'
import { type BoxOffice, createKey, openBoxOffice } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { staffOf } from '../harness/staff.ts'
import { serve } from '../harness/two-tenants.ts'

/**
 * What nobody sees in a text that people read (ADR 0155): marks that turn a line around are left out at the door, whichever
 * door it is, and a text of which nobody sees anything is an empty one. bad-input.test.ts tries both in every field.
 */
const marks = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]/
/** It, turned around and about. */
const turned = (text: string) => `\u202e${text.replaceAll(' ', '\u2066 \u200f')}\u2069\u061c\ufeff`

const mails = await startMailServer()
afterAll(() => mails.stop())
const { server, client, hall, other, places } = await serve(
  { environment: { SMTP_URL: mails.url } },
  async (served) => ({
    ...served,
    hall: await openBoxOffice(served.server, turned('The Hall')),
    other: await openBoxOffice(served.server, 'The Other'),
    places: await createKey(served.server, 'meta', ['--permission', 'place:write']),
  }),
)

async function made(path: string, body: Record<string, unknown>) {
  const uuid = await hall.create(path, body)
  return (await hall.get(`/api/${path}/${uuid}/`)).json
}

/** Seen red with Text() of wire/schemas.ts as machine text, and for the organisation with the command's text() only trimming. */
it('comes back without marks: in answers, on pages, in mails and on tickets', async () => {
  const about = { short_description: turned('All of it'), long_description: `${turned('One')}\r\n\t\u2028Two` }
  const shown = { short_description: 'All of it', long_description: 'One\r\n\t\nTwo' }
  const place = {
    ...about,
    adress: turned('1 Main Street'),
    legal_documents: turned('No 42'),
    phone: '\u202a0612\u202c',
  }
  const path = `/api/place/${hall.tenantId}/`
  const changed = await server.send('meta', 'PATCH', path, { key: places, body: place })
  expect(changed.json).toMatchObject({
    ...shown,
    organisation: 'The Hall',
    slug: 'the-hall',
    adress: '1 Main Street',
    legal_documents: 'No 42',
    phone: '0612',
  })
  const named = { name: turned('Friday night'), ...about }
  const product = await made('products', { ...named, categorie_article: 'B' })
  const price = await made('prices', { ...named, product: product.uuid, prix: 0 })
  const artist = await made('artists', named)
  const option = await made('optionticket', { name: turned('Near'), description: turned('The stage') })
  const event = await made('events', {
    ...named,
    datetime: '2999-06-12T18:30:00Z',
    products: [product.uuid],
    options: [option.uuid],
    artists: [{ uuid: artist.uuid }],
  })
  for (const one of [product, price, artist, event]) expect(one).toMatchObject({ name: 'Friday night', ...shown })
  expect([option.name, option.description]).toEqual(['Near', 'The stage'])

  const email = 'ada@example.org'
  const customers = [{ first_name: turned('Ada'), last_name: turned('Love lace'), seat: turned('B 12') }]
  const booking = { event: event.uuid, email, options: [option.uuid], prices: [{ uuid: price.uuid, customers }] }
  const booked = await hall.post('/api/reservations/', booking)
  const ticket = (await hall.get(`/api/ticket/${booked.json.tickets[0]}/`)).json
  expect(ticket).toMatchObject({ first_name: 'Ada', last_name: 'Love lace', seat: 'B 12', options: ['Near'] })

  const mail = await mails.mailTo(email, /Friday night/)
  const [pdf] = mail.attachments
  const [page] = await lookAtPdf(new Uint8Array(pdf?.content as ArrayBuffer))
  for (const words of ['The Hall', 'Friday night', 'Ada Love lace', 'B 12', '1 Main Street', 'No 42'])
    expect(page?.text).toContain(words)
  const staff = await staffOf(server, hall)
  const [link = ''] = /http\S+\/bookings\/\S+/.exec(mail.text ?? '') ?? []
  const read = [
    mail.subject,
    mail.text,
    mail.html,
    mail.from?.name,
    page?.text,
    ...(await Promise.all(
      ['/', `/events/${event.slug}/`, '/legal/', new URL(link).pathname, '/admin/events/'].map(
        async (address) => (await staff.show(address)).text,
      ),
    )),
  ]
  for (const text of read) expect(text).not.toMatch(marks)
  expect(read.at(-1)).toContain('Friday night')
})

/** Seen red with \p{Default_Ignorable_Code_Point} left out of every text. */
it('is left where it belongs: an ordinary text comes back as it was sent', async () => {
  const ordinary = [
    'می\u200cخواهم بروم',
    'क्\u200dष और श्री\u200c',
    'ශ්\u200dරී ලංකා',
    'שָׁלוֹם',
    'زَيْد',
    '👩\u200d👩\u200d👧\u200d👦',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '1\ufe0f\u20e3',
    '❤\ufe0f',
    '葛\u{e0100}城',
    'ភាសា\u200bខ្មែរ',
    'Extra\u00adordinaire',
    'À\u202f20\u00a0h\u2009!',
    'Tiê\u0301ng Viê\u0323t',
    'a  b',
    '☃',
    '★',
    '¿',
    '-',
    '⠓⠊',
    '\u{1d11e}',
    '<b>&amp;</b>',
    '0',
  ]
  for (const name of ordinary) {
    const product = await made('products', { name, long_description: `${name}\n\n\t${name}`, categorie_article: 'B' })
    expect([product.name, product.long_description]).toEqual([name, `${name}\n\n\t${name}`])
  }
})

/** What is drawn as nothing, one by one and together. */
const unseen = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180b',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2028',
  '\u2060',
  '\u2064',
  '\u2066',
  '\u206a',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\u0301',
  '\u20e3',
  '\u{e0061}',
  '\u{e0100}',
  '\u{1d159}',
  '\u3164 \u200b\u00a0\u2060',
]

describe('a name of which nobody sees anything', () => {
  const rowsOf = async () =>
    (
      await client.query(
        "select (select count(*) from product) || ' ' || (select max(xmin::text::bigint) from product) as rows",
      )
    ).rows[0].rows
  const forms: readonly (readonly [type: string, encode: (name: string) => string])[] = [
    ['application/json', (name) => JSON.stringify({ name, categorie_article: 'B' })],
    ['application/x-www-form-urlencoded', (name) => new URLSearchParams({ name, categorie_article: 'B' }).toString()],
    [
      'multipart/form-data; boundary=end',
      (name) =>
        Object.entries({ name, categorie_article: 'B' })
          .map(([field, value]) => `--end\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
          .join('')
          .concat('--end--\r\n'),
    ],
  ]

  /** Seen red with isBlank as what `trim` takes. */
  it.each(forms)('is refused on its field in %s, and writes nothing', async (type, encode) => {
    const own = await made('products', { name: 'Own', categorie_article: 'B' })
    const before = await rowsOf()
    for (const name of unseen) {
      const what = [...name].map((character) => character.codePointAt(0)?.toString(16)).join(' ')
      const options = { key: hall.key, headers: { 'content-type': type } }
      const { status, json } = await server.send(hall.slug, 'POST', '/api/products/', {
        ...options,
        body: encode(name),
      })
      expect([status, json.code, json.errors], what).toEqual([
        400,
        'validation_failed',
        { name: ['This must not be empty: it needs a visible character.'] },
      ])
      if (type === 'application/json')
        expect((await hall.patch(`/api/products/${own.uuid}/`, { name })).status, what).toBe(400)
    }
    expect(await rowsOf()).toBe(before)
  })

  it('is none where none is needed', async () => {
    const { uuid, short_description } = await made('products', {
      name: 'Own',
      categorie_article: 'B',
      short_description: '\u3164',
      long_description: '\u200b\n\u2060',
    })
    expect(short_description).toBeNull()
    await hall.patch(`/api/products/${uuid}/`, { short_description: 'One', long_description: 'Two' })
    await hall.patch(`/api/products/${uuid}/`, { short_description: '\u200f' })
    expect((await hall.get(`/api/products/${uuid}/`)).json).toMatchObject({
      short_description: null,
      long_description: 'Two',
    })
  })

  const deviceNames = async ({ tenantId }: BoxOffice) =>
    (await client.query('select name from device where tenant_id = $1 order by name', [tenantId])).rows.map(
      ({ name }) => name,
    )

  /** Seen red with lines of a form that are only trimmed: a phone without a name. */
  it('is none in a form either, and a line of it is no line', async () => {
    const { press, show } = await staffOf(server, other)
    const form = (await show('/admin/devices/')).text
    const key = ['key', /name="key" value="([^"]+)"/.exec(form)?.[1] ?? ''] as const
    const refused = await press('/admin/devices/', [key, ['names', '\u3164\r\n \u2060\r\n']])
    expect([refused.status, await deviceNames(other)]).toEqual([400, []])
    // As pasted from a word processor, where a vertical tab is the end of a line too.
    const made = await press('/admin/devices/', [
      key,
      ['role', 'steward'],
      ['names', `\u3164\r\n${turned('North gate')}\vSouth\u0007`],
    ])
    expect([made.status, await deviceNames(other)]).toEqual([200, ['North gate', 'South']])
  })
})

/** What programs compare is not cleaned: it is right, or it is refused. */
it('is refused in what programs compare', async () => {
  const { product } = await hall.price('B')
  const refusals = [
    ['POST', '/api/prices/', { product, name: 'Full', prix: 1, vat: '\u200e20' }, 'vat'],
    ['POST', '/api/prices/', { product: `\u200e${product}`, name: 'Full', prix: 1 }, 'product'],
    ['POST', '/api/promotional-codes/', { code: 'EARLY\u200e', discount_rate: 10 }, 'code'],
    ['POST', '/api/products/', { name: 'B', categorie_article: 'B\u200e' }, 'categorie_article'],
  ] as const
  for (const [method, path, body, field] of refusals) {
    const { status, json } = await server.send(hall.slug, method, path, { key: hall.key, body })
    expect([status, Object.keys(json.errors)], field).toEqual([400, [field]])
  }
})
