import type { Page } from 'playwright-core'
import { toBuffer } from 'qrcode'
import { startBrowser } from '../test/harness/browser.ts'
import { emptyTable, held, openFakeCamera } from '../test/harness/fake-camera.ts'
import { type Bench, median } from './lib/figures.ts'
import { type Hall, openHall } from './lib/hall.ts'
import { type BenchService, startService } from './lib/service.ts'

const ticketCount = 30
const mostMs = 300
/** Ticket after ticket, as fast as hands are, in tenths of a second. */
const [shown, between] = [6, 4]

/** What stands between a ticket before the camera and the answer on the screen. */
export const cameraBench: Bench = {
  name: 'From the camera to the answer',
  notes: [
    `Chromium with a camera that films ${ticketCount} tickets, 1280 × 720, each in sight for ${shown / 10} s and ${between / 10} s after the last; one process, on loopback, nobody presses anything.`,
    'From the first frame of the video with a code in it until the page that says so is painted; decoder, scan and screen share the two cores with the server. The median, then the slowest.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    const camera = await openFakeCamera()
    const browser = await startBrowser(camera.words())
    try {
      const count = quick ? 5 : ticketCount
      const hall = await openHall(service, { tickets: 100, events: 1, log })
      await camera.film(...(await scenesOf(await codesOf(service, hall, count))))
      const { page } = await browser.open({ width: 390, locale: 'en' })
      const link = await service.cli('device', 'create', '--tenant', hall.slug, '--name', 'Camera')
      await page.goto(`http://${hall.slug}.localhost:${service.port}/scanner/#pair=${String(link['token'])}`)
      await watch(page, count)
      await page.getByRole('button', { name: 'Scan with the camera' }).click()
      const times = await page.evaluate<readonly number[]>('times')
      for (const [index, ms] of times.entries()) log(`ticket ${index + 1}: ${ms.toFixed(0)} ms`)
      const middle = median(times)
      return [
        {
          name: 'frame to answer',
          value: `${middle.toFixed(0)}, ${Math.max(...times).toFixed(0)} ms`,
          target: { text: `median < ${mostMs} ms`, reached: middle < mostMs },
        },
        {
          name: 'people a minute without a press',
          value: `${Math.round(600 / (shown + between))}, all ${times.length} let in`,
          target: { text: '≥ 30', reached: 600 / (shown + between) >= 30 && times.length === count },
        },
      ]
    } finally {
      await browser.close()
      await camera.close()
      await service.stop()
    }
  },
}

async function codesOf(service: BenchService, hall: Hall, count: number): Promise<readonly string[]> {
  const client = await service.connect()
  const { rows } = await client.query('select id from ticket where event_id = $1 limit $2', [hall.eventIds[0], count])
  await client.end()
  const ids = rows.map(({ id }) => String(id))
  const { tickets } = (await service.cli('ticket', 'qr', '--tenant', hall.slug, ...ids)) as {
    tickets: readonly { readonly qrcode_data: string }[]
  }
  return tickets.map(({ qrcode_data }) => qrcode_data)
}

/** A pause at the beginning, so that the camera is open when the first ticket comes. */
async function scenesOf(codes: readonly string[]) {
  const nothing = await emptyTable()
  const tickets = await Promise.all(
    codes.map(async (code) => held(await toBuffer(code, { errorCorrectionLevel: 'Q', margin: 8, width: 420 }))),
  )
  return [
    [nothing, 20] as const,
    ...tickets.flatMap((ticket) => [[ticket, shown] as const, [nothing, between] as const]),
  ]
}

/** In the page: when the table turns white, and when "welcome" for another ticket is painted; `times` once all are. */
async function watch(page: Page, count: number): Promise<void> {
  await page.locator('.door').waitFor()
  await page.evaluate((all) => {
    const times: number[] = []
    const dot = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    let since: number | null = null
    let wasLight = false
    const look = (video: HTMLVideoElement) => {
      dot?.drawImage(video, 640, 190, 1, 1, 0, 0, 1, 1)
      const isLight = (dot?.getImageData(0, 0, 1, 1).data[0] ?? 0) > 150
      if (isLight && !wasLight) since = performance.now()
      wasLight = isLight
      video.requestVideoFrameCallback(() => look(video))
    }
    const found = new Promise<readonly number[]>((resolve) => {
      new MutationObserver(() => {
        const video = document.querySelector('video')
        if (video !== null && !video.dataset['watched']) {
          video.dataset['watched'] = 'yes'
          video.requestVideoFrameCallback(() => look(video))
        }
        const isAnswered = document.querySelector('.door[data-sign=welcome] main h1') !== null
        const said = document.querySelector('[role=status] > p')
        if (!isAnswered || said === null || since === null || said === last) return
        last = said
        const from = since
        since = null
        requestAnimationFrame(() =>
          setTimeout(() => {
            times.push(performance.now() - from)
            if (times.length === all) resolve(times)
          }),
        )
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    let last: Element | null = null
    Object.assign(globalThis, { times: found })
  }, count)
}
