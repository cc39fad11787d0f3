import { expect, it } from 'vitest'
import { type BoxOffice, hoursAhead } from '../harness/box-office.ts'
import { servePicture } from '../harness/shop.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What the page of an event tells search engines and programs (schema.org, JSON-LD). */
const picture = await servePicture()
const { server, client, hall, other } = await twoOffices({ environment: { FETCH_ALLOW: picture.allow } })

async function told(office: BoxOffice, event: string) {
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  const { text } = await server.send(office.slug, 'GET', `/events/${slug}/`)
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks).toHaveLength(1)
  return { data: JSON.parse(blocks[0]?.[1] ?? ''), url: `${originOf(office)}/events/${slug}/`, text }
}

const originOf = ({ slug }: BoxOffice) => `http://${slug}.localhost:${server.port}`
const times = (...hours: readonly number[]) => hours.map((hour) => new Date(hoursAhead(hour)).toISOString())
const schema = (name: string) => `https://schema.org/${name}`

/** Seen red without `typeOfCategory`, without `geo`, and without the status where it is the usual one. */
it('is all of it: what, when, where, who, and for how much until when', async () => {
  await client.query(
    `update location set address = '1 Quay', postal_code = '44000', city = 'Nantes', latitude = 47.2, longitude = -1.55
     where tenant_id = $1`,
    [hall.tenantId],
  )
  const [start = '', end = '', doors = '', from = '', until = ''] = times(48, 51, 47, 24, 47)
  const [open, gone, later, poster] = [
    await hall.price('B', { name: 'Open', prix: 12.5, sales_end: until }),
    await hall.price('B', { name: 'Gone', prix: 8, stock: 0 }),
    await hall.price('B', { name: 'Later', prix: 20, sales_start: from }),
    await hall.price('T', { name: 'Shirt', prix: 15 }),
  ]
  const artists = [await hall.create('artists', { name: 'The Owls', site_web: 'https://owls.test/' })]
  const event = await hall.event(
    [open, gone, later, poster].map(({ product }) => product),
    {
      ...{ name: 'Owls at night', short_description: 'In the dark', category: 'music', img_url: picture.url },
      ...{ datetime: start, end_datetime: end, doors_open: doors, artists: artists.map((uuid) => ({ uuid })) },
    },
  )
  const { data, url } = await told(hall, event)
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: 'Owls at night',
    url,
    startDate: start,
    endDate: end,
    doorTime: doors,
    description: 'In the dark',
    image: expect.stringMatching(/^http.*\.webp$/),
    eventStatus: schema('EventScheduled'),
    eventAttendanceMode: schema('OfflineEventAttendanceMode'),
    location: {
      '@type': 'Place',
      name: 'The Hall',
      address: { '@type': 'PostalAddress', streetAddress: '1 Quay', postalCode: '44000', addressLocality: 'Nantes' },
      geo: { '@type': 'GeoCoordinates', latitude: 47.2, longitude: -1.55 },
    },
    organizer: { '@type': 'Organization', name: 'The Hall', url: `${originOf(hall)}/` },
    performer: [{ '@type': 'PerformingGroup', name: 'The Owls', url: 'https://owls.test/' }],
    offers: [
      { name: 'Open', price: '12.50', availability: schema('InStock'), validThrough: until },
      { name: 'Gone', price: '8.00', availability: schema('SoldOut') },
      { name: 'Later', price: '20.00', availability: schema('PreOrder'), validFrom: from },
    ].map((offer) => ({ '@type': 'Offer', priceCurrency: 'EUR', url, ...offer })),
  })
})

it('is no more than what another organisation said', async () => {
  const { data } = await told(other, await other.event([], { name: 'Plain' }))
  expect(data).toMatchObject({ '@type': 'Event', name: 'Plain', performer: [], offers: [] })
  expect(data.location).toEqual({ '@type': 'Place', name: 'The Other', address: { '@type': 'PostalAddress' } })
})

/** Seen red without the former date. */
it('says that it is cancelled, or was to be on another date', async () => {
  const [first = '', second = ''] = times(72, 96)
  const { product } = await hall.price('B')
  const [gone, moved] = [await hall.event([product]), await hall.event([product], { datetime: first })]
  await hall.post(`/api/events/${gone}/cancellation/`, { reason: 'Ill' })
  await hall.post(`/api/events/${moved}/postponement/`, { datetime: second })
  expect((await told(hall, gone)).data).toMatchObject({ eventStatus: schema('EventCancelled'), offers: [] })
  const { data } = await told(hall, moved)
  expect(data).toMatchObject({ eventStatus: schema('EventRescheduled'), startDate: second, previousStartDate: first })
  expect(data.offers).toHaveLength(1)
})

/** Seen red with the data written as JSON.stringify gives it: three scripts. */
it('ends no script with what was written by people', async () => {
  const hostile = '</script><script>hostile=1</script><!--'
  const artists = [{ uuid: await hall.create('artists', { name: hostile }) }]
  const { data, text } = await told(hall, await hall.event([], { name: hostile, short_description: hostile, artists }))
  expect(data).toMatchObject({ name: hostile, description: hostile, performer: [{ name: hostile }] })
  expect(text).not.toContain('<script>hostile')
})
