import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, hoursAhead } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** An event without an end is over at 04:00 after it began, by the clocks of its organisation, everywhere (ADR 0311). */
const { server, hall, other } = await twoOffices()

/** A time zone in which it is that hour of the day now. */
function zoneAt(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  const offset = ahead > 12 ? ahead - 24 : ahead
  // The signs of these names are the other way round.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

const setZone = (office: BoxOffice, zone: string) =>
  server.cli('tenant', 'set', '--tenant', office.slug, '--time-zone', zone)

async function begun(office: BoxOffice, name: string, hours: number) {
  const { price, product } = await office.price('B')
  const event = await office.event([product], { name, datetime: hoursAhead(-hours) })
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  return { event, price, path: `/events/${slug}/`, name }
}

const listedAt = async (label: string, name: string) => {
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  return (await server.send(label, 'GET', '/?page=1', { headers })).text.includes(name)
}

/** What says that an event is over, or is not: its page, a booking, lists of visitors and of staff, and feeds. */
async function saidOf(office: BoxOffice, { event, price, path, name }: Awaited<ReturnType<typeof begun>>) {
  const { text } = await visitorAt(server, office).show(path)
  const booked = await office.book({ event, email: visitor(), prices: [{ uuid: price, qty: 1 }] })
  const desk = await staffOf(server, office)
  const feed = await server.send('meta', 'GET', '/feeds/events.json')
  return {
    ended: text.includes('This event has ended.'),
    form: text.includes(`action="${path}booking/"`),
    booking: booked.status === 201 ? 'made' : booked.json.code,
    home: await listedAt(office.slug, name),
    shared: await listedAt('meta', name),
    feed: feed.text.includes(name),
    upcoming: (await desk.show('/admin/events/')).text.includes(name),
    desk: (await desk.show('/admin/sale/')).text.includes(name),
  }
}

const goesOn = {
  ended: false,
  form: true,
  booking: 'made',
  home: true,
  shared: true,
  feed: true,
  upcoming: true,
  desk: true,
}
const isPast = {
  ended: true,
  form: false,
  booking: 'not_on_sale',
  home: false,
  shared: false,
  feed: false,
  upcoming: false,
  desk: false,
}

/** Seen red with six hours in `isOver`, in `notOver`, and in `over_at`. */
it('is sold and listed until 04:00 wherever it is asked for, and nowhere later', async () => {
  await setZone(hall, zoneAt(22))
  // At five it began at three, or at four if the hour has just turned, which is the day after.
  await setZone(other, zoneAt(4))
  const late = await begun(hall, 'Since seven hours', 7)
  const early = await begun(other, 'Since two hours', 2)
  expect(await saidOf(hall, late)).toEqual(goesOn)
  expect(await saidOf(other, early)).toEqual(isPast)
})

/** Seen red without writing its entry again in `updateTenantWithTimes`. */
it('is over by the new clocks once the time zone is another one', async () => {
  await setZone(hall, zoneAt(22))
  await setZone(other, zoneAt(22))
  const [here, there] = [await begun(hall, 'Before the change', 7), await begun(other, 'Without a change', 7)]
  await setZone(hall, zoneAt(5))
  expect(await saidOf(hall, here)).toEqual(isPast)
  expect(await saidOf(other, there)).toEqual(goesOn)
})
