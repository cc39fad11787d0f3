import { expect, it } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { listed } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The log in words (ADR 0132, 0167). */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const url = '/admin/audit/'
const log = async (query: Record<string, string> = {}, language = 'en', by = staff) =>
  (await by.show(`${url}?${new URLSearchParams(query)}`, language)).text

/** The rows of the table alone: the form above names everything there is. */
const rows = (text: string) => /<tbody>.*<\/tbody>/s.exec(text)?.[0] ?? ''

const { product, price } = await hall.price('B', { name: 'Reduced', prix: 12.5, vat: '5.5' })
const event = await hall.event([product])
const place = { online_hold_minutes: '20', email_hold_hours: '3', offer_hours: '5', cancellation_hours: '48' }
const seen = /name="seen" value="([\w-]+)"/.exec((await staff.show('/admin/settings/rules/')).text)?.[1] ?? ''
await staff.press('/admin/settings/rules/', listed({ ...place, seen }))
await hall.post(`/api/events/${await hall.event([product])}/cancellation/`, { reason: 'A storm' })

/** Seen red with a field left out of the words, like `includesLetIn` of a cancelled event, and with the names of ids left out. */
it('says every field of what was done in words, in both languages', async () => {
  for (const language of ['en', 'fr']) {
    const shown = rows(await log({}, language))
    const fields = [...shown.matchAll(/<span class="muted">([^<:]*?)\s?:<\/span>/g)].map(([, field = '']) => field)
    expect(new Set(fields).size).toBeGreaterThan(20)
    // As the code calls them they begin small.
    expect(fields.filter((field) => /^[a-z]/.test(field))).toEqual([])
    expect(shown).not.toMatch(/>(true|false|null)</)
  }
  const english = rows(await log())
  for (const said of [
    'Price:',
    '€12.50',
    'VAT rate:',
    '5.5%',
    'Scanned tickets refunded, too:',
    'Time to pay online:',
    '20 minutes',
    '3 hours',
  ])
    expect(english).toContain(said)
  expect(rows(await log({}, 'fr'))).toMatch(/12,50\s€.*|.*5,5\s%/s)
})

it('leads to what it was done to, by its name', async () => {
  const shown = rows(await log())
  for (const path of [`events/${event}/`, `products/${product}/`, `prices/${price}/`])
    expect(shown).toContain(`href="/admin/${path}"`)
  expect(shown).toContain('Reduced')
  expect(rows(await log({ of: price }))).not.toContain(`href="/admin/events/`)
})

/** Seen red without the conditions on the actor, the noun and the end. */
/** Seen red with both as they are kept. */
it('says which list of codes was taken, and what seat a ticket had', async () => {
  const note = (action: string, before: object | null, after: object) =>
    client.query(
      `insert into audit_entry (tenant_id, id, at, actor_kind, action, before, after)
         values ($1, gen_random_uuid(), now(), 'server', $2, $3, $4)`,
      [hall.tenantId, action, before, after],
    )
  await note('list.taken', null, { list: 'promotional_codes', rows: 3 })
  await note('ticket.changed', { seat: 'L' }, { seat: 'B12' })
  const shown = rows(await log({}, 'fr'))
  expect(shown).toContain('Codes promotionnels')
  expect(shown).not.toContain('promotional_codes')
  expect(shown).toMatch(/Numéro de place.{0,40}Placement libre/)
  expect(shown).toMatch(/Numéro de place.{0,40}B12/)
})

it('leads to both pictures, where one came in the place of another', async () => {
  const [former, next] = ['a', 'b'].map((letter) => `${hall.tenantId}/${letter.repeat(64)}`)
  await client.query(
    `insert into audit_entry (tenant_id, id, at, actor_kind, action, subject_id, before, after)
       values ($1, gen_random_uuid(), now(), 'server', 'product.changed', $2, $3, $4)`,
    [hall.tenantId, product, { imageKey: former }, { imageKey: next }],
  )
  for (const [language, before, after] of [
    ['en', 'the image before', 'the new image'],
    ['fr', 'l’image d’avant', 'la nouvelle image'],
  ] as const) {
    const shown = rows(await log({ of: product }, language))
    expect(shown).toContain(`<a href="/media/${former}/med.webp">${before}</a>`)
    expect(shown).toContain(`<a href="/media/${next}/med.webp">${after}</a>`)
  }
  expect(rows(await log({}, 'en', stranger))).not.toContain(String(next))
})

it('is chosen from by who, what and when', async () => {
  await server.cli('tenant', 'set', '--tenant', hall.slug, '--transfers', 'on')
  const all = rows(await log())
  expect(all).toContain('Command line')
  expect(all).toContain('Created a price')
  expect(rows(await log({ who: 'server' }))).not.toContain('Created a price')
  expect(rows(await log({ who: 'server' }))).toContain('given to somebody else')
  const [, person = ''] = /<option value="([\w-]{36})"[^>]*>admin@example.org/.exec(await log()) ?? []
  const theirs = rows(await log({ who: person }))
  expect([theirs.includes('Changed the settings'), theirs.includes('Command line')]).toEqual([true, false])
  const prices = rows(await log({ what: 'price' }))
  expect([prices.includes('Created a price'), prices.includes('Created an event')]).toEqual([true, false])
  expect(rows(await log({ to: '2020-01-01' }))).toBe('')
  expect(await log({ to: '2020-01-01' })).toContain('Nothing was noted that fits')
  expect(rows(await log({ from: '2020-01-01' }))).toContain('Created a price')
  expect(rows(await log({ from: '2999-01-01' }))).toBe('')
})

it('says beside them which days it cannot read', async () => {
  for (const query of [{ from: 'soon' }, { from: '2026-02-01', to: '2026-01-01' }]) {
    const { status, text } = await staff.show(`${url}?${new URLSearchParams(query)}`)
    expect([status, /href="#(from|to)"/.test(text)]).toEqual([400, true])
  }
  expect((await staff.show(`${url}?who=nobody&what=nothing`)).status).toBe(200)
})

it('knows nobody and nothing of another organisation', async () => {
  const shown = await log({}, 'en', stranger)
  for (const id of [event, product, price]) expect(shown).not.toContain(id)
  expect(rows(await log({ of: price }, 'en', stranger))).toBe('')
  const [, person = ''] = /<option value="([\w-]{36})"/.exec(await log()) ?? []
  const elsewhere = rows(await log({ who: person }, 'en', stranger))
  expect(elsewhere).not.toContain('Reduced')
})

it('turns its pages with what was chosen kept', async () => {
  const office = await openBoxOffice(server, 'The Long Log')
  const owner = await staffOf(server, office)
  await client.query(
    `insert into audit_entry (tenant_id, id, at, actor_kind, action)
     select $1, gen_random_uuid(), now() - n * interval '1 minute', 'server', 'list.taken' from generate_series(1, 60) as n`,
    [office.tenantId],
  )
  const first = (await owner.show(`${url}?what=list&who=server`)).text
  expect(rows(first).match(/<tr>/g)).toHaveLength(48)
  const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? []
  const second = (await owner.show(`${url}${next.replaceAll('&amp;', '&')}`)).text
  expect(rows(second).match(/<tr>/g)).toHaveLength(12)
})
