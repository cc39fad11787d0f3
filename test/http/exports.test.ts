import { unzipSync } from 'fflate'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Lists as files, as a spreadsheet or a program opens them. */
const { server, client, hall, other } = await twoOffices()
const join = (slug: string, email: string, role: string) =>
  server.cli('team', 'set', '--tenant', slug, '--email', email, '--role', role)
await join(hall.slug, 'accountant@example.org', 'accountant')
await join(hall.slug, 'manager@example.org', 'manager')
const staff = await staffOf(server, hall)
const manager = await staffOf(server, hall, 'manager@example.org')
const accountant = await staffOf(server, hall, 'accountant@example.org')
const stranger = await staffOf(server, other)

type Fields = readonly (readonly [string, string])[]
const lists = ['reservations', 'tickets', 'things', 'members', 'payments', 'refunds'] as const

const take = (who: typeof staff, list: string, fields: Fields) => who.press(`/admin/exports/${list}/`, fields)
const columns = (...names: readonly string[]): Fields => names.map((name) => ['columns', name] as const)

/** Every column of the form of a list, ticked. */
async function everyColumn(who: typeof staff, list: string): Promise<Fields> {
  const { text } = await who.show(`/admin/exports/${list}/`)
  return columns(...[...text.matchAll(/name="columns" value="(\w+)"/g)].map(([, name]) => name ?? ''))
}

/** Somebody whose name would be a formula, with a ticket, a shirt and a membership; all is paid, and some of it is refunded. */
async function sell(office: typeof hall, email: string, firstName = '=1+1') {
  const { product, price } = await office.price('B', { prix: '12.50', vat: '5.5', name: 'Full; "price"' })
  const shirt = await office.price('T', { prix: '19.90', vat: '20' })
  const member = await office.price('A', { prix: 20, subscription_type: 'Y' })
  const event = await office.event([product], { datetime: '2900-07-01T20:30:00+02:00' })
  const customers = [{ first_name: firstName, last_name: '@SUM(A1)' }, { first_name: 'Ada' }]
  const prices = [
    { uuid: price, customers },
    { uuid: shirt.price, qty: 3 },
  ]
  const { json } = await office.book({ event, email, prices })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  await office.post('/api/memberships/', { email, price: member.price, first_name: firstName })
  await office.post(`/api/reservations/${json.uuid}/cancellation/`, { tickets: [json.tickets[1]] })
  await untilQuiet(client)
  return { uuid: String(json.uuid), event }
}

const sold = await sell(hall, 'ada@visitor.test')
const elsewhere = await sell(other, 'grace@visitor.test', '=elsewhere')

