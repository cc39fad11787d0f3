import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, hoursAhead } from '../harness/box-office.ts'
import { outboxMailTo } from '../harness/outbox.ts'
import { startPictureServer } from '../harness/picture-server.ts'
import { languagesOf } from '../harness/read-out.ts'
import { originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What an organisation says of what it sells stands where it is bought, on the page of the booking, and in its mail. */
const pictures = await startPictureServer()
afterAll(() => pictures.stop())
const { server, client, hall, other } = await twoOffices({ environment: { FETCH_ALLOW: pictures.host } })

async function sold(office: BoxOffice, letter: string, name: string, product: object, price: object) {
  const id = await office.create('products', { name, categorie_article: letter, ...product })
  return { product: id, price: await office.create('prices', { product: id, name: 'Full price', prix: 12, ...price }) }
}

const terms = 'https://hall.test/terms'
const seat = await sold(
  hall,
  'B',
  'Concert',
  {
    short_description: 'Any seat <b>at all</b>',
    long_description: 'The doors of the yard open early.',
    terms_and_conditions_document: terms,
    img_url: pictures.url('/picture.png'),
  },
  { short_description: 'For everybody over twelve', long_description: 'Show a proof of age.' },
)
const pack = await sold(
  hall,
  'P',
  'Weekend pack',
  {
    short_description: 'Ready at the desk',
    long_description: `One shirt\nTwo drinks\n${'and so on '.repeat(100)}to its end`,
  },
  { name: 'Weekend pack', prix: 30 },
)
const poster = await hall.price('M', { name: 'Poster', prix: 5 })
const option = await hall.create('optionticket', { name: 'Blanket', description: 'Of wool, to be returned' })
const artist = await hall.create('artists', {
  name: 'The Owls',
  short_description: 'Six voices',
  long_description: 'They sang in every town on the river.',
  site_web: 'https://owls.test/',
})
const event = await hall.event([seat.product, pack.product, poster.product], {
  options: [option],
  artists: [{ uuid: artist }],
  datetime: hoursAhead(100),
})
const { slug } = (await hall.get(`/api/events/${event}/`)).json
const guest = visitorAt(server, hall)

const [short, long] = ['Any seat &lt;b>at all&lt;/b>', 'The doors of the yard open early.']
const all = [short, long, 'For everybody over twelve', 'Show a proof of age.', 'Ready at the desk', 'Two drinks']

const foldedIn = (text: string) => [...text.matchAll(/<details.*?<\/details>/gs)].join('\n')

/** The small pictures in a mail, as it came. */
function picturesIn(mail: string) {
  const html = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const found = html.matchAll(/<img src="http:\/\/([^/]+)(\/media\/[^"]+\/thumbnail.webp)" alt="([^"]*)"/g)
  return [...found].map(([, host = '', path = '', alt = '']) => ({ host, path, alt }))
}

async function bookAll(): Promise<{ readonly path: string; readonly email: string; readonly id: string }> {
  const email = visitor()
  const wanted = { email, price: [seat.price, pack.price, poster.price], qty: ['1', '1', '1'], options: option }
  const path = await guest.book(event, '', wanted)
  return { path, email, id: path.split('/')[2] ?? '' }
}

/** Seen red for each with what shows it left out. */
it('the page of an event tells of products, prices, options and artists', async () => {
  const { text } = await guest.show(`/events/${slug}/`)
  for (const words of [...all, 'Of wool, to be returned', 'Six voices', 'They sang in every town on the river.'])
    expect(text.split(words), words).toHaveLength(2)
  const folded = foldedIn(text)
  for (const words of [long, 'Show a proof of age.', 'They sang in every town']) expect(folded).toContain(words)
  expect(folded).toContain('More about Concert')
  expect(folded).toContain('More about Full price')
  // What is in a pack is what is bought.
  expect(folded).not.toContain('Two drinks')
  expect(text).toMatch(/<img src="\/media\/[^"]*\/thumbnail.webp" alt width="80" height="60" loading="lazy"/)
  expect(text).toContain('href="https://owls.test/"')
  expect(text.match(/href="https:\/\/hall.test\/terms"/g)).toHaveLength(1)
  expect(text).toContain('Terms (Concert)')
})

it('so does the page of the booking, and its mail in both of its parts', async () => {
  const { path, email, id } = await bookAll()
  const { text } = await guest.show(path)
  for (const words of [...all, 'Of wool, to be returned', 'Six voices', 'They sang in every town on the river.'])
    expect(text.split(words), words).toHaveLength(2)
  expect(text).toMatch(/<dt>Artists<\/dt><dd>The Owls/)
  expect(foldedIn(text)).toContain('They sang in every town')
  expect(foldedIn(text)).not.toContain('Two drinks')
  expect(text).toMatch(/thumbnail.webp" alt /)
  expect(text.match(/href="https:\/\/hall.test\/terms"/g)).toHaveLength(1)

  await hall.post(`/api/reservations/${id}/payments/`, { method: 'free' })
  const mail = await outboxMailTo(server, email, 'Show a proof of age.')
  const [plain = '', html = ''] = mail.split('Content-Type: text/html')
  expect(plain).toContain('Concert, Full price: Any seat <b>at all</b>')
  expect(html).toContain('Concert, Full price: Any seat &lt;b>at all&lt;/b>')
  for (const part of [plain, html]) {
    expect(part).toMatch(/Weekend pack: Ready at the desk .{1,8}One shirt .{1,8}Two drinks/)
    // As much as a line of a mail takes: seen red with the whole text.
    expect(part).not.toContain('to its end')
    expect(part).toContain('For everybody over twelve')
    expect(part).toContain('Blanket (Of wool, to be returned)')
    expect(part).toContain('Terms (Concert)')
    expect(part).toContain(terms)
    expect(part).toMatch(/The Owls \(Six voices .{1,8}They sang in every town on the river\.\)/)
    expect(part).toContain('1 =C3=97 Product 1, Poster')
    expect(part).toContain('Show a proof of age.')
  }
  const [shown, ...others] = picturesIn(html)
  expect([shown?.alt, others]).toEqual(['Concert', []])
  expect(shown?.host).toBe(new URL(originOf(server, hall.slug)).host)
  expect((await server.send(hall.slug, 'GET', shown?.path ?? '')).status).toBe(200)
  expect(plain).not.toContain('/media/')
})

it('and so does the mail of a top-up, which is an order at no event', async () => {
  const topUp = await sold(
    hall,
    'S',
    'Money for the bar',
    { long_description: 'What is left is paid back.' },
    { name: 'Any', free_price: true, prix: 0 },
  )
  const email = visitor()
  const booked = await hall.post('/api/sales/', {
    event,
    email,
    prices: [
      { uuid: seat.price, qty: 1 },
      { uuid: topUp.price, qty: 1, custom_amount: 6 },
    ],
    method: 'cash',
    amount: 18,
  })
  expect(booked.status, booked.text).toBe(201)
  expect(await outboxMailTo(server, email, 'What is left')).toContain('1 =C3=97 Money for the bar, Any: What is left')
})

it('staff sees at the desk what is in a pack, and nothing of what it knows', async () => {
  const { id } = await bookAll()
  await hall.post(`/api/reservations/${id}/payments/`, { method: 'free' })
  const staff = await staffOf(server, hall)
  for (const path of [`/admin/sale/?event=${event}`, `/admin/hand-outs/${id}/`, `/admin/reservations/${id}/`]) {
    const { status, text } = await staff.show(path)
    expect(status, path).toBe(200)
    expect(text, path).toContain('Two drinks')
    expect(text, path).not.toContain(short)
    expect(text, path).not.toContain('For everybody over twelve')
  }
})

it('an organisation that says nothing has nothing of it, and terms that are no address lead nowhere', async () => {
  const plain = await other.price('B', { name: 'Entry', prix: 12 })
  const theirs = await other.event([plain.product], { datetime: hoursAhead(100) })
  const at = (await other.get(`/api/events/${theirs}/`)).json.slug
  const page = () => visitorAt(server, other).show(`/events/${at}/`)
  const { text } = await page()
  expect(text).not.toMatch(/in-short|at-length|Terms|More about/)
  for (const words of all) expect(text).not.toContain(words)
  await client.query(`update product set terms_url = 'javascript:alert(1)' where id = $1`, [plain.product])
  expect((await page()).text).not.toMatch(/javascript:|Terms/)
})

it('terms of everything are named once, as such', async () => {
  const [one, two] = [
    await sold(hall, 'B', 'Stalls', { terms_and_conditions_document: terms }, {}),
    await sold(hall, 'B', 'Balcony', { terms_and_conditions_document: terms }, {}),
  ]
  const both = await hall.event([one.product, two.product])
  const { text } = await guest.show(`/events/${(await hall.get(`/api/events/${both}/`)).json.slug}/`)
  expect(text.match(/href="https:\/\/hall.test\/terms"[^>]*>[^<]*</g)).toEqual([expect.stringMatching(/>Terms<$/)])
})

/** Seen red with `Written` taken from the short texts and from the long ones. */
it('is read out in the language of its organisation', async () => {
  const { text } = await guest.show(`/events/${slug}/`, 'fr')
  for (const words of [...all, 'Of wool', 'Six voices']) expect(languagesOf(text, words), words).toEqual(['en'])
  expect(text).toContain('En savoir plus')
})

it('a membership tells of its prices and its terms, and its mail too', async () => {
  const year = await sold(
    hall,
    'A',
    'Friends of the hall',
    {
      short_description: 'Twelve months of music',
      long_description: 'With a newsletter.',
      terms_and_conditions_document: 'https://hall.test/friends',
      img_url: pictures.url('/picture.png'),
    },
    {
      name: 'A year',
      prix: 0,
      subscription_type: 'Y',
      short_description: 'For one person',
      long_description: 'Not for two.',
    },
  )
  const { text } = await guest.show('/membership/')
  for (const words of ['Twelve months of music', 'With a newsletter.', 'For one person', 'Not for two.'])
    expect(text.split(words), words).toHaveLength(2)
  expect(foldedIn(text)).toContain('Not for two.')
  expect(text).toContain('href="https://hall.test/friends"')

  const email = visitor()
  expect((await hall.post('/api/memberships/', { email, price: year.price })).status).toBe(201)
  const mail = await outboxMailTo(server, email, 'Friends of the hall')
  for (const part of mail.split('Content-Type: text/html')) {
    expect(part).toContain('Twelve months of music')
    expect(part).toContain('https://hall.test/friends')
    expect(part).toContain('For one person')
    expect(part).toContain('Not for two.')
  }
  // Seen red with the picture left out of `told`.
  expect(picturesIn(mail).map(({ alt }) => alt)).toEqual(['Friends of the hall'])
  for (const { host, path } of picturesIn(mail)) {
    expect(host).toBe(new URL(originOf(server, hall.slug)).host)
    expect((await server.send(hall.slug, 'GET', path)).status).toBe(200)
  }
  const plain = await hall.price('A', { prix: 0 })
  const another = visitor()
  expect((await hall.post('/api/memberships/', { email: another, price: plain.price })).status).toBe(201)
  expect(picturesIn(await outboxMailTo(server, another, 'Your membership'))).toEqual([])
})
