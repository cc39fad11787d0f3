import { once } from 'node:events'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { scanningAt } from '../harness/scanning.ts'
import { startServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** The page of tonight is told when something has happened at its own door, and at no other. */
const doors = await twoDoors()
const { server, client, hall, other, phone, otherPhone } = doors
const { ticket, scan } = scanningAt(doors)

const admin = 'admin@example.org'
const cookies = {
  hall: await signIn(server, hall.slug, hall.slug, admin),
  other: await signIn(server, other.slug, other.slug, admin),
}

/** What is said to somebody who follows, one word for each time: `told`, or `nothing` when there was nothing to tell. */
async function follow(office: 'hall' | 'other', port = server.port) {
  const { slug } = office === 'hall' ? hall : other
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}/admin/live/`, {
    headers: { host: `${slug}.localhost:${port}`, cookie: cookies[office], accept: 'text/event-stream' },
  })
  const heard: string[] = []
  body.on('data', (chunk: Buffer) => {
    for (const said of chunk.toString().split('\n\n').filter(Boolean))
      heard.push(said.startsWith('data') ? 'told' : said.startsWith(':') ? 'nothing' : said)
  })
  body.on('error', () => undefined)
  return { statusCode, type: headers['content-type'], body, heard, end: () => body.destroy() }
}

/** Seen red with one pulse for all organisations, and with everybody told at every look. */
it('is told of a scan and of a refusal, each organisation of its own', async () => {
  const [{ qr }, abroad] = [await ticket(), await ticket({}, other)]
  const [mine, theirs] = [await follow('hall'), await follow('other')]
  expect([mine.statusCode, mine.type]).toEqual([200, 'text/event-stream'])
  const tellings = () => [mine, theirs].map(({ heard }) => heard.filter((word) => word === 'told').length)
  // Whoever has just come is told once, for what happened while the page was on its way.
  await expect.poll(tellings).toEqual([1, 1])
  await scan({ qrcode_data: qr }, { key: phone.key })
  await expect.poll(tellings).toEqual([2, 1])
  await scan({ qrcode_data: qr }, { key: phone.key })
  await expect.poll(tellings).toEqual([3, 1])
  const body = { qrcode_data: abroad.qr }
  await server.send(other.slug, 'POST', '/scan/ticket/', { key: otherPhone.key, body })
  await expect.poll(tellings).toEqual([3, 2])
  mine.end()
  theirs.end()
})

/** Seen red while only the evening was looked at. */
it('is told of what waits to be done, each organisation of its own', async () => {
  const [mine, theirs] = [await follow('hall'), await follow('other')]
  const tellings = () => [mine, theirs].map(({ heard }) => heard.filter((word) => word === 'told').length)
  await expect.poll(tellings).toEqual([1, 1])
  // Away from tonight, so that nothing of the evening changes: an event of which little is left.
  await client.query(
    `with made as (
       insert into event (tenant_id, id, slug, name, starts_at, published, capacity, created_at, updated_at)
       values ($1, gen_random_uuid(), 'soon', 'Soon', now() + interval '9 days', true, 20, now(), now()) returning tenant_id, id)
     insert into event_counter (tenant_id, event_id, held) select tenant_id, id, 19 from made`,
    [hall.tenantId],
  )
  await expect.poll(tellings).toEqual([2, 1])
  mine.end()
  theirs.end()
})

it('is for browsers that follow, of people who work here', async () => {
  const ask = (slug: string, cookie: string, accept: string) =>
    server.send(slug, 'GET', '/admin/live/', { cookie, headers: { accept } })
  expect((await ask(hall.slug, cookies.hall, 'text/html')).status).toBe(204)
  const abroad = await ask(other.slug, cookies.hall, 'text/event-stream')
  expect(abroad.status).toBe(401)
})

/** Seen red without the end of the streams in `preClose`: the server ended only when its patience did. */
it('does not hold up a server that stops', async () => {
  const beside = await startServer({ beside: server })
  const { body, heard } = await follow('hall', beside.port)
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  const ended = once(body, 'end')
  await beside.stop()
  await ended
})
