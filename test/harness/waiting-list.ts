import type pg from 'pg'
import { one, visitor } from './booking.ts'
import { type BoxOffice, runClockJob, untilTrue } from './box-office.ts'
import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'

export type Night = {
  readonly event: string
  readonly price: string
  readonly bookings: readonly string[]
  /** The path of its page. */
  readonly path: string
}

export type Entry = {
  readonly uuid: string
  readonly email: string
  readonly status: string
  readonly reservation: string | null
  readonly places: number
}

/** Actions that many tests of waiting lists need at an office. */
export type WaitingRoom = {
  /** Creates an event whose places are all booked, one booking each. */
  soldOut(fields?: Record<string, unknown>): Promise<Night>
  /** Asks to wait, as a visitor: the address is to be confirmed. */
  ask(night: Night, email: string, places?: number): Promise<Answer>
  /** Puts somebody on the list, as staff: they wait at once. */
  join(night: Night, email: string, places?: number): Promise<Answer>
  entries(night: Night): Promise<readonly Entry[]>
  /** The statuses of the entries, in the order in which people first asked. */
  statuses(night: Night): Promise<readonly string[]>
  entryOf(night: Night, email: string): Promise<Entry>
  remove(entry: Pick<Entry, 'uuid'>, office?: BoxOffice): Promise<Answer>
  cancel(reservation: string | undefined): Promise<Answer>
  /** Lists mails of a kind to somebody, the latest first: the path of the link in each, and its first note. */
  letters(email: string, kind: string): Promise<readonly { readonly path: string; readonly note: string }[]>
  /** Runs the job of that name now; resolves when it is done. */
  run(name: string, payload?: object): Promise<void>
  /** The reservation that was offered to them, with the page where it is accepted. */
  offerOf(night: Night, email: string): Promise<{ readonly id: string; readonly path: string }>
  /** The number of held places of an event, by its counter. */
  heldAt(night: Night): Promise<number>
}

export function waitingRoomAt(server: TestServer, client: pg.Client, hall: BoxOffice): WaitingRoom {
  const entries: WaitingRoom['entries'] = async ({ event }) =>
    (await hall.get(`/api/waiting-list/?event=${event}`)).json
  const letters: WaitingRoom['letters'] = async (email, kind) => {
    const { rows } = await client.query(
      `select coalesce(letter->'action'->>'url', letter->'links'->0->>'url') as url, letter->'notes'->>0 as note from mail
       where recipient = $1 and kind = $2 order by id desc`,
      [email, kind],
    )
    return rows.map(({ url, note }) => ({ path: url === null ? '' : new URL(url).pathname, note: `${note}` }))
  }
  const find = async (night: Night, email: string) => (await entries(night)).find((entry) => entry.email === email)
  return {
    async soldOut({ prix = 0, capacity = 2, ...eventFields } = {}) {
      const { price, product } = await hall.price('B', { prix })
      const event = await hall.event([product], { capacity, ...eventFields })
      const { slug } = (await hall.get(`/api/events/${event}/`)).json
      const bookings: string[] = []
      for (let taken = 0; taken < Number(capacity); taken++)
        bookings.push((await hall.book({ event, email: visitor(), prices: one(price) })).json.uuid)
      return { event, price, bookings, path: `/events/${slug}/` }
    },
    ask: ({ event, price }, email, places = 1) =>
      server.send(hall.slug, 'POST', '/api/waiting-list/', { body: { event, price, email, places } }),
    join: ({ event, price }, email, places = 1) => hall.post('/api/waiting-list/', { event, price, email, places }),
    entries,
    statuses: async (night) => (await entries(night)).map(({ status }) => status),
    async entryOf(night, email) {
      const entry = await find(night, email)
      if (!entry) throw new Error(`${email} is not on the list`)
      return entry
    },
    remove: ({ uuid }, office = hall) =>
      server.send(office.slug, 'DELETE', `/api/waiting-list/${uuid}/`, { key: office.key }),
    cancel: (reservation) => hall.post(`/api/reservations/${reservation}/cancellation/`),
    letters,
    run: (name, payload) => runClockJob(client, name, payload),
    async offerOf(night, email) {
      await untilTrue(async () => Boolean((await find(night, email))?.reservation))
      const [letter] = await letters(email, 'waiting_list_offer')
      return { id: (await find(night, email))?.reservation ?? '', path: letter?.path ?? '' }
    },
    async heldAt({ event }) {
      const held = 'select held from event_counter where event_id = $1'
      return (await client.query(held, [event])).rows[0].held
    },
  }
}
