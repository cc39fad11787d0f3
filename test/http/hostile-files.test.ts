import { XMLValidator } from 'fast-xml-parser'
import { unzipSync } from 'fflate'
import { afterAll, expect, it } from 'vitest'
import { notPages } from '../harness/every-page.ts'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { fillWithHostileTexts } from '../harness/hostile-fill.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { openPass } from '../harness/open-pass.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { startAuthority } from '../harness/wallet-keys.ts'

/**
 * What leaves the service as a file or as a mail, with hostile texts in every field that is kept: nothing of them is a
 * formula, a header, a line or a tag there. What pages make of them is in test/browser/hostile-pages.test.ts.
 */
const mails = await startMailServer()
const authority = await startAuthority()
afterAll(async () => {
  await authority.remove()
  await mails.stop()
})
const { server, client, hall } = await twoOffices({ environment: { SMTP_URL: mails.url } })
await server.cli('wallet', 'set-apple', '--tenant', hall.slug, ...(await authority.issue()).words)
const email = visitor()
const [seat, shirt, year] = [
  await hall.price('B', { prix: 12.5, vat: '5.5' }),
  await hall.price('T', { prix: 20 }),
  await hall.price('A', { prix: 5, subscription_type: 'Y' }),
]
const option = await hall.create('optionticket', { name: 'Near', description: 'The stage' })
const event = await hall.event([seat.product, shirt.product], {
  short_description: 'An evening',
  long_description: 'All of it',
  options: [option],
})
const path = await visitorAt(server, hall).book(event, seat.price, { email, qty: '2' })
const id = path.split('/')[2] ?? ''
await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
const things = { event, email: visitor(), prices: [{ uuid: shirt.price, qty: 1 }] }
const { uuid: ordered } = (await hall.book(things)).json
await hall.post(`/api/reservations/${ordered}/payments/`, { method: 'cash' })
await hall.post('/api/memberships/', { email, price: year.price, first_name: 'Ada', last_name: 'L' })
const { tickets } = (await hall.get(`/api/reservations/${id}/`)).json
const given = visitor()
const giving = await visitorAt(server, hall).submit(`${path}tickets/${tickets[1]}/holder/`, {
  first_name: 'Grace',
  last_name: 'Hopper',
  email: given,
})
await hall.post(`/api/reservations/${ordered}/cancellation/`, {})
await untilQuiet(client)
const gift = /\/tickets\/[\w-]+\/[\w-]+\//.exec((await mails.mailTo(given, /\/tickets\//)).text ?? '')?.[0] ?? ''
const { rows: receipts } = await client.query('select id from receipt where tenant_id = $1', [hall.tenantId])

await fillWithHostileTexts(client)
await server.cli('tenant', 'set', '--tenant', hall.slug, '--accent-color', '#14213d')
const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
const get = (address: string) => server.send(hall.slug, 'GET', address, { cookie })

/** Where each file is. One that is new fails until it is here, and the rule for its kind below. */
const files: Readonly<Record<string, string>> = {
  'GET /bookings/:uuid/:proof/event.ics': `${path}event.ics`,
  'GET /bookings/:uuid/:proof/tickets.pdf': `${path}tickets.pdf`,
  'GET /bookings/:uuid/:proof/tickets/:ticket/apple.pkpass': `${path}tickets/${tickets[0]}/apple.pkpass`,
  'GET /tickets/:uuid/:proof/ticket.pdf': `${gift}ticket.pdf`,
  'GET /tickets/:uuid/:proof/event.ics': `${gift}event.ics`,
  'GET /tickets/:uuid/:proof/apple.pkpass': `${gift}apple.pkpass`,
  'GET /admin/reservations/:uuid/tickets.pdf': `/admin/reservations/${id}/tickets.pdf`,
  'GET /admin/accounting/closing.pdf': '/admin/accounting/closing.pdf',
  'GET /feeds/events.ics': '/feeds/events.ics',
  'GET /feeds/events.rss': '/feeds/events.rss',
  'GET /feeds/events.atom': '/feeds/events.atom',
  'GET /admin/accounting/figures.csv': '/admin/accounting/figures.csv?form=comma',
  'GET /admin/accounting/figures.xlsx': '/admin/accounting/figures.xlsx',
  'GET /admin/accounting/receipts/:uuid/document.pdf': `/admin/accounting/receipts/${receipts[0]?.id}/document.pdf`,
  'GET /admin/promotional-codes/codes.csv': '/admin/promotional-codes/codes.csv',
  'GET /admin/door-lists/:uuid/door-list.pdf': `/admin/door-lists/${event}/door-list.pdf`,
}

