import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { untilScanWaits } from '../harness/database.ts'
import { insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import { answerTo, atTheEvent, signOf } from '../harness/scanner.ts'

/** A group of which other doors let somebody in meanwhile: one answer, which nobody reads as leave to enter for those who have none. */
const { server, client, hall, logOf, here, browser } = await openScannerDoors()

const numberOf = (id: string) => id.slice(-10).replace(/.{5}/, '$&-').toUpperCase()

/** A booking, each of its tickets in a name of its own, and the first of them let in. */
async function groupAtTheDoor(page: Page, names: readonly string[]) {
  await atTheEvent(page, 'The Hall live')
  const ids = await insertTickets(client, hall, { count: names.length })
  for (const [index, id] of ids.entries())
    await client.query("update ticket set first_name = $2, last_name = '' where id = $1", [id, names[index]])
  const [first = ''] = ids
  await answerTo(page, (await qrCodesOf(server, hall.slug, [first])).get(first) ?? '')
  return ids
}

/** Lets the rest in by one press; those of `late` are let in by somebody else while the service is at it. */
async function letRestIn(page: Page, late: readonly string[]): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select from ticket where id = any($1) for update', [late])
    await page.getByRole('button', { name: /Let the rest of the group in|Faire entrer le reste du groupe/ }).click()
    await untilScanWaits(client)
    await client.query("update ticket set status = 'scanned', scanned_at = now() where id = any($1)", [late])
  } finally {
    await client.query('commit')
  }
  await page
    .locator('.door[data-sign] h1')
    .getByText(/Check|Vérifiez|Already/)
    .waitFor()
}

/** Seen red with the sign of a refusal, which stood over the names of two who were let in. */
it.each([
  ['en', 'Check: 2 let in, 1 not', /^Not let in: Lise \((.*)\)\. This ticket has already been scanned\./, 'Let in: '],
  ['fr', 'Vérifiez : 2 admis, 1 refusé', /^Refusé : Lise \((.*)\)\. Ce billet a déjà été scanné\./, 'Admis : '],
] as const)('says who is in and who is not, and why: %s', async (locale, headline, refused, admitted) => {
  const { page } = await here.pairedBy(browser, await here.token(`Some ${locale}`), { locale })
  const ids = await groupAtTheDoor(page, ['Ada', 'Lise', 'Emmy', 'Rosa'])
  const [, late = '', ...others] = ids
  await letRestIn(page, [late])
  expect(await signOf(page)).toBe('partly')
  const plain = (texts: readonly string[]) =>
    texts.map((text) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' '))
  const [said, turnedAway = '', letIn = '', ...more] = plain(
    await page.locator('.door main :is(h1, p, li)').allTextContents(),
  )
  expect([said, more]).toEqual([headline, []])
  expect(refused.exec(turnedAway)?.[1]).toBe(numberOf(late))
  expect(letIn.startsWith(admitted)).toBe(true)
  expect(letIn.slice(admitted.length).split(', ').toSorted()).toEqual(['Emmy', 'Rosa'])
  // It waits until somebody has looked, and nothing else can be pressed for this answer.
  expect(await page.locator('.wide').allTextContents()).toEqual([locale === 'en' ? 'Next ticket' : 'Billet suivant'])
  await expectAccessible(page, 'a group that is let in in part')
  await page.setViewportSize({ width: 320, height: 568 })
  for (const seen of await page.locator('.door :is(h1, .wide, .tools .button)').all()) {
    const { y = 0, height = 0 } = (await seen.boundingBox()) ?? {}
    expect([await seen.textContent(), y >= 0, y + height <= 568]).toEqual([expect.any(String), true, true])
  }
  for (const id of others) expect((await logOf(id)).map(({ result }) => result)).toEqual(['admitted'])
  expect((await logOf(late)).map(({ result }) => result)).toEqual(['already_scanned'])
  await page.getByRole('button', { name: /Last scans|Derniers scans/ }).click()
  expect(plain(await page.locator('.rows strong').allTextContents())[0]).toBe(headline)
  // What is kept names nobody.
  await page.reload()
  await page.getByRole('button', { name: /Last scans|Derniers scans/ }).click()
  await page.getByText(locale === 'en' ? 'Partly let in' : 'Groupe admis en partie').waitFor()
})

/** Seen red with "Refused". */
it('says that all the others are in already where other doors let them in', async () => {
  const { page } = await here.pairedBy(browser, await here.token('None'))
  const [, ...late] = await groupAtTheDoor(page, ['Ada', 'Lise', 'Emmy'])
  await letRestIn(page, late)
  expect(await signOf(page)).toBe('already')
  const [said, turnedAway = '', ...more] = await page.locator('.door main :is(h1, p, li)').allTextContents()
  expect([said, more]).toEqual(['Already scanned', []])
  for (const name of ['Lise', 'Emmy']) expect(turnedAway).toContain(name)
  expect(await page.locator('.wide').allTextContents()).toEqual(['Next ticket'])
})
