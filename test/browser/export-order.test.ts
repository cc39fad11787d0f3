import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The columns of an export moved by buttons, which the numbers follow. */
const { server, hall } = await twoOffices()
let browser: TestBrowser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function openList(javaScriptEnabled = true) {
  const { page, complaints } = await browser.open({ width: 390, locale: 'en', javaScriptEnabled })
  const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  const url = originOf(server, hall.slug)
  await page.context().addCookies([{ name, value, url }])
  await page.goto(`${url}/admin/exports/members/`)
  const order = () => page.locator('.order label').allTextContents()
  return { page, complaints, order }
}

/** Seen red with the row itself moved instead of those around it: the focus was lost. */
it('move up and down by keyboard, say so, keep the focus, and the file has them in that order', async () => {
  const { page, order, complaints } = await openList()
  const [first = '', second = '', third = '', ...rest] = await order()
  const [up, down] = ['up', 'down'].map((way) => page.getByRole('button', { name: `Move ${first} ${way}` }))
  if (!up || !down) throw new Error('no buttons')
  expect(await up.getAttribute('aria-disabled')).toBe('true')
  await up.focus()
  await page.keyboard.press('Enter')
  expect(await order()).toEqual([first, second, third, ...rest])
  await down.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  expect(await order()).toEqual([second, third, first, ...rest])
  expect(await down.evaluate((button) => button === document.activeElement)).toBe(true)
  const said = page.getByRole('status').filter({ hasText: 'is now number' })
  expect(await said.textContent()).toBe(`${first} is now number 3 of ${rest.length + 3}.`)
  const box = await down.boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])
  // A number that is typed does the same, from wherever it is.
  await page.getByLabel(`Order of ${rest.at(-1)}`).fill('1')
  await page.keyboard.press('Tab')
  expect(await order()).toEqual([rest.at(-1), second, third, first, ...rest.slice(0, -1)])
  await page.getByRole('radio', { name: /commas and decimal points/ }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
  const [head = ''] = Buffer.concat(chunks).toString('utf8').replace('\uFEFF', '').split('\r\n')
  expect(head.split(',').slice(0, 3)).toEqual([second, third, first])
  await page.reload()
  expect((await order()).slice(0, 3)).toEqual([second, third, first])
  expect(complaints).toEqual([])
  await page.context().close()
})

it('have their numbers alone without script', async () => {
  const { page } = await openList(false)
  expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: /^Order of/ }).count()).toBeGreaterThan(5)
  await page.context().close()
})
