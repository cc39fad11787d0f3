import { expect, it } from 'vitest'
import { untilScanWaits } from '../harness/database.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { scanningAt } from '../harness/scanning.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** What is costly gives way to scans (ADR 0250), and is answered all the same. */
const doors = await twoDoors()
const { server, client, hall, other } = doors
const { ticket, scan } = scanningAt(doors)

const page = (slug: string) => server.send(slug, 'GET', '/sign-in/', { headers: { accept: 'text/html' } })
const read = (slug: string) => server.send(slug, 'GET', '/api/events/')
const tooLong = (slug: string) =>
  server.send(slug, 'POST', '/api/reservations/', {
    body: { email: 'x@example.org', options: Array(2000).fill('x') },
  })

/** Seen red with no turn while a scan stands. */
it('pages, what strangers read by the API, and long bodies are answered while a scan stands, at its organisation and at another one', async () => {
  const { id, qr } = await ticket()
  const lock = `select from ticket where id = '${id}' for update`
  const scanned = await whileLocked(server, lock, async (release) => {
    const standing = scan({ qrcode_data: qr })
    await untilScanWaits(client)
    const asked = [hall, other].flatMap(({ slug }) =>
      Array.from({ length: 10 }, () => [page(slug), read(slug), tooLong(slug)]).flat(),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 20 }, () => [200, 200, 400]).flat())
    await release()
    return standing
  })
  expect(scanned.json.success).toBe(true)
  // Whoever comes alone again.
  expect((await page(other.slug)).status).toBe(200)
})
