import { visitor } from './booking.ts'
import type { BoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'
import { staffOf } from './staff.ts'
import { type Night, waitingRoomAt } from './waiting-list.ts'

/** The page of somebody who waits, in each of its states. The clock ends none of them: it does not move here. */
export async function waitingStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const client = await server.database.connect()
  const room = waitingRoomAt(server, client, hall)
  const origin = originOf(server, hall.slug)
  const soldOut = (name: string) => room.soldOut({ name, capacity: 1 })
  const linkTo = async (email: string, kind: string) => {
    const [letter] = await room.letters(email, kind)
    if (!letter) throw new Error(`there is no ${kind}`)
    return origin + letter.path
  }
  const asked = async (night: Night) => {
    const email = visitor()
    await room.ask(night, email)
    return linkTo(email, 'waiting_list_confirm')
  }
  const joined = async (night: Night, places = 1) => {
    const email = visitor()
    await room.join(night, email, places)
    return { email, url: await linkTo(email, 'waiting_list_joined') }
  }
  const [night, freed] = [await soldOut('A full night'), await soldOut('A place is free')]
  const offered = await joined(freed)
  await room.cancel(freed.bookings[0])
  await room.run('offer_freed_places')
  await room.offerOf(freed, offered.email)
  const gone = await joined(night)
  await room.remove(await room.entryOf(night, gone.email))
  const [paused, hidden] = [await soldOut('Not on sale now'), await soldOut('On no page')]
  const [stays, unseen] = [await joined(paused), await joined(hidden)]
  const { products } = (await hall.get(`/api/events/${paused.event}/`)).json
  await hall.patch(`/api/products/${products[0]}/`, { publish: false })
  await hall.patch(`/api/events/${hidden.event}/`, { published: false })
  const full = await soldOut('Nobody else joins')
  const [inLine, inTime] = [await joined(full), await asked(full)]
  const staff = await staffOf(server, hall)
  await staff.press(`/admin/waiting-lists/${full.event}/closing/`, [])
  const [away, begun] = [await soldOut('Sold no longer'), await soldOut('It has begun')]
  const [unsold, closed] = [await asked(away), await asked(begun)]
  await hall.patch(`/api/prices/${away.price}/`, { archived: true })
  await client.query("update event set starts_at = now() - interval '1 hour' where id = $1", [begun.event])
  const state = (name: string, url: string, status = 200): PageState => ({
    name,
    route: 'GET /waiting-list/:uuid/:proof/',
    url,
    status,
  })
  const states = [
    state('waiting, to be confirmed', await asked(night)),
    state('waiting', (await joined(night)).url),
    state('waiting, places are held', offered.url),
    state('waiting, not on sale now', stays.url),
    state('waiting, on no page', unseen.url),
    state('waiting, a list that is closed by hand', inLine.url),
    state('waiting, asked before the list was closed', inTime),
    { name: 'event, its list is closed', route: 'GET /events/:slug/', url: origin + full.path },
    {
      name: 'a waiting list that is closed',
      route: 'GET /events/:slug/waiting-list/',
      url: `${origin}${full.path}waiting-list/`,
    },
    state('waiting, sold no longer', unsold),
    state('waiting, closed', closed),
    state('waiting, removed', gone.url, 410),
  ]
  await client.end()
  return states
}
