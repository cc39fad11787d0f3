import { request } from 'undici'
import { startBrowser, type TestBrowser } from '../test/harness/browser.ts'
import { type Bench, type Measure, median } from './lib/figures.ts'
import { type Hall, openHall } from './lib/hall.ts'
import { type BenchService, startService } from './lib/service.ts'

const ticketCount = 50_000
const mostSeconds = 10
const mostMegabytes = 15
const times = 5
/** A whole list in a browser, each by a telephone of its own. */
const telephones = 3
const mostPatienceMs = 120_000

/** What a phone reads before the doors open, and every few seconds afterwards. */
export const snapshotBench: Bench = {
  name: 'Snapshot for the door',
  notes: [
    `An event of ${ticketCount.toLocaleString('en')} tickets, two a booking, one signing key; page after page by one device, one process, each row sealed, and signed by the first reading of it.`,
    `The whole of it ${times} times, the first with no lookup in the database; then as often what changed since, which is one scan.`,
    `In a browser: ${telephones} telephones one after the other, from the link that pairs until the page says that its list is whole and every row is written; then a code that is typed without network, until the answer stands there. Browser and server share the two cores.`,
    'Seconds: the median, then the slowest, which the target is about. Bytes as they are sent, without compression.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    const browser = await startBrowser()
    try {
      const hall = await openHall(service, { tickets: quick ? ticketCount / 10 : ticketCount, events: 1, log })
      const whole: Reading[] = []
      for (let time = 0; time < times; time++) whole.push(await readAll(service, hall, null))
      const [first] = whole
      const cursor = first?.cursor ?? null
      const changes: Reading[] = []
      for (let time = 0; time < times; time++) {
        await changeOne(service, hall, time)
        changes.push(await readAll(service, hall, cursor))
      }
      const inBrowser: InBrowser[] = []
      for (let time = 0; time < (quick ? 1 : telephones); time++)
        inBrowser.push(await readIntoBrowser(browser, service, hall))
      const slowest = Math.max(...whole.map(({ seconds }) => seconds))
      const slowestInBrowser = Math.max(...inBrowser.map(({ seconds }) => seconds))
      const megabytes = Math.max(...whole.map(({ bytes }) => bytes)) / 1e6
      const spread = (all: readonly { readonly seconds: number }[]) =>
        `${median(all.map(({ seconds }) => seconds)).toFixed(2)}, ${Math.max(...all.map(({ seconds }) => seconds)).toFixed(2)} s`
      const measures: readonly Measure[] = [
        {
          name: `${first?.rows ?? 0} tickets`,
          value: spread(whole),
          target: { text: `< ${mostSeconds} s`, reached: slowest < mostSeconds },
        },
        {
          name: 'sent',
          value: `${megabytes.toFixed(1)} MB`,
          target: { text: `< ${mostMegabytes} MB`, reached: megabytes < mostMegabytes },
        },
        { name: `what changed since: ${changes.at(-1)?.rows ?? 0} tickets`, value: spread(changes), target: null },
        {
          name: `${first?.rows ?? 0} tickets, into a browser`,
          value: spread(inBrowser),
          target: { text: `< ${mostSeconds} s`, reached: slowestInBrowser < mostSeconds },
        },
        {
          name: 'an answer from that list, without network',
          value: `${median(inBrowser.map(({ answerMs }) => answerMs)).toFixed(0)}, ${Math.max(...inBrowser.map(({ answerMs }) => answerMs)).toFixed(0)} ms`,
          target: null,
        },
      ]
      for (const { name, value } of measures) log(`${name}: ${value}`)
      return measures
    } finally {
      await browser.close()
      await service.stop()
    }
  },
}

type Reading = { readonly rows: number; readonly bytes: number; readonly seconds: number; readonly cursor: string }

async function readAll(service: BenchService, hall: Hall, from: string | null): Promise<Reading> {
  const started = performance.now()
  let [rows, bytes, cursor] = [0, 0, from]
  for (;;) {
    const query = new URLSearchParams({ event: hall.eventIds[0] ?? '', ...(cursor === null ? {} : { cursor }) })
    const answer = await request(`http://127.0.0.1:${service.port}/scan/snapshot/?${query}`, {
      headers: { host: `${hall.slug}.localhost:${service.port}`, authorization: `Api-Key ${hall.device.key}` },
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`snapshot: ${answer.statusCode} ${text}`)
    const page = JSON.parse(text) as { tickets: readonly unknown[]; cursor: string; more: boolean }
    rows += page.tickets.length
    bytes += Buffer.byteLength(text)
    cursor = page.cursor
    if (!page.more) return { rows, bytes, seconds: (performance.now() - started) / 1000, cursor }
  }
}

type InBrowser = { readonly seconds: number; readonly answerMs: number }

async function readIntoBrowser(browser: TestBrowser, service: BenchService, hall: Hall): Promise<InBrowser> {
  const link = await service.cli('device', 'create', '--tenant', hall.slug, '--name', 'Telephone')
  const { page } = await browser.open({ width: 390, locale: 'en' })
  page.setDefaultTimeout(mostPatienceMs)
  const started = performance.now()
  await page.goto(`http://${hall.slug}.localhost:${service.port}/scanner/#pair=${String(link['token'])}`)
  await page.locator('.network', { hasText: 'List under' }).waitFor()
  const seconds = (performance.now() - started) / 1000
  const code = await someCode(service, hall)
  await page.context().setOffline(true)
  await page.locator('.network', { hasText: 'No network' }).waitFor()
  await page.keyboard.type(code)
  const asked = performance.now()
  await page.keyboard.press('Enter')
  await page.locator('.door main h1', { hasText: 'Welcome, offline' }).waitFor()
  const answerMs = performance.now() - asked
  await page.context().close()
  return { seconds, answerMs }
}

/** Of a ticket that nobody has shown. */
async function someCode(service: BenchService, hall: Hall): Promise<string> {
  const client = await service.connect()
  const { rows } = await client.query(
    `select id from ticket where event_id = $1 and status = 'not_scanned' order by random() limit 1`,
    [hall.eventIds[0]],
  )
  await client.end()
  const { tickets } = (await service.cli('ticket', 'qr', '--tenant', hall.slug, String(rows[0]?.id))) as {
    tickets: readonly { readonly qrcode_data: string }[]
  }
  return tickets[0]?.qrcode_data ?? ''
}

/** As a scan at another door would leave it. */
async function changeOne(service: BenchService, hall: Hall, nth: number): Promise<void> {
  const client = await service.connect()
  await client.query(
    `update ticket set status = 'scanned', scanned_at = now(), scanned_by_device_id = $2
     where id = (select id from ticket where event_id = $1 order by id offset $3 limit 1)`,
    [hall.eventIds[0], hall.device.id, nth],
  )
  await client.end()
}
