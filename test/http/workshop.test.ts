import { once } from 'node:events'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { multipart } from '../harness/forms.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { processOf, startServer } from '../harness/server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { untilGone, workshopOf } from '../harness/workshop.ts'

/** What takes long is made in processes of its own. One that is stopped (SIGSTOP) is at work for as long as a test wants. */
const { server, client, hall, other } = await twoOffices({ alone: true })

const documents = () => workshopOf(processOf(server).pid, 'documents')

/** A paid reservation, whose tickets nobody mails; the path of their PDF. */
async function ticketsOf(office: BoxOffice): Promise<string> {
  const { product, price } = await office.price('B')
  const event = await office.event([product])
  const booked = await office.book({
    event,
    email: 'ada@example.org',
    to_mail: false,
    prices: [{ uuid: price, customers: [{ first_name: 'Ada', last_name: 'Lovelace' }] }],
  })
  await office.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
  return `/api/reservations/${booked.json.uuid}/tickets.pdf`
}
const [tickets, otherTickets] = [await ticketsOf(hall), await ticketsOf(other)]

/** The one that draws; it is started by the first document. */
async function drawing(): Promise<number> {
  await hall.get(tickets)
  return single(documents())
}

/** Never 0: a signal to that would be to this very process, and all beside it. */
function single(pids: readonly number[]): number {
  const [pid] = pids
  if (pid === undefined || pids.length > 1) throw new Error(`processes: ${pids.join(', ')}`)
  return pid
}

/** Of one organisation: one is made and fifty wait. Whoever comes then is refused, which tells that the others have come. */
const mostAtOnce = 51

/**
 * Stops a process, asks for more than it takes at a time, and goes on when they have come.
 *
 * @returns the answers, by what was answered first, once `go` was given
 */
async function stoppedOver(pid: number, ask: () => Promise<number>, go: () => unknown): Promise<number[]> {
  process.kill(pid, 'SIGSTOP')
  const answered: number[] = []
  const all = Array.from({ length: mostAtOnce + 1 }, async () => answered.push(await ask()))
  await untilTrue(async () => answered.length === 1)
  // The door is answered meanwhile, by the process that asked.
  expect((await server.send(hall.slug, 'GET', '/healthz')).status).toBe(200)
  await go()
  await Promise.all(all)
  return answered
}

describe('a process that draws', () => {
  it('is started when it is needed, and makes what is asked for', async () => {
    const { status, bytes } = await hall.get(tickets)
    expect(status).toBe(200)
    expect((await lookAtPdf(bytes)).map(({ text }) => text)).toEqual([expect.stringContaining('Ada Lovelace')])
    expect(documents()).toHaveLength(1)
  })

  it('that is killed fails what it made, and is replaced', async () => {
    const pid = await drawing()
    const failed: string[] = []
    const ask = async () => {
      const { status, json } = await hall.get(tickets)
      if (status === 500) failed.push(json.code)
      return status
    }
    const answered = await stoppedOver(pid, ask, () => process.kill(pid, 'SIGKILL'))
    expect(answered.toSorted()).toEqual([...Array<number>(50).fill(200), 500, 503])
    expect(failed).toEqual(['internal_error'])
    expect((await hall.get(tickets)).status).toBe(200)
    expect(documents()).toHaveLength(1)
    expect(documents()).not.toContain(pid)
  })

  it('is asked for so much at a time, and by several in turns', async () => {
    const order: string[] = []
    const ask = async (office: BoxOffice, path: string) => {
      const { status, headers } = await office.get(path)
      order.push(office.slug)
      if (status === 503) expect(headers['retry-after']).toBe('10')
      return status
    }
    const pid = await drawing()
    const others: Promise<number>[] = []
    const answered = await stoppedOver(
      pid,
      () => ask(hall, tickets),
      async () => {
        others.push(ask(other, otherTickets), ask(other, otherTickets))
        expect((await other.get(otherTickets.replace('tickets.pdf', ''))).status).toBe(200)
        process.kill(pid, 'SIGCONT')
      },
    )
    expect(answered).toEqual([503, ...Array<number>(mostAtOnce).fill(200)])
    expect(await Promise.all(others)).toEqual([200, 200])
    expect(order.at(-1)).toBe(hall.slug)
  })

  it('finishes what it is at when the service is told to stop, and is gone with it', async () => {
    const own = await startServer({ alone: true, environment: { LOG_LEVEL: 'info' } })
    const office = await openBoxOffice(own, 'Third Hall')
    const path = await ticketsOf(office)
    await office.get(path)
    const pid = single(workshopOf(processOf(own).pid, 'documents'))
    process.kill(pid, 'SIGSTOP')
    const answer = office.get(path)
    await office.get('/healthz')
    const ended = once(processOf(own), 'exit')
    // Both are told, as by a service manager.
    process.kill(pid, 'SIGTERM')
    processOf(own).kill('SIGTERM')
    await untilTrue(async () => own.output().includes('stopping'))
    process.kill(pid, 'SIGCONT')
    expect((await answer).status).toBe(200)
    expect(await ended).toEqual([0, null])
    await untilGone(pid)
    await own.stop()
  })
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' }, limitInputPixels: false })

async function addProduct(picture: Buffer, type: string) {
  const img = { bytes: picture, name: 'poster', type }
  const form = multipart({ name: 'Poster', categorie_article: 'M' }, { img })
  return server.send(hall.slug, 'POST', '/api/products/', { key: hall.key, ...form })
}

const countProducts = async () => (await client.query('select from product')).rowCount

describe('a picture', () => {
  it('of a few hundred bytes that takes hundreds of megabytes is refused by its header', async () => {
    const before = await countProducts()
    const bomb = await picture(6000, 6000).avif({ quality: 1, effort: 0 }).toBuffer()
    expect(bomb.length).toBeLessThan(4000)
    const { status, json } = await addProduct(bomb, 'image/avif')
    expect([status, json.errors]).toEqual([400, { img: ['The image has more than 40 megapixels, or 12 as AVIF.'] }])
    expect(await countProducts()).toBe(before)
  })

  it('whose process ends over it is refused on its field, and nothing is made', async () => {
    const small = await picture(300, 300).png().toBuffer()
    expect((await addProduct(small, 'image/png')).status).toBe(201)
    const pid = single(workshopOf(processOf(server).pid, 'pictures'))
    const before = await countProducts()
    const problems: unknown[] = []
    const ask = async () => {
      const { status, json } = await addProduct(small, 'image/png')
      if (status === 400) problems.push(json.errors)
      return status
    }
    const answered = await stoppedOver(pid, ask, () => {
      // One after the other, however many come.
      expect(workshopOf(processOf(server).pid, 'pictures')).toEqual([pid])
      process.kill(pid, 'SIGKILL')
    })
    expect(answered.toSorted()).toEqual([...Array<number>(50).fill(201), 400, 503])
    expect(problems).toEqual([{ img: ['The image cannot be read.'] }])
    expect(await countProducts()).toBe((before ?? 0) + 50)
  })
})
