import { FormData, request } from 'undici'
import { startBrowser, type TestBrowser } from '../test/harness/browser.ts'
import { type Bench, median } from './lib/figures.ts'
import { photograph } from './lib/photograph.ts'
import { startService } from './lib/service.ts'
import { openShop, type Shop } from './lib/shop.ts'

/** A phone of the middle, as Lighthouse takes it. */
const phone = { slowdown: 4, width: 390, density: 3 }

type Network = {
  readonly name: string
  readonly latencyMs: number
  readonly downloadBytes: number
  readonly uploadBytes: number
  readonly mostLcpMs: number
}

/** A mobile network of the slow kind, and of the slowest. */
const slow4g: Network = {
  name: 'slow 4G',
  latencyMs: 150,
  downloadBytes: 204_800,
  uploadBytes: 93_750,
  mostLcpMs: 1000,
}
const slow3g: Network = { name: 'slow 3G', latencyMs: 400, downloadBytes: 50_000, uploadBytes: 50_000, mostLcpMs: 1500 }

const mostScriptBytes = 50_000
const mostBytes = 60_000

/** What the visitor who opens the page of an event waits for. */
export const pageLoadBench: Bench = {
  name: 'Loading the event page',
  notes: [
    `Chromium, ${phone.width} px wide at ${phone.density} dots a pixel, the processor slowed down ${phone.slowdown} times; an empty cache each time. The page has a large photograph. Slow 4G: ${slow4g.latencyMs} ms a round trip, 1.6 Mbit/s down; slow 3G: ${slow3g.latencyMs} ms, 400 kbit/s.`,
    'Largest contentful paint as the browser reports it; the median of seven. Bytes as they came over the network, with the headers of the answers.',
  ],
  async run(log, { quick }) {
    const service = await startService({ PROCESSES: '1' })
    const browser = await startBrowser()
    try {
      const shop = await openShop(service)
      const address = `http://${shop.host}${await announce(shop, service.port)}`
      const rounds = quick ? 1 : 7
      const loads: PageLoad[] = []
      for (const network of [slow4g, slow3g])
        for (let round = 0; round <= rounds; round++) {
          const load = await openPage(browser, address, network)
          const { lcpMs, lcpElement, bytes, pictureBytes, requests } = load
          log(
            `${network.name}, round ${round}: ${lcpMs.toFixed(0)} ms (${lcpElement}), ${bytes} bytes in ${requests} requests, ${pictureBytes} of them the picture`,
          )
          if (round > 0) loads.push(load)
        }
      const scriptBytes = Math.max(...loads.map((load) => load.scriptBytes))
      const bytes = median(loads.map((load) => load.bytes - load.pictureBytes))
      return [
        ...[slow4g, slow3g].map((network) => {
          const { name, mostLcpMs } = network
          const lcpMs = median(loads.filter((load) => load.network === network).map((load) => load.lcpMs))
          return {
            name: `largest contentful paint, ${name}`,
            value: `${lcpMs.toFixed(0)} ms`,
            target: { text: `< ${mostLcpMs / 1000} s`, reached: lcpMs < mostLcpMs },
          }
        }),
        {
          name: 'script',
          value: `${scriptBytes} bytes`,
          target: { text: '< 50 kB', reached: scriptBytes < mostScriptBytes },
        },
        {
          name: 'everything but the picture',
          value: `${(bytes / 1000).toFixed(1)} kB`,
          target: { text: '≤ 60 kB', reached: bytes <= mostBytes },
        },
        {
          name: 'the picture',
          value: `${(median(loads.map((load) => load.pictureBytes)) / 1000).toFixed(1)} kB`,
          target: null,
        },
      ]
    } finally {
      await browser.close()
      await service.stop()
    }
  },
}

type PageLoad = {
  readonly network: Network
  readonly lcpMs: number
  readonly lcpElement: string
  readonly bytes: number
  readonly scriptBytes: number
  readonly pictureBytes: number
  readonly requests: number
}

async function openPage(browser: TestBrowser, address: string, network: Network): Promise<PageLoad> {
  const { page } = await browser.open({ width: phone.width, locale: 'fr', density: phone.density })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.downloadBytes,
    uploadThroughput: network.uploadBytes,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown })
  const kinds = new Map<string, string>()
  let bytes = 0
  let scriptBytes = 0
  let pictureBytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (kinds.get(requestId) === 'Script') scriptBytes += encodedDataLength
    if (kinds.get(requestId) === 'Image') pictureBytes += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const { lcpMs, lcpElement } = await page.evaluate(
    () =>
      new Promise<{ lcpMs: number; lcpElement: string }>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as
            | (PerformanceEntry & { readonly element?: Element | null })
            | undefined
          resolve({ lcpMs: last?.startTime ?? Number.NaN, lcpElement: last?.element?.tagName ?? '?' })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  const load = { network, lcpMs, lcpElement, bytes, scriptBytes, pictureBytes, requests: kinds.size }
  await page.context().close()
  return load
}

/** An event with a photograph. The path of its page. */
async function announce(shop: Shop, port: number): Promise<string> {
  const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
  await shop.create('prices', { product, name: 'Full price', prix: 25, stock: 200 })
  const form = new FormData()
  form.set('name', 'The night')
  form.set('datetime', '2999-06-12T20:30:00+02:00')
  form.set('short_description', 'Two bands and a last train that waits for nobody.')
  form.set('products', product)
  form.set('img', new Blob([new Uint8Array(await photograph())], { type: 'image/jpeg' }), 'night.jpg')
  const answer = await request(`http://127.0.0.1:${port}/api/events/`, {
    method: 'POST',
    headers: { host: shop.host, authorization: `Api-Key ${shop.key}` },
    body: form,
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`POST /api/events/: ${answer.statusCode} ${text}`)
  return '/events/the-night/'
}
