import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../harness/browser.ts'
import { waitLonger } from '../harness/scanner.ts'
import { openOverTls } from '../harness/tls.ts'
import { type DataDirectory, makeDataDirectory, type Started } from './embedded-service.ts'

/** The demonstration for a telephone in the same network, here at a second address of the machine itself (ADR 0187). */
const address = '127.0.0.2'
let directory: DataDirectory
let service: Started
type Shown = {
  readonly pairing_url: string
  readonly tenants: readonly { url: string }[]
  readonly lan?: { authority: string }
}

async function start(...words: string[]): Promise<Shown> {
  service = await directory.start(['demo', '--json', ...words])
  return JSON.parse(service.stdout()) as Shown
}

async function stop(): Promise<void> {
  service.process.kill('SIGTERM')
  expect(await service.ended).toBe(0)
}

beforeAll(async () => {
  directory = await makeDataDirectory()
})
afterAll(() => directory.remove())

/** Seen red with a certificate for everything under `localhost`, which nobody believes. */
test('serves the venue over TLS at an address of the machine, where a phone becomes a scanner', async () => {
  const { pairing_url: link, tenants, lan } = await start('--lan', address)
  expect(new URL(link).origin).toBe(`https://${address}:${directory.port}`)
  expect(tenants[0]?.url).toBe(`https://${address}:${directory.port}/`)
  const authority = await readFile(lan?.authority ?? '', 'utf8')
  const opened = await openOverTls(directory.port, { host: address, path: '/scanner/', authority })
  expect([opened.status, opened.text.includes('La Verrière')]).toEqual([200, true])
  // Its neighbours on the server are there for the machine itself.
  const beside = await openOverTls(directory.port, { host: 'northwind-tales.localhost', path: '/', authority })
  expect([beside.status, beside.text.includes('Northwind Tales')]).toEqual([200, true])
  // Whoever goes on past the warning can pair and scan.
  const browser = await startBrowser(['--ignore-certificate-errors'])
  const { page } = await browser.open({ width: 390, locale: 'fr' })
  await waitLonger(page)
  await page.goto(link)
  await page.getByRole('link', { name: 'Appairer cet appareil' }).click()
  await page.locator('.door, .choice').first().waitFor()
  expect(await page.evaluate(() => [isSecureContext, 'mediaDevices' in navigator])).toEqual([true, true])
  await browser.close()
  await stop()
})

test('is for this machine alone again at the next start, and refuses an address of another machine', async () => {
  const { tenants, lan } = await start()
  expect(lan).toBeUndefined()
  expect(tenants[0]?.url).toBe(`http://la-verriere.localhost:${directory.port}/`)
  expect((await directory.send(address, 'GET', '/')).status).toBe(404)
  await stop()
  const refused = await directory.exec('demo', '--lan', '203.0.113.9')
  expect([refused.exitCode, refused.stderr.includes('203.0.113.9 is no IPv4 address of this machine')]).toEqual([
    1,
    true,
  ])
})