/** By the end of its name: what would be wrong in it. */
const rules: Readonly<Record<string, (file: Answer) => Promise<void> | void>> = {
  ics: ({ text }) => {
    // A line that is folded begins with a blank; what is left are lines of the calendar's own.
    const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
    expect(lines.filter((line) => !/^([A-Z-]+[;:]|$)/.test(line))).toEqual([])
    expect(lines.filter((line) => /^X-HOSTILE/i.test(line))).toEqual([])
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(text.match(/^UID:[\w@.-]+\r$/gm)?.length ?? 1)
    expect(text).toContain('hostile')
  },
  rss: expectNoMarkup,
  atom: expectNoMarkup,
  pdf: async ({ bytes }) => {
    const shown = await lookAtPdf(bytes)
    expect(shown.map(({ text }) => text).join(' ')).toContain('<script>')
    // Text is compressed in it: what is not would be an action of the document. What is compressed holds any letters by chance.
    const plain = bytes.toString('latin1').replaceAll(/\bstream\r?\n[\s\S]*?endstream/g, 'stream endstream')
    expect(plain).toMatch(/\/Catalog\b/)
    expect(plain).not.toMatch(/\/(JavaScript|JS|OpenAction|Launch|AA)\b/)
  },
  csv: ({ text }) => expectNoFormula(cellsOf(text)),
  xlsx: ({ bytes }) => expectNoFormulaIn(bytes),
  pkpass: ({ bytes }) => {
    expect(JSON.stringify(openPass(bytes, authority.root).pass)).toContain('hostile')
  },
}

function expectNoMarkup({ text }: Answer): void {
  expect(XMLValidator.validate(text)).toBe(true)
  expect(text).toContain('hostile')
  expect(text).not.toMatch(/<(script|img)/i)
}

it('every file there is has its address here', () => {
  const named = notPages.filter((route) => /\.(ics|rss|atom|pdf|csv|xlsx|pkpass)$/.test(route))
  expect(Object.keys(files).sort()).toEqual([...named].sort())
  expect(giving.status).toBeLessThan(400)
})

it.each(Object.entries(files))('%s holds texts, and nothing that they would be', async (route, address) => {
  const answer = await get(address)
  expect(answer.status, answer.text.slice(0, 500)).toBe(200)
  expect(String(answer.headers['content-disposition'] ?? '')).not.toMatch(/[<>\r\n]|hostile=/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  await rules[route.split('.').at(-1) ?? '']?.(answer)
})

it('every list that is exported holds no formula, in either form', async () => {
  const staff = await staffOf(server, hall)
  const { text } = await staff.show('/admin/exports/')
  const lists = [...new Set([...text.matchAll(/\/admin\/exports\/(\w+)\//g)].map(([, list]) => list ?? ''))]
  expect(lists.length).toBeGreaterThan(5)
  for (const list of lists) {
    const form = (await staff.show(`/admin/exports/${list}/`)).text
    const columns = [...form.matchAll(/name="columns" value="(\w+)"/g)].map(([, column]): [string, string] => [
      'columns',
      column ?? '',
    ])
    const take = (kind: string) => staff.press(`/admin/exports/${list}/`, [['form', kind], ...columns])
    const csv = await take('comma')
    expect(csv.status, list).toBe(200)
    expectNoFormula(cellsOf(csv.text))
    expectNoFormulaIn((await take('xlsx')).bytes)
  }
})

it('every mail says it as text, in HTML too, and under no header of its own', async () => {
  await untilQuiet(client)
  const { rows } = await client.query<{ id: string; tenant_id: string; letter: object; kind: string }>(
    'select * from mail',
  )
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(4)
  const hostile = `"><zz-hostile onx=1>\r\nX-Hostile: 1\r\n\r\n<script>hostile=1</script>${String.fromCharCode(0x202e)}`
  const before = mails.mails.length
  for (const { id: mail, tenant_id: tenantId, letter } of rows) {
    const filled = JSON.stringify(letter, (key, value) =>
      typeof value === 'string' && key !== 'url' ? `${hostile} ${value}` : value,
    )
    await client.query("update mail set letter = $1, status = 'queued', subject = $2 where id = $3", [
      filled,
      hostile,
      mail,
    ])
    await client.query("select graphile_worker.add_job('send_mail', $1::json)", [
      JSON.stringify({ tenantId, mailId: mail }),
    ])
  }
  await untilQuiet(client)
  const sent = mails.mails.slice(before)
  expect(sent.length).toBe(rows.length)
  for (const { html = '', raw, headers, text } of sent) {
    expect(headers.map(({ key }) => key)).not.toContain('x-hostile')
    expect(html).not.toMatch(/<zz-hostile|<script/i)
    expect(html).toContain('&lt;zz-hostile')
    expect(text).toContain('<zz-hostile')
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^X-Hostile/im)
  }
})

function expectNoFormula(cells: readonly string[]): void {
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?[\d.,]+$/.test(cell))).toEqual([])
}

function expectNoFormulaIn(bytes: Buffer): void {
  const parts = Object.entries(unzipSync(bytes)).map(([, part]) => Buffer.from(part).toString())
  expect(parts.filter((part) => /<f[ >]|<zz-hostile|<script/.test(part))).toEqual([])
}

/** Of a file with commas. */
function cellsOf(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"]|"")*)"|([^,\r\n"]+)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
