import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What the artists of an event are owed (ADR 0288). Every figure was worked out by hand from what was sold. */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const [anna, bob] = [await hall.create('artists', { name: 'Anna <b>A' }), await hall.create('artists', { name: 'Bob' })]
const full = await hall.price('B', { name: 'Full', prix: 12.5, vat: '5.5' })
const late = await hall.price('B', { name: 'Late', prix: 12, vat: '20' })
const shirt = await hall.price('T', { name: 'Shirt', prix: 20, vat: '20' })
const products = [full.product, late.product, shirt.product]
const event = await hall.event(products, { name: 'Two bands', artists: [{ uuid: anna }, { uuid: bob }] })
const page = `/admin/events/${event}/settlement/`
const path = `/api/events/${event}/settlement/`

async function sell(...prices: readonly (readonly [price: string, qty: number])[]): Promise<string> {
  const wanted = prices.map(([uuid, qty]) => ({ uuid, qty }))
  const { json } = await hall.book({ event, email: visitor(), prices: wanted })
  expect((await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })).status).toBe(201)
  return json.uuid
}

// 50.00 at 5.5 %: 47.39 without VAT. 44.00 at 20 %: 36.67, of which the shirt is 16.66. What is refunded leaves nothing.
await sell([full.price, 4])
await sell([late.price, 2], [shirt.price, 1])
await hall.post(`/api/reservations/${await sell([full.price, 2])}/cancellation/`, { handed_over: true })
await untilQuiet(client)

const costs = [
  { label: 'The hall', amount: 10 },
  { label: 'Sound <b>', amount: 5.5 },
]
const flat = { uuid: anna, deal: 'guarantee', guarantee: 20 }
const versus = { uuid: bob, deal: 'versus', guarantee: 30, share: 60 }
const key = await makeKey(server, hall.slug, ['reservation:read', 'reservation:write'])
const read = async (by = key) => (await server.send(hall.slug, 'GET', path, { key: by })).json
const change = (body: object, at = path, by = key) => server.send(hall.slug, 'PATCH', at, { key: by, body })
const wrong = async (body: object) => {
  const { status, json } = await change(body)
  return [status, Object.keys(json.errors ?? {})]
}

