import { describe, expect, it } from 'vitest'
import { nightsAt, one, refusing, visitor } from '../harness/booking.ts'
import { hoursAhead } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** A price may be on sale for a time only (ADR 0120). */
const { server, client, hall, other } = await twoOffices()
const night = nightsAt(hall)
const refused = refusing(client)
const guest = visitorAt(server, hall)

const pageOf = async (event: string, language = 'en') => {
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  return (await guest.show(`/events/${slug}/`, language)).text
}

describe('a price', () => {
  it.each([
    ['not yet on sale', { sales_start: hoursAhead(1) }, 409],
    ['on sale since an hour ago', { sales_start: hoursAhead(-1) }, 201],
    ['on sale for another hour', { sales_end: hoursAhead(1) }, 201],
    ['no longer on sale', { sales_start: hoursAhead(-2), sales_end: hoursAhead(-1) }, 409],
  ])('%s is booked accordingly, by visitors and by staff', async (_, window, status) => {
    // Seen red without saleState in requireOnSale: 201 for all.
    const { book } = await night(window)
    if (status === 409) {
      await refused(() => book(), 409, 'not_on_sale')
      await refused(() => book({}, { key: hall.key }), 409, 'not_on_sale')
    } else {
      expect((await book()).status).toBe(201)
      expect((await book({}, { key: hall.key })).status).toBe(201)
    }
  })

  it('that is not on sale keeps nobody from another of the same event', async () => {
    const { product, price, event } = await night({ sales_end: hoursAhead(-1) })
    const late = await hall.create('prices', { product, name: 'Full price', prix: 12 })
    const both = [...one(price), ...one(late)]
    await refused(() => hall.book({ event, email: visitor(), prices: both }), 409, 'not_on_sale')
    expect((await hall.book({ event, email: visitor(), prices: one(late) })).status).toBe(201)
  })

  it('of a membership is taken alone within its time only', async () => {
    const { price } = await hall.price('A', { sales_end: hoursAhead(-1), subscription_type: 'Y' })
    const body = { price, email: visitor(), first_name: 'Ada', last_name: 'Lovelace' }
    // Seen red without saleState in findOffer.
    await refused(() => server.send(hall.slug, 'POST', '/api/memberships/', { body }), 409, 'not_on_sale')
    const { price: sold } = await hall.price('A', { subscription_type: 'Y' })
    const page = (await guest.show('/membership/')).text
    // Seen red without saleState in listOffers.
    expect([page.includes(sold), page.includes(price)]).toEqual([true, false])
  })

  it('says when it is sold, and takes a change of it', async () => {
    const { price } = await hall.price('B', {
      sales_start: '2030-05-01T10:00:00+02:00',
      sales_end: '2030-06-01T10:00:00Z',
    })
    const read = async () => (await hall.get(`/api/prices/${price}/`)).json
    expect(await read()).toMatchObject({
      sales_start: '2030-05-01T08:00:00.000000+00:00',
      sales_end: '2030-06-01T10:00:00.000000+00:00',
    })
    expect((await hall.patch(`/api/prices/${price}/`, { sales_start: null })).json.sales_start).toBe(null)
    expect((await hall.patch(`/api/prices/${price}/`, { name: 'Early' })).json).toMatchObject({
      name: 'Early',
      sales_start: null,
      sales_end: '2030-06-01T10:00:00.000000+00:00',
    })
    expect((await other.get(`/api/prices/${price}/`)).status).toBe(404)
  })

  it('cannot end its sale before it begins, however it is changed', async () => {
    const { product } = await hall.price('B')
    const wrong = { product, name: 'Wrong', prix: 1, sales_start: hoursAhead(2), sales_end: hoursAhead(1) }
    const answer = await hall.post('/api/prices/', wrong)
    expect([answer.status, answer.json.errors]).toMatchObject([400, { sales_end: [expect.any(String)] }])
    const { price } = await hall.price('B', { sales_start: hoursAhead(2) })
    // Seen red when only what was sent is looked at: 500 by the check of the table.
    expect((await hall.patch(`/api/prices/${price}/`, { sales_end: hoursAhead(1) })).status).toBe(400)
    expect((await hall.get(`/api/prices/${price}/`)).json.sales_end).toBe(null)
  })
})

describe('the page of an event', () => {
  it('says when the sale begins, and books nothing until then', async () => {
    const { event } = await night({ sales_start: '2030-05-01T10:00:00Z' }, { datetime: '2030-06-01T18:00:00Z' })
    const page = await pageOf(event)
    expect(page).toContain('On sale from Wednesday 1 May 2030')
    expect(page).not.toContain('name="qty"')
    expect(page).toContain('https://schema.org/PreOrder')
    expect(await pageOf(event, 'fr')).toContain('En vente à partir du mercredi 1er mai 2030')
  })

  it('says that it is over beside what is still sold', async () => {
    const { event, product } = await night({ sales_end: hoursAhead(-1), name: 'Early bird' })
    await hall.create('prices', { product, name: 'Full price', prix: 12, sales_end: hoursAhead(2) })
    const page = await pageOf(event)
    expect(page).toContain('No longer on sale')
    expect(page).toContain('On sale until')
    expect(page.match(/name="qty"/g)).toHaveLength(1)
  })
})