describe('as CSV', () => {
  it.each(lists)('%s have every column, of this house alone, and no code of a ticket', async (list) => {
    const answer = await take(staff, list, [['form', 'comma'], ...(await everyColumn(staff, list))])
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(String(answer.headers['content-disposition'])).toMatch(
      new RegExp(`^attachment; filename="${list}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    )
    const [head = '', ...lines] = answer.text.trimEnd().split('\r\n')
    expect(head.startsWith('\uFEFF')).toBe(true)
    expect(lines.length).toBeGreaterThan(0)
    expect(answer.text).toContain('ada@visitor.test')
    // Seen red without tenant_id in selectBooked and the policy of reservation.
    expect(answer.text).not.toContain('grace@visitor.test')
    expect(answer.text).not.toContain('elsewhere')
    const { tickets } = await server.cli('ticket', 'qr', '--tenant', hall.slug, '--event', sold.event)
    for (const { qrcode_data } of tickets as { qrcode_data: string }[])
      for (const part of qrcode_data.split(':')) expect(answer.text).not.toContain(part)
  })

  it('opens in Excel in French by semicolons and decimal commas, and in English by commas', async () => {
    const chosen = columns('event_at', 'price', 'amount', 'first_name')
    const french = (await take(staff, 'tickets', [['form', 'semicolon'], ...chosen])).text.split('\r\n')
    expect(french[0]).toBe('\uFEFFEvent begins;Price;Amount;First name')
    // By the clocks of Paris. Seen red with harmless() answering the text itself.
    expect(french[1]).toBe(`2900-07-01 20:30:00;"Full; ""price""";12,50;'=1+1`)
    const english = (await take(staff, 'tickets', [['form', 'comma'], ...chosen])).text.split('\r\n')
    expect(english[1]).toBe(`2900-07-01 20:30:00,"Full; ""price""",12.50,'=1+1`)
  })

  it('names what was paid, how, and by which receipt and credit note', async () => {
    const of = async (list: string, ...names: readonly string[]) =>
      (await take(staff, list, [['form', 'comma'], ...columns(...names)])).text.split('\r\n')[1]
    expect(await of('payments', 'paid_by', 'received', 'promised_back', 'receipt')).toBe('Cash,84.70,12.50,1')
    expect(await of('refunds', 'cause', 'amount', 'credit_note')).toBe('Cancellation,12.50,2')
    expect(await of('reservations', 'tickets', 'total', 'paid_by')).toBe('2,84.70,Cash')
  })

  it('is of some days, or of one event', async () => {
    const rows = async (fields: Fields) => {
      const answer = await take(staff, 'tickets', [['form', 'comma'], ...columns('event'), ...fields])
      expect(answer.status, answer.text).toBe(200)
      return answer.text.trimEnd().split('\r\n').length - 1
    }
    expect(await rows([])).toBe(2)
    expect(await rows([['event', sold.event]])).toBe(2)
    expect(await rows([['from', '2900-01-01']])).toBe(0)
    expect(await rows([['to', '2020-01-01']])).toBe(0)
    const foreign = [['form', 'comma'], ...columns('event'), ['event', elsewhere.event]] as Fields
    expect((await take(staff, 'tickets', foreign)).status).toBe(404)
  })
})

describe('as a spreadsheet', () => {
  it('has texts as texts, amounts as numbers and moments as dates, by the clocks of the house', async () => {
    const chosen = columns('event_at', 'price', 'amount', 'first_name', 'seat')
    const answer = await take(staff, 'tickets', [['form', 'xlsx'], ...chosen])
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const files = unzipSync(new Uint8Array(answer.bytes))
    const text = (name: string) => new TextDecoder().decode(files[name])
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = text('xl/worksheets/sheet1.xml')
    const cell = (at: string) => new RegExp(`<c r="${at}"( s="\\d+")?( t="\\w+")?>(.*?)</c>`).exec(sheet) ?? []
    expect(cell('A1')[3]).toContain('Event begins')
    const days = Number(/<v>(.*)<\/v>/.exec(cell('A2')[3] ?? '')?.[1])
    expect(new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString()).toBe('2900-07-01T20:30:00.000Z')
    expect(cell('B2')[3]).toContain('Full; &quot;price&quot;')
    expect(cell('C2').slice(2)).toEqual([undefined, '<v>12.50</v>'])
    expect(cell('D2').slice(2)).toEqual([' t="inlineStr"', '<is><t xml:space="preserve">=1+1</t></is>'])
    expect(sheet).not.toContain('<f>')
    expect(text('xl/workbook.xml')).toContain('<sheet name="Tickets" sheetId="1"')
  })
})

describe('the columns', () => {
  it('stand in the order of their numbers, and are remembered for whoever chose them', async () => {
    const chosen: Fields = [
      ['form', 'comma'],
      ...columns('reference', 'state', 'total'),
      ...([
        ['place_reference', '3'],
        ['place_state', '1'],
        ['place_total', '2'],
      ] as const),
    ]
    const { text } = await take(staff, 'reservations', chosen)
    expect(text.split('\r\n')[0]).toBe('\uFEFFState,Total,Booking')
    const ticked = async (who: typeof staff) => {
      const shown = (await who.show('/admin/exports/reservations/')).text
      return [...shown.matchAll(/name="columns" value="(\w+)" checked/g)].map(([, name]) => name)
    }
    // Seen red without keepChoice.
    expect(await ticked(staff)).toEqual(['state', 'total', 'reference'])
    expect((await ticked(manager)).slice(0, 3)).toEqual(['reference', 'booked_at', 'event'])
    expect((await ticked(stranger)).slice(0, 3)).toEqual(['reference', 'booked_at', 'event'])
  })

  /** Seen red with the form left out of what is kept. */
  it('come back with the kind of file that was taken, to whoever took it', async () => {
    const shown = async (who: typeof staff, list: string) => {
      const { text } = await who.show(`/admin/exports/${list}/`)
      return [...text.matchAll(/<input(?=[^>]*name="form")(?=[^>]*value="(\w+)")[^>]* checked/g)].map(
        ([, form]) => form,
      )
    }
    await take(staff, 'things', [['form', 'semicolon'], ...columns('event')])
    expect(await shown(staff, 'things')).toEqual(['semicolon'])
    for (const who of [manager, stranger]) expect(await shown(who, 'things')).toEqual(['xlsx'])
    expect(await shown(staff, 'refunds')).toEqual(['comma'])
    await take(staff, 'things', [['form', 'xlsx'], ...columns('event')])
    expect(await shown(staff, 'things')).toEqual(['xlsx'])
  })

  it('say who people are only to those who deal with them', async () => {
    for (const list of lists) {
      const all = await everyColumn(staff, list)
      const shown = (await accountant.show(`/admin/exports/${list}/`)).text
      expect(shown).toContain('left out for your role')
      // Seen red with offeredColumns answering all of them.
      const { text, status } = await take(accountant, list, [['form', 'comma'], ...all])
      expect(status).toBe(200)
      expect(text).not.toMatch(/ada@visitor\.test|=1\+1|E-mail|First name/)
    }
  })

  it('are at least one, of days that there are', async () => {
    const refused = async (fields: Fields) => {
      const answer = await take(staff, 'tickets', [['form', 'comma'], ...fields])
      expect(answer.status).toBe(400)
      return answer.text
    }
    expect(await refused([])).toContain('Tick a column')
    expect(await refused([...columns('event'), ['from', '2026-02-30']])).toContain('Enter a day')
    expect(await refused([...columns('event'), ['from', '2026-02-02'], ['to', '2026-02-01']])).toContain(
      'must not lie before',
    )
    expect((await take(staff, 'nothing', [['form', 'comma'], ...columns('event')])).status).toBe(404)
  })
})

async function many(office: typeof hall, count: number): Promise<void> {
  await client.query(
    `insert into membership (tenant_id, id, email, product_id, price_id, amount_minor, discount_minor, valid_from, created_at)
     select tenant_id, gen_random_uuid(), 'many-' || n || '@visitor.test', product_id, price_id, 2000, 0, now(), now()
     from (select * from membership where tenant_id = $1 limit 1) one, generate_series(1, $2::int) n`,
    [office.tenantId, count],
  )
}

const noted = async (office: typeof hall) => {
  const { rows } = await client.query<{ after: { list: string; rows: number; complete: boolean } }>(
    "select after from audit_entry where tenant_id = $1 and action = 'list.taken' order by id",
    [office.tenantId],
  )
  return rows.map(({ after }) => after)
}

describe('a long list', () => {
  it('comes in batches, whole and each row once, and is noted with its rows', async () => {
    await many(other, 4203)
    const before = (await noted(hall)).length
    const { text, headers } = await take(stranger, 'members', [['form', 'comma'], ...columns('email')])
    expect(headers['content-length']).toBeUndefined()
    const [, ...lines] = text.trimEnd().split('\r\n')
    expect(lines.length).toBe(4204)
    expect(new Set(lines).size).toBe(4204)
    expect((await noted(other)).at(-1)).toMatchObject({
      list: 'members',
      form: 'comma',
      columns: ['email'],
      rows: 4204,
      complete: true,
    })
    expect((await stranger.show('/admin/audit/')).text).toContain('Exported a list')
    expect((await noted(hall)).length).toBe(before)
  })

  it('that somebody breaks off is noted with what came', async () => {
    await many(other, 80_000)
    const cookie = await signIn(server, other.slug, other.slug, 'admin@example.org')
    const answer = await request(`http://127.0.0.1:${server.port}/admin/exports/members/`, {
      method: 'POST',
      headers: {
        cookie,
        host: `${other.slug}.localhost:${server.port}`,
        origin: originOf(server, other.slug),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'form=comma&columns=email&columns=id&columns=product&columns=price',
    })
    expect(answer.statusCode).toBe(200)
    for await (const _ of answer.body) break
    await untilTrue(async () => (await noted(other)).at(-1)?.complete === false)
    expect((await noted(other)).at(-1)?.rows).toBeLessThan(84_204)
  })
})

it('who was forgotten stays forgotten', async () => {
  const email = 'gone@visitor.test'
  await sell(hall, email, 'Gonzo')
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const headers = { origin: originOf(server, hall.slug) }
  await server.send(hall.slug, 'POST', '/account/erasure/', { cookie, body: {}, headers })
  for (const list of lists) {
    const { text } = await take(staff, list, [['form', 'comma'], ...(await everyColumn(staff, list))])
    expect(text).not.toMatch(/gone@visitor\.test|Gonzo/)
  }
})
