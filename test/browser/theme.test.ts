import { expect, it } from 'vitest'
import { originOf, signIn } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** A theme is looked at on the real pages before it is saved (ADR 0295), without a script. */
const { server, browser, hall } = await openVisitedOffice('The Hall')

/** Seen red with the preview in the window of the form. */
it.each([true, false])(
  'opens the agenda and an event as chosen, and the form keeps the choice, scripts: %s',
  async (scripts) => {
    const { product } = await hall.price('B')
    await hall.event([product], { name: 'La fanfare' })
    const { page, complaints } = await browser.open({ width: 1200, locale: 'en', javaScriptEnabled: scripts })
    const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
    const url = originOf(server, hall.slug)
    await page.context().addCookies([{ name, value, url }])
    await page.goto(`${url}/admin/settings/look/`)
    await page.getByRole('radio', { name: 'Condensed' }).check()
    await page.getByRole('radio', { name: 'Dark', exact: false }).last().check()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Look at it first' }).click()
    const preview = await opened
    for (const way of ['An event', 'Programme']) {
      // A page is there before its stylesheet is: words can be read that are not yet in their letters.
      await preview.waitForLoadState()
      await preview.getByText('nothing is saved').waitFor()
      expect(await preview.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain(
        'Oswald',
      )
      expect(await preview.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
        'rgb(22, 22, 26)',
      )
      await preview.getByRole('link', { name: way, exact: true }).click()
    }
    await preview.close()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.goto(url)
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      'rgb(22, 22, 26)',
    )
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--type-pair', 'grotesque', '--color-scheme', 'device')
    expect(complaints).toEqual([])
    await page.context().close()
  },
)
