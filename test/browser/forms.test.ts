import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/** What a browser says of a form of the administration before it is sent; the server's own answers are in test/http. */
let server: TestServer
let browser: TestBrowser
let hall: BoxOffice

beforeAll(async () => {
  server = await startServer()
  hall = await openBoxOffice(server, 'The Hall')
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function openAt(path: string, locale: 'en' | 'fr') {
  const opened = await browser.open({ width: 390, locale })
  const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  const url = originOf(server, hall.slug) + path
  await opened.page.context().addCookies([{ name, value, url }])
  await opened.page.goto(url)
  return opened
}

/** Seen red without `focusout`: nothing is said until the form is sent. */
it('says beside a field what is wrong as it is left, in the reader’s language, until it is right', async () => {
  const { page, complaints } = await openAt('/admin/events/new/', 'fr')
  const said = (id: string) => page.locator(`#${id}-problem`)
  const wrong: readonly (readonly [string, string, RegExp, string])[] = [
    ['capacity', 'abc', /nombre entier/, '120'],
    ['price_amount', '12,5x', /12,50/, '12,5'],
    ['name', '   ', /nom/, 'Vendredi'],
  ]
  for (const [id, typed, words, right] of wrong) {
    const field = page.locator(`#${id}`)
    await field.fill(typed)
    expect(await said(id).count(), id).toBe(0)
    await field.press('Tab')
    await said(id).waitFor()
    expect(await said(id).textContent()).toMatch(words)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.getAttribute('aria-describedby')).toContain(`${id}-problem`)
    expect(await page.locator('main > [role=status]').textContent()).toMatch(words)
    await field.fill(right)
    expect(await said(id).count(), id).toBe(0)
    expect(await field.getAttribute('aria-invalid')).toBeNull()
    expect((await field.getAttribute('aria-describedby')) ?? '').not.toContain('problem')
  }
  // What the browser holds back is said beside the field too, and the first of them is where one goes on.
  await page.locator('#name').fill('')
  await page.getByRole('button', { name: 'Publier' }).click()
  await said('starts').waitFor()
  expect(await said('name').count()).toBe(1)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('name')
  expect(complaints).toEqual([])
})

it('holds back nothing that the server takes', async () => {
  const { page } = await openAt('/admin/events/new/', 'en')
  await page.locator('#name').fill('Friday')
  await page.locator('#starts').fill('2900-01-10T20:30')
  await page.locator('#capacity').fill(' 120 ')
  await page.locator('#price_amount').fill(' 12,5 ')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.waitForURL(/done=made/)
  const { pathname } = new URL(page.url())
  const { capacity, products } = (await hall.get(`/api/events/${pathname.split('/')[3]}/`)).json
  const { prices } = (await hall.get(`/api/products/${products[0]}/`)).json
  expect([capacity, prices[0].prix]).toEqual([120, 12.5])
})

/** Seen red without `beforeunload`: the picture is sent and the description is gone. */
it('asks before something typed is lost by another form of the page, and not when it is saved', async () => {
  const id = await hall.event([], { name: 'Typed' })
  const { page } = await openAt(`/admin/events/${id}/description/`, 'en')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.locator('#long_description').click()
  await page.locator('#long_description').pressSequentially('Two hours')
  const file = { name: 'a.png', mimeType: 'image/png', buffer: await plainPicture(600, 400) }
  await page.locator('#img').setInputFiles(file)
  await page.locator('form:has(#img) button').click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  expect(await page.locator('#long_description').inputValue()).toBe('Two hours')
  await page.locator('#img').setInputFiles([])
  await page.locator(`form[action$="${id}/description/"] button[type=submit]`).click()
  await page.waitForURL(/done=saved/)
  expect(asked).toHaveLength(1)
  await page.goto(`${originOf(server, hall.slug)}/admin/events/`)
  expect(asked).toHaveLength(1)
  expect((await hall.get(`/api/events/${id}/`)).json.long_description).toBe('Two hours')
})

/** Seen red without `data-form-looking`: what was typed to be looked up alone was asked about. */
it('asks nothing where somebody was only looked up, also when it was no address', async () => {
  const { page } = await openAt('/admin/personal-data/', 'en')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  await page.locator('#email').click()
  await page.locator('#email').pressSequentially('ada')
  await page.goto(`${originOf(server, hall.slug)}/admin/events/`)
  await page.goBack()
  await page.locator('#email').fill('ada')
  await page.locator('#email').press('Enter')
  await page.getByText('Nothing was looked up').waitFor()
  await page.locator('#email').pressSequentially('@')
  await page.goto(`${originOf(server, hall.slug)}/admin/events/`)
  expect(asked).toEqual([])
})

/** Seen red without `blob:` in the policy: no picture, and a complaint. */
it('shows a picture with its size before it is sent, and refuses what is none', async () => {
  const id = await hall.event([], { name: 'Pictured' })
  const file = { name: 'a.png', mimeType: 'image/png', buffer: await plainPicture(600, 400) }
  const seenAt = async (path: string) => {
    const opened = await openAt(path, 'en')
    await opened.page.locator('#img').setInputFiles(file)
    await opened.page
      .getByText(/600 × 400/)
      .first()
      .waitFor()
    expect(await opened.page.locator('.field img.preview').count()).toBe(1)
    return opened
  }
  expect((await seenAt('/admin/events/new/')).complaints).toEqual([])
  const { page, complaints } = await seenAt(`/admin/events/${id}/description/`)
  await page.locator('#img').setInputFiles({ ...file, buffer: Buffer.from('not a readable image') })
  await page.locator('#img-problem').waitFor()
  await expect.poll(() => page.locator('.field img.preview').count()).toBe(0)
  await page.locator('#img').setInputFiles(file)
  await page
    .getByText(/600 × 400/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('#img-problem').count()).toBe(0)
  expect(complaints).toEqual([])
})

/** Seen red with every file shown as a picture: a list or a key was said to be none. */
it('takes a file that is meant to be no picture as it is', async () => {
  const { page } = await openAt('/admin/settings/wallets/', 'en')
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      document.documentElement.setAttribute('data-shown', '')
      return ''
    }
  })
  const file = { name: 'a.pem', mimeType: 'text/plain', buffer: Buffer.from('a key') }
  await page.locator('#key').setInputFiles(file)
  expect(await page.locator('html').getAttribute('data-shown')).toBeNull()
  await page.context().close()
})

/** Seen red without the button that answers nothing: Enter in the field that has the focus postponed the event. */
it('asks again, and moves nothing, where Enter is pressed at the question before an event is moved', async () => {
  const { price, product } = await hall.price('B', { prix: 0 })
  const event = await hall.event([product], { datetime: '2900-03-01T20:00' })
  await hall.book({ event, email: 'told@example.org', prices: [{ uuid: price, qty: 1 }] })
  const { page } = await openAt(`/admin/events/${event}/schedule/`, 'en')
  const starts = page.locator('#starts')
  await starts.fill('2900-03-02T20:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('heading', { name: 'Tell everybody who booked?' })
  await question.waitFor()
  await Promise.all([page.waitForEvent('load'), starts.press('Enter')])
  await question.waitFor()
  expect((await hall.get(`/api/events/${event}/`)).json.datetime).toContain('2900-03-01')
  expect((await hall.get(`/api/events/${event}/notices/`)).json).toEqual([])
})
