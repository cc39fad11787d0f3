import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { startBrowser } from '../harness/browser.ts'
import { originOf } from '../harness/sign-in.ts'
import { serve } from '../harness/two-tenants.ts'

/**
 * An evening at the counter, on a phone and at a desk, by keyboard alone: found by a name, handed out, and undone.
 * SCREENSHOTS names a directory for pictures of every state, to be looked at.
 */
const { server, hall } = await serve({}, async (served) => ({
  ...served,
  hall: await openBoxOffice(served.server, 'La Guinguette'),
}))
const browser = await startBrowser()
afterAll(() => browser.close())

const ticket = await hall.price('B', { name: 'Plein tarif', prix: 18 })
const shirt = await hall.price('T', { name: 'L', prix: 20 })
const pack = await hall.price('P', { name: 'Pack Bal des bretons', prix: 35 })
const names = { [shirt.product]: 'T-shirt de la tournée', [pack.product]: 'Pack Bal des bretons' }
for (const [product, name] of Object.entries(names)) await hall.patch(`/api/products/${product}/`, { name })
const event = await hall.event([ticket.product, shirt.product, pack.product], {
  name: 'Le Grand Bal du port et des amis de la Guinguette',
})

/** Everybody in a name of their own. */
async function sell(email: string, first_name: string, last_name: string): Promise<void> {
  const prices = [
    { uuid: ticket.price, customers: [{ first_name, last_name }] },
    { uuid: shirt.price, qty: 3 },
    { uuid: pack.price, qty: 1 },
  ]
  const { json } = await hall.book({ event, email, prices })
  await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
}

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  const directory = process.env['SCREENSHOTS']
  if (!directory) return
  await mkdir(directory, { recursive: true })
  await page.screenshot({ path: join(directory, `${name}.png`), fullPage: true })
}

it.each([
  {
    view: { locale: 'fr', width: 390, colorScheme: 'light' },
    person: ['zoe.lebreton@exemple.test', 'Zoé', 'Le Breton'],
    typed: 'zoe le breton',
    said: {
      signIn: 'Se connecter',
      toHandOuts: 'Voir les retraits',
      search: 'Numéro de réservation, nom ou e-\u2060mail',
      tooShort: 'Saisissez trois lettres',
      one: 'Remettre 1',
      everything: 'Tout remettre (3)',
      isOut: 'Tout est remis',
      undo: 'Annuler la remise',
      cameBack: 'Revenu : 1',
      left: '2 à remettre sur 3',
    },
  },
  {
    view: { locale: 'en', width: 1280, colorScheme: 'light' },
    person: ['grace.hopper@example.test', 'Grace', 'Hopper'],
    typed: 'hopper',
    said: {
      signIn: 'Sign in',
      toHandOuts: 'Hand out, or find a booking',
      search: 'Booking number, name or e-\u2060mail',
      tooShort: 'Enter at least three letters',
      one: 'Hand out 1',
      everything: 'Hand out everything (3)',
      isOut: 'All handed out',
      undo: 'Undo',
      cameBack: 'Came back: 1',
      left: '2 of 3 to hand out',
    },
  },
] as const)('in $view.locale at $view.width pixels', async (given) => {
  const { view, person, typed, said } = given
  const [email, first, last] = person
  await sell(email, first, last)
  await sell('someone.else@example.test', 'Sam', 'Else')
  const { page, complaints } = await browser.open(view)
  const named = (name: string) => `${view.locale}-${view.width}-${name}`
  const { url } = await server.cli('sign-in-link', '--email', 'admin@example.org', '--tenant', hall.slug)
  await page.goto(`${originOf(server, hall.slug)}${new URL(String(url)).pathname}`)
  await page.getByRole('button', { name: said.signIn, exact: true }).press('Enter')
  await page.goto(`${originOf(server, hall.slug)}/admin/`)
  await look(page, named('administration'))
  await page.getByRole('link', { name: said.toHandOuts }).press('Enter')
  await page.getByLabel(said.search).waitFor()
  await look(page, named('hand-outs'))
  await page.getByRole('link', { name: 'Le Grand Bal' }).press('Enter')
  await page.getByRole('link', { name: 'Sam Else' }).first().waitFor()
  await look(page, named('event'))
  await page.getByLabel(said.search).fill('z')
  await page.getByLabel(said.search).press('Enter')
  await page.locator('[aria-invalid]').waitFor()
  // The field has the focus: whoever typed too little goes on typing.
  await page.getByLabel(said.search).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `${first} ${last}` }).waitFor()
  await look(page, named('handing-out'))
  await page.getByRole('button', { name: said.one, exact: true }).first().press('Enter')
  await page.getByText(said.left).waitFor()
  await look(page, named('one-is-out'))
  await page.getByRole('button', { name: said.everything }).press('Enter')
  await page.getByText(said.isOut).nth(1).waitFor()
  await look(page, named('all-are-out'))
  await page.getByRole('button', { name: said.undo }).first().press('Enter')
  await page.getByText(said.cameBack).waitFor()
  await look(page, named('taken-back'))
  expect(complaints).toEqual([])
  await page.context().close()
})
