import sharp from 'sharp'
import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, createKey, openBoxOffice } from '../harness/box-office.ts'
import { listed, sendPicture } from '../harness/forms.ts'
import { outboxMailTo } from '../harness/outbox.ts'
import { originOf } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** How an organisation looks and what its rules are, changed on its own pages (ADR 0157). */
const { server, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const key = await createKey(server, 'meta', ['--permission', 'place:write'])

const [identity, rules] = ['/admin/settings/', '/admin/settings/rules/']
const placePath = ({ tenantId }: BoxOffice) => `/api/place/${tenantId}/`
const place = async (office: BoxOffice) => (await server.send('meta', 'GET', placePath(office))).json
const seenIn = (text: string) => /name="seen" value="([\w-]+)"/.exec(text)?.[1] ?? ''

const who = {
  organisation: 'Le Bikini',
  short_description: 'Since 1983',
  long_description: 'One.\r\nTwo.',
  legal_documents: 'RCS 123',
  address: '1 Market Square',
  postal_code: '31520',
  city: 'Toulouse',
  phone: '+33 5 61 00 00 00',
  email: 'hello@bikini.test',
  website: 'https://bikini.test/',
  twitter: '@bikini',
  facebook: 'bikini',
  instagram: 'https://www.instagram.com/bikini',
  language: 'fr',
  time_zone: 'Asia/Tokyo',
  currency: 'JPY',
}
const ruled = {
  online_hold_minutes: '20',
  email_hold_hours: '3',
  offer_hours: '5',
  cancellation_hours: '48',
  membership_required: 'true',
}

async function save(by: Staff, path: string, fields: Record<string, string>, seen?: string) {
  const shown = seen ?? seenIn((await by.show(path)).text)
  return by.press(path, listed({ ...fields, seen: shown }))
}

/** Seen red with one of them left out of what the form reads. */
it('are changed on a page as the interface changes them, and noted', async () => {
  const office = await openBoxOffice(server, 'The Teahouse')
  const owner = await staffOf(server, office)
  const elsewhere = await place(other)
  expect((await save(owner, identity, who)).status).toBe(303)
  expect((await save(owner, rules, ruled)).status).toBe(303)
  expect(await place(office)).toMatchObject({
    organisation: 'Le Bikini',
    long_description: 'One.\nTwo.',
    adress: '1 Market Square',
    legal_documents: 'RCS 123',
    site_web: 'https://bikini.test/',
    email: 'hello@bikini.test',
    twitter: '@bikini',
    instagram: 'https://www.instagram.com/bikini',
    language: 'fr',
    time_zone: 'Asia/Tokyo',
    currency: 'JPY',
    online_hold_minutes: 20,
    email_hold_hours: 3,
    offer_hours: 5,
    cancellation_hours: 48,
    transfers: false,
    adhesion_obligatoire: true,
    slug: office.slug,
  })
  expect(await place(other)).toEqual(elsewhere)
  const home = (await server.send(office.slug, 'GET', '/')).text
  expect(home).toMatch(/<a class="go" href="https:\/\/www.instagram.com\/bikini"[^>]*>Instagram<\/a>/)
  expect(home).toContain('X @bikini')
  const log = (await owner.show('/admin/audit/')).text
  for (const noted of ['Changed the settings', 'Le Bikini', 'hello@bikini.test', 'Asia/Tokyo'])
    expect(log).toContain(noted)
  expect((await stranger.show('/admin/audit/')).text).not.toContain('Le Bikini')
  expect((await owner.show(identity)).text).toContain('value="hello@bikini.test"')
  expect((await save(owner, identity, { ...who, website: '', legal_documents: '' })).status).toBe(303)
  expect(await place(office)).toMatchObject({ site_web: null, legal_documents: null, city: 'Toulouse' })
})

/** Seen red with the name, and with the address, left out of what a mail is sent with. */
it('say in whose name mails go out and where answers go, else as the organisation is named and reached', async () => {
  const office = await openBoxOffice(server, 'The Orangery')
  const owner = await staffOf(server, office)
  const headersOf = async (house: BoxOffice) => {
    const email = visitor()
    await server.send(house.slug, 'POST', '/sign-in/', {
      body: new URLSearchParams({ email }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: originOf(server, house.slug) },
    })
    const [head = ''] = (await outboxMailTo(server, email)).split(/\r?\n\r?\n/)
    return head
  }
  const answer = { ...who, mail_sender: 'Box office, the Orangery', reply_email: 'tickets@orangery.test' }
  expect((await save(owner, identity, { ...answer, reply_email: 'nobody' })).status).toBe(400)
  expect((await save(owner, identity, { ...answer, mail_sender: 'x'.repeat(71) })).status).toBe(400)
  expect((await save(owner, identity, answer)).status).toBe(303)
  const chosen = await headersOf(office)
  expect(chosen).toMatch(/^From: "Box office, the Orangery" <[^>]+>\r?$/m)
  expect(chosen).toMatch(/^Reply-To: "Box office, the Orangery" <tickets@orangery\.test>\r?$/m)
  expect((await owner.show('/admin/audit/')).text).toContain('tickets@orangery.test')
  expect((await save(owner, identity, { ...answer, mail_sender: '', reply_email: '' })).status).toBe(303)
  const usual = await headersOf(office)
  expect(usual).toMatch(/^From: Le Bikini </m)
  expect(usual).toMatch(/^Reply-To: Le Bikini <hello@bikini\.test>/m)
  expect(await headersOf(other)).not.toMatch(/orangery/i)
})

/** Seen red with either of the two ticks left out of what the form reads. */
it('keep those from booking who are no members, and offer to become one, as the page says', async () => {
  const office = await openBoxOffice(server, 'The Club')
  const owner = await staffOf(server, office)
  const { product, price } = await office.price('B', { prix: 0 })
  const event = await office.event([product])
  const book = async () => (await office.book({ event, email: visitor(), prices: one(price) })).json
  const home = async () => (await server.send(office.slug, 'GET', '/')).text
  expect([(await book()).status, (await home()).includes('href="/membership/"')]).toEqual(['F', false])
  const page = await owner.show(rules)
  expect(page.text).toMatch(/Only members book.*The home page offers to become a member/s)
  expect((await save(owner, rules, { ...ruled, membership_button: 'true' })).status).toBe(303)
  // Who keeps what an organisation says of itself hears of it a moment later.
  await expect.poll(async () => (await home()).includes('href="/membership/"')).toBe(true)
  expect((await book()).code).toBe('membership_required')
})

/** Seen red with the comparison in updateTenant taken out. */
it('tells the second of two people what is there now, unless they change something else', async () => {
  const office = await openBoxOffice(server, 'The Reading Room')
  const owner = await staffOf(server, office)
  const [seen, seenRules] = [identity, rules].map(async (path) => seenIn((await owner.show(path)).text))
  const mine = { ...who, language: 'en', city: 'Lyon' }
  expect((await save(owner, identity, { ...mine, city: 'Paris' }, await seen)).status).toBe(303)
  const told = await save(owner, identity, mine, await seen)
  expect([told.status, told.text.includes('It is now: Paris'), (await place(office)).city]).toEqual([
    409,
    true,
    'Paris',
  ])
  expect((await save(owner, rules, ruled, await seenRules)).status).toBe(303)
  expect((await save(owner, identity, mine, seenIn(told.text))).status).toBe(303)
  expect((await place(office)).city).toBe('Lyon')
})

it.each([
  ['organisation', identity, ['', 'x'.repeat(51)]],
  ['phone', identity, ['call me', '1'.repeat(31)]],
  ['email', identity, ['', 'nobody', 'a@']],
  ['website', identity, ['bikini.test', 'javascript:alert(1)']],
  ['twitter', identity, ['javascript:alert(1)', 'ftp://bikini.test/']],
  ['facebook', identity, ['javascript:alert(1)', 'ftp://bikini.test/']],
  ['instagram', identity, ['javascript:alert(1)', 'ftp://bikini.test/']],
  ['legal_documents', identity, ['javascript:alert(1)', 'ftp://bikini.test/']],
  ['language', identity, ['', 'lv']],
  ['time_zone', identity, ['', 'Toulouse']],
  ['currency', identity, ['EURO', 'eur']],
  ['online_hold_minutes', rules, ['', '0', '1381', '1.5', 'long']],
  ['email_hold_hours', rules, ['', '0', '721']],
  ['offer_hours', rules, ['', '23']],
  ['cancellation_hours', rules, ['8761', '-1']],
])('%s says beside itself what it takes, and changes nothing', async (field, path, values) => {
  const before = await place(hall)
  for (const value of values) {
    const form = { ...(path === identity ? who : ruled), [field]: value }
    const { status, text } = await save(staff, path, form)
    expect([status, text.includes(`href="#${field}"`)], value).toEqual([400, true])
  }
  expect(await place(hall)).toEqual(before)
})

/** Else the same sentence stands there twice, of nobody knows what. */
it('names the fields that are wrong in the same way', async () => {
  const { text } = await save(staff, rules, { ...ruled, offer_hours: '9999', email_hold_hours: '9999' })
  const listed = [...text.matchAll(/<a href="#(\w+)">([^<]+) · Enter a whole number/g)].map(([, id]) => id)
  expect(listed).toEqual(['email_hold_hours', 'offer_hours'])
})

/** Seen red with `hasAmounts` of updateTenant left out, and, told of the currency, with no `unasked` of the form. */
it('keeps the currency once there are prices, and says why', async () => {
  const office = await openBoxOffice(server, 'The Till')
  const owner = await staffOf(server, office)
  expect((await owner.show(identity)).text).toContain('<select id="currency"')
  await office.price('B')
  const { text } = await owner.show(identity)
  expect([text.includes('<select id="currency"'), text.includes('can no longer be changed')]).toEqual([false, true])
  const { currency: _, ...others } = who
  const rest = { ...others, language: 'en' }
  expect((await save(owner, identity, { ...rest, currency: 'CHF' })).status).toBe(409)
  expect((await place(office)).currency).toBe('EUR')
  expect((await save(owner, identity, rest)).status).toBe(303)
  expect(await place(office)).toMatchObject({ currency: 'EUR', city: 'Toulouse' })
  // The second of two people is told of what differs, and nothing of what the form does not ask for.
  const seen = seenIn((await owner.show(identity)).text)
  expect((await save(owner, identity, { ...rest, city: 'Paris' }, seen)).status).toBe(303)
  const told = await save(owner, identity, { ...rest, city: 'Lyon' }, seen)
  expect(told.text.match(/It is (now: \w+|empty now)/g)).toEqual(['It is now: Paris', 'It is now: Paris'])
})

it('are noted whoever changes them', async () => {
  const office = await openBoxOffice(server, 'The Annex')
  const owner = await staffOf(server, office)
  await server.send('meta', 'PATCH', placePath(office), { key, body: { phone: '0612345678' } })
  await server.cli('tenant', 'set', '--tenant', office.slug, '--transfers', 'off')
  const { text } = await owner.show('/admin/audit/')
  expect(
    ['0612345678', 'Tickets can be given to somebody else', 'Command line'].filter((noted) => !text.includes(noted)),
  ).toEqual([])
})

/** Seen red with the end of the key on the page, and with the record left out. */
it('take the keys of online payment from owners, and never show them', async () => {
  const office = await openBoxOffice(server, 'The Counting House')
  const owner = await staffOf(server, office)
  const [payment, secret, webhook] = ['/admin/settings/payment/', 'sk_live_abcdWXYZ', 'whsec_efghQRST']
  const setKeys = (secret_key: string, webhook_secret: string) =>
    owner.press(payment, listed({ secret_key, webhook_secret }))
  const state = async () => server.cli('payment-keys', 'show', '--tenant', office.slug)
  for (const [key, signing, field] of [
    ['', webhook, 'secret_key'],
    ['pk_live_abcdWXYZ', webhook, 'secret_key'],
    [secret, 'efghQRST', 'webhook_secret'],
  ] as const) {
    const { status, text } = await setKeys(key, signing)
    expect([status, text.includes(`href="#${field}"`), /WXYZ|QRST/.test(text)]).toEqual([400, true, false])
  }
  expect(await state()).toMatchObject({ mode: null })
  expect((await setKeys(secret, webhook)).status).toBe(303)
  expect(await state()).toMatchObject({ mode: 'live', secret_key_end: 'WXYZ', webhook_secret_end: 'QRST' })
  const [{ text }, log] = [await owner.show(payment), await owner.show('/admin/audit/')]
  expect([text.includes('Live: real money'), /WXYZ|QRST/.test(text)]).toEqual([true, false])
  expect([log.text.includes('Keys set:'), /WXYZ|QRST/.test(log.text)]).toEqual([true, false])
  expect((await stranger.show(payment)).text).toContain('No keys are set')
  expect((await setKeys('sk_test_other', '')).status).toBe(303)
  expect(await state()).toMatchObject({ mode: 'test', webhook_secret_end: null })
  expect((await owner.press(`${payment}removal/`, [])).status).toBe(303)
  expect(await state()).toMatchObject({ mode: null })
})

/** Seen red without `explainFields`. */
it('refuse the name of an authority beside its field, and keep what was typed', async () => {
  const office = await openBoxOffice(server, 'The Library')
  const owner = await staffOf(server, office)
  const named = await place(office)
  const fields = { ...who, currency: named.currency, organisation: 'PayPal help' }
  const refused = await save(owner, identity, fields)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('href="#organisation"')
  expect(refused.text).toContain('value="PayPal help"')
  expect(refused.text).toContain('value="Toulouse"')
  expect(await place(office)).toEqual(named)
})

it('show each picture that is sent, and take it away again', async () => {
  const office = await openBoxOffice(server, 'The Gallery')
  const owner = await staffOf(server, office)
  const path = '/admin/settings/pictures/'
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#aa0011' } })
    .png()
    .toBuffer()
  for (const kind of ['image', 'logo', 'map', 'menu']) {
    expect((await sendPicture(server, office, `${path}${kind}/`, png)).status, kind).toBe(303)
    const refused = await sendPicture(server, office, `${path}${kind}/`, Buffer.from('not a readable image'))
    expect([refused.status, refused.text.includes(`href="#${kind}"`)]).toEqual([400, true])
  }
  expect((await owner.show(path)).text.match(/class="(preview|points)"/g)).toHaveLength(4)
  expect((await owner.press(`${path}logo/`, [['remove', 'true']])).status).toBe(303)
  expect((await owner.press(`${path}logo/`, [])).status).toBe(400)
  expect((await owner.show(path)).text.match(/class="(preview|points)"/g)).toHaveLength(3)
  expect((await stranger.show(path)).text).not.toMatch(/class="(preview|points)"/)
  expect((await owner.show('/admin/audit/')).text).toContain('Logo:')
})
