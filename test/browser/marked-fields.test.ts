import { expect, it } from 'vitest'
import { originOf, signIn } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** The tool bar and the preview of texts that are Markdown. */
const { server, browser, hall } = await openVisitedOffice('The Hall')

async function openForm(locale: 'en' | 'fr', more: { readonly javaScriptEnabled?: boolean } = {}) {
  const opened = await browser.open({ width: 390, locale, ...more })
  const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  const url = originOf(server, hall.slug)
  await opened.page.context().addCookies([{ name, value, url }])
  await opened.page.goto(`${url}/admin/events/new/`)
  return { ...opened, field: opened.page.locator('#long_description') }
}

/** Seen red with `setRangeText` alone: Ctrl+Z undoes nothing. */
it('puts marks around what is chosen, by mouse and keyboard, and Ctrl+Z undoes them', async () => {
  const { page, complaints, field } = await openForm('en')
  const bar = page.getByRole('group', { name: 'Formatting: Everything people should know' })
  const choose = (from: number, to: number) =>
    field.evaluate((area, [start, end]) => (area as HTMLTextAreaElement).setSelectionRange(start, end), [
      from,
      to,
    ] as const)
  await field.fill('Doors at seven \nbar')
  await choose(9, 15)
  await bar.getByRole('button', { name: 'Bold' }).click()
  expect(await field.inputValue()).toBe('Doors at **seven** \nbar')
  await page.keyboard.press('Control+z')
  expect(await field.inputValue()).toBe('Doors at seven \nbar')
  await choose(0, 19)
  await bar.getByRole('button', { name: 'List' }).focus()
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('- Doors at seven \n- bar')
  await choose(0, 23)
  await bar.getByRole('button', { name: 'Italic' }).click()
  expect(await field.inputValue()).toBe('- *Doors at seven* \n- *bar*')
  await choose(27, 27)
  await page.keyboard.type(' or ')
  await bar.getByRole('button', { name: 'Link' }).click()
  await page.keyboard.type('here')
  expect(await field.inputValue()).toBe('- *Doors at seven* \n- *bar* or [here](https://)')
  await field.fill('Food')
  await bar.getByRole('button', { name: 'Heading' }).click()
  expect(await field.inputValue()).toBe('# Food')
  expect(complaints).toEqual([])
  await page.context().close()
})

it('shows it as visitors will see it, and again when it has changed', async () => {
  const { page, complaints, field } = await openForm('fr')
  await field.fill('# Titre\n**Portes** à 19 h\n<b>ici</b>')
  const opener = page.getByRole('button', { name: 'Aperçu' }).first()
  await opener.click()
  const preview = page.getByRole('region', { name: /^Aperçu/ })
  await preview.getByRole('heading', { name: 'Titre' }).waitFor()
  expect(await preview.locator('strong').textContent()).toBe('Portes')
  expect(await preview.textContent()).toContain('<b>ici</b>')
  await field.fill('*Plus tard*')
  await field.blur()
  await preview.locator('em', { hasText: 'Plus tard' }).waitFor()
  await opener.click()
  expect(await preview.isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red without `hidden`. */
it('without script there is a word of what may be written, and no buttons', async () => {
  const { page } = await openForm('en', { javaScriptEnabled: false })
  await page.getByText('**bold**').first().waitFor()
  expect(await page.getByRole('button', { name: 'Bold' }).count()).toBe(0)
  await page.context().close()
})