describe('the settlement of an event', () => {
  it('is the takings without VAT where nothing was typed in', async () => {
    expect(await read()).toEqual({
      currency: 'EUR',
      takings: 84.06,
      withdrawn: 0,
      costs: [],
      left: 84.06,
      others: 16.66,
      guaranteed: 0,
      shared: 67.4,
      artists: [],
      owed: 0,
      house: 84.06,
    })
    expect((await staff.show(page)).text).not.toContain('Remaining after costs')
    expect((await staff.show(`/admin/events/${event}/`)).text).toContain('Payment fees are not known here')
  })

  /** Seen red with guarantees of artists left in what is shared, and with shirts shared. */
  it('takes off costs and guarantees before anything is shared, and what was for no tickets', async () => {
    const { status, json } = await change({ costs, artists: [flat, versus] })
    expect([status, json]).toEqual([
      200,
      {
        currency: 'EUR',
        takings: 84.06,
        withdrawn: 0,
        costs,
        left: 68.56,
        others: 16.66,
        // Of 68.56 - 16.66 - 20.00 60 % are 19.14, less than 30.00: a fixed sum as well.
        guaranteed: 50,
        shared: 1.9,
        artists: [
          { ...flat, name: 'Anna <b>A', share: null, owed: 20 },
          { ...versus, name: 'Bob', owed: 30 },
        ],
        owed: 50,
        house: 18.56,
      },
    ])
    expect(await read()).toEqual(json)
  })

  it('divides a share of what is above the guarantee, rounded down, and leaves the rest to the house', async () => {
    const { json } = await change({
      artists: [
        // 37.5 % of 31.90 are 11.9625, and 62.5 % are 19.9375.
        { uuid: anna, deal: 'plus', guarantee: 20, share: 37.5 },
        { uuid: bob, deal: 'share', share: 62.5 },
      ],
    })
    expect(json.costs).toEqual(costs)
    // Seen red without the costs, and with the sentence for everybody.
    expect((await staff.show(`/admin/events/${event}/`)).text).toContain(
      `Costs entered in the settlement: €${costs.reduce((sum, { amount }) => sum + amount, 0).toFixed(2)}.`,
    )
    expect((await stranger.show(`/admin/events/${event}/`)).text).not.toContain('Costs entered')
    expect(json.artists.map(({ owed }: typeof json) => owed)).toEqual([31.96, 19.93])
    expect([json.owed, json.house]).toEqual([51.89, 16.67])
  })

  it('shares nothing where nothing is left, and says what the house pays', async () => {
    const { json } = await change({ costs: [{ label: 'The hall', amount: 200 }] })
    expect([json.left, json.shared, json.owed, json.house]).toEqual([-115.94, 0, 20, -135.94])
    expect(json.artists.map(({ owed }: typeof json) => owed)).toEqual([20, 0])
    await change({ costs, artists: [flat, versus] })
  })

  it('is on the page, in the files and in the books of the whole event alone', async () => {
    const { text } = await staff.show(page)
    const [, shown = ''] = text.split('>Costs and artists</h3>')
    const [divided = ''] = shown.split('<details')
    const amounts = [...divided.matchAll(/figures"[^>]*>([^<]*)</g)].map(([, amount]) => amount)
    expect(amounts.filter((amount) => amount !== 'EUR')).toEqual([
      ...['€84.06', '-€10.00', '-€5.50', '€68.56', '-€20.00', '-€30.00', '€18.56'],
      ...['€68.56', '-€16.66', '-€50.00', '€1.90'],
    ])
    expect(divided).toContain('€30.00 or 60%, whichever is more')
    expect(text).not.toContain('<b>A')
    const csv = (await staff.show(`/admin/accounting/figures.csv?event=${event}&form=comma`)).text
    expect(csv).toContain(',Chargebacks,Currency,Divided,Result\r\n')
    expect(csv).toContain('\r\nCost,,The hall,,,,,,,,,,,,EUR,-10.00,\r\n')
    expect(csv).toContain('\r\nArtist,,Bob,"€30.00 or 60%, whichever is more",,,,,,,,,,,EUR,-30.00,\r\n')
    expect(csv).toContain('\r\nRemains to the house,,,,,,,,,,,,,,EUR,,18.56\r\n')
    // Each column adds up by itself: what is divided to what the house keeps.
    const parts = [...csv.matchAll(/,EUR,(-?[\d.]+),\r\n/g)].map(([, amount]) => Number(amount))
    expect(parts.map((amount) => amount.toFixed(2))).toEqual(['84.06', '-10.00', '-5.50', '-20.00', '-30.00'])
    expect(parts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(18.56, 9)
    const [sheet] = await lookAtPdf((await staff.show(`/admin/accounting/closing.pdf?event=${event}`)).bytes)
    for (const said of ['Costs and artists', 'The hall', '€1.90', '€18.56']) expect(sheet?.text).toContain(said)
    const today = new Date().toISOString().slice(0, 10)
    for (const query of ['', `?event=${event}&from=2020-01-01&to=${today.slice(0, 4)}-01-01`])
      expect((await staff.show(`/admin/accounting/figures.csv${query}`)).text, query).not.toMatch(/The hall|Divided/)
  })

  it('is refused where it makes no sense, and then nothing changes', async () => {
    const before = await read()
    const label = 'x'.repeat(101)
    for (const [body, field] of [
      [{ costs: [{ label: '', amount: 1 }] }, 'costs.0.label'],
      [{ costs: [{ label, amount: 1 }] }, 'costs.0.label'],
      [{ costs: [{ label: 'Hall', amount: -1 }] }, 'costs.0.amount'],
      [{ costs: [{ label: 'Hall', amount: 1.005 }] }, 'costs.0.amount'],
      [{ costs: [{ label: 'Hall' }] }, 'costs.0.amount'],
      [{ artists: [{ uuid: anna, deal: 'half' }] }, 'artists.0.deal'],
      [{ artists: [{ uuid: anna, deal: 'guarantee' }] }, 'artists.0.guarantee'],
      [{ artists: [{ uuid: anna, deal: 'versus', guarantee: 5 }] }, 'artists.0.share'],
      [{ artists: [{ ...flat, share: 10 }] }, 'artists.0.share'],
      [{ artists: [{ uuid: anna, deal: 'share', share: 10, guarantee: 0 }] }, 'artists.0.guarantee'],
      [{ artists: [{ uuid: anna, deal: 'share', share: 0 }] }, 'artists.0.share'],
      [{ artists: [{ uuid: anna, deal: 'share', share: 100.01 }] }, 'artists.0.share'],
      [{ artists: [{ uuid: anna, deal: 'share', share: 33.333 }] }, 'artists.0.share'],
      [{ artists: [flat, flat] }, 'artists'],
      [
        {
          artists: [
            { ...versus, share: 60 },
            { uuid: anna, deal: 'share', share: 40.01 },
          ],
        },
        'artists',
      ],
      [{ artists: [{ ...flat, uuid: hall.tenantId }] }, 'artists'],
      [{ costs: [], artists: [{ ...flat, uuid: await other.create('artists', { name: 'Theirs' }) }] }, 'artists'],
    ] as const)
      expect(await wrong(body), JSON.stringify(body).slice(0, 200)).toEqual([400, [field]])
    expect(await read()).toEqual(before)
    // Together everything, and not more.
    expect((await change({ artists: [versus, { uuid: anna, deal: 'share', share: 40 }] })).status).toBe(200)
    await change({ artists: [flat, versus] })
  })

  it('is of its own organisation, for whoever may see money, and noted in the log', async () => {
    const theirs = await makeKey(server, other.slug, ['reservation:read', 'reservation:write'])
    for (const method of ['GET', 'PATCH'] as const) {
      const options = { key: theirs, ...(method === 'PATCH' ? { body: { costs: [] } } : {}) }
      expect((await server.send(other.slug, method, path, options)).status, method).toBe(404)
    }
    expect((await stranger.press(page, [['seen', 'x']])).status).toBe(404)
    const reader = await makeKey(server, hall.slug, ['reservation:read'])
    expect([(await change({ costs: [] }, path, reader)).status, (await read(reader)).costs]).toEqual([403, costs])
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'seller@deal.test', '--role', 'box_office')
    const seller = await staffOf(server, hall, 'seller@deal.test')
    expect([(await seller.show(page)).status, (await seller.press(page, [['seen', 'x']])).status]).toEqual([403, 403])
    expect((await staff.show(`/admin/audit/?of=${event}`)).text).toContain('Changed the costs or deals of an event')
  })

  /** Seen red with what costs are called and come to, and with what is saved as it is noted again. */
  it('is in the log by how many costs and deals there are, for whoever may not see them', async () => {
    const planned = await hall.event([])
    const [at, terms] = [`/api/events/${planned}/settlement/`, { costs: [costs[0]], artists: [flat, versus] }]
    for (const body of [terms, { costs: [{ label: 'Fee of Jean Dupont', amount: 10 }] }, terms, terms])
      expect((await change(body, at)).status).toBe(200)
    const reader = await makeKey(server, hall.slug, ['place:read'])
    expect((await server.send(hall.slug, 'GET', at, { key: reader })).status).toBe(403)
    const { json } = await server.send(hall.slug, 'GET', `/api/audit/?subject=${planned}`, { key: reader })
    const noted = json.filter(({ action }: typeof json) => action === 'event.settlement_changed')
    expect(noted.map(({ before, after }: typeof json) => [before, after])).toEqual(
      Array(3).fill([null, { costs: 1, deals: 2 }]),
    )
    const { text } = await staff.show(`/admin/audit/?of=${planned}`)
    expect(text).toMatch(/Deals with artists:.{0,40}2/s)
    expect(text).not.toContain('Dupont')
  })

  it('keeps the deal of an artist who plays no more, and the artist of a deal', async () => {
    await hall.patch(`/api/events/${event}/`, { artists: [{ uuid: bob }] })
    expect((await read()).artists.map(({ name }: { name: string }) => name)).toEqual(['Anna <b>A', 'Bob'])
    expect((await staff.show(page)).text).toContain('no longer in the programme')
    const { status, json } = await server.send(hall.slug, 'DELETE', `/api/artists/${anna}/`, { key: hall.key })
    expect([status, json.used_by]).toEqual([409, 'event'])
    await hall.patch(`/api/events/${event}/`, { artists: [{ uuid: anna }, { uuid: bob }] })
  })

  it('keeps the currency in which it was typed in', async () => {
    const house = await openBoxOffice(server, 'Priceless')
    const night = await house.event([])
    const settings = await makeKey(server, house.slug, ['place:write'])
    const pay = (currency: string) =>
      server.send(house.slug, 'PATCH', '/api/settings/', { key: settings, body: { currency } })
    expect((await pay('CHF')).status).toBe(200)
    await house.patch(`/api/events/${night}/settlement/`, { costs })
    const { status, json } = await pay('EUR')
    expect([status, json.code, json.used_by]).toEqual([409, 'in_use', 'event'])
  })

  it('goes with an event that nobody booked', async () => {
    const planned = await hall.event([])
    await change({ costs, artists: [flat] }, `/api/events/${planned}/settlement/`)
    expect((await server.send(hall.slug, 'DELETE', `/api/events/${planned}/`, { key: hall.key })).status).toBe(204)
  })
})

describe('the form of the costs and deals', () => {
  const seenOn = (text: string) => /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''
  type Fields = readonly (readonly [string, string])[]
  const line = (label: string, amount: string): Fields => [
    ['cost_label', label],
    ['cost_amount', amount],
  ]
  const deal = (artist: string, kind: string, guarantee: string, share: string): Fields => [
    ['artist', artist],
    ['deal', kind],
    ['guarantee', guarantee],
    ['share', share],
  ]
  const press = (seen: string, ...fields: readonly Fields[]) => staff.press(page, [['seen', seen], ...fields.flat()])

  it('saves all of it at once, and the same press again changes nothing', async () => {
    const seen = seenOn((await staff.show(page)).text)
    const fields = [
      line('Hall', '€ 12,50'),
      line('', ''),
      line('Sound', '3'),
      deal(anna, '', '', ''),
      deal(bob, 'plus', '1', '50 %'),
    ]
    expect((await press(seen, ...fields)).status).toBe(303)
    const saved = await read()
    expect(saved.costs).toEqual([
      { label: 'Hall', amount: 12.5 },
      { label: 'Sound', amount: 3 },
    ])
    expect(saved.artists).toMatchObject([{ uuid: bob, deal: 'plus', guarantee: 1, share: 50 }])
    expect((await press(seenOn((await staff.show(page)).text), ...fields)).status).toBe(303)
    expect(await read()).toEqual(saved)
  })

  it('says beside each field what is wrong, and keeps what was typed', async () => {
    const before = await read()
    const seen = seenOn((await staff.show(page)).text)
    const cases: readonly (readonly [Fields, string])[] = [
      [line('Hall', ''), 'cost-amount-1'],
      [line('', '5'), 'cost-1'],
      [line('Hall', 'much'), 'cost-amount-1'],
      [deal(anna, '', '5', ''), `deal-${anna}`],
      [deal(anna, 'guarantee', '', ''), `guarantee-${anna}`],
      [deal(anna, 'share', '', 'DX'), `share-${anna}`],
      [deal(anna, 'share', '', '0'), `share-${anna}`],
      [deal(anna, 'share', '5', '10'), `guarantee-${anna}`],
      [[...deal(anna, 'share', '', '60'), ...deal(bob, 'share', '', '41')], 'artists'],
    ]
    for (const [fields, field] of cases) {
      const { status, text } = await press(seen, fields)
      expect([status, text.includes(`id="${field}-problem"`)], field).toEqual([400, true])
      for (const [, value] of fields) expect(text).toContain(value)
    }
    expect(await read()).toEqual(before)
  })

  /** Both have read the same, and wait for the event. Seen red with the event not locked. */
  it('tells the second of two who save at the same moment', async () => {
    const seen = seenOn((await staff.show(page)).text)
    await client.query('begin')
    await client.query('select id from event where id = $1 for update', [event])
    const both = ['First', 'Second'].map((label) => press(seen, line(label, '7')))
    await untilWaitingForLock(client, 2)
    await client.query('commit')
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    const told = answers.find(({ status }) => status === 409)
    const [{ label }] = (await read()).costs
    expect(told?.text).toContain(`It is now: ${label}`)
  })
})
