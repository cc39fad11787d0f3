import { afterAll, describe, expect, it } from 'vitest'
import { type OpenPage, type Spoken, startBrowser } from '../harness/browser.ts'
import { everyGroup, furnishPages, leadsOn, notPages } from '../harness/every-page.ts'
import { fieldsOn, fillWithHostileTexts, hostileTraces, unread } from '../harness/hostile-fill.ts'
import { described, expectWellSet, readerOf } from '../harness/look-at-pages.ts'

/**
 * Every page in every state, with hostile texts in every field that is kept (harness/hostile-fill.ts), however it would
 * have come there. A page that is new is among them by itself, and so is a field.
 */
const pages = await furnishPages(everyGroup)
const browser = await startBrowser()
afterAll(async () => {
  await browser.close()
  await pages.stop()
})
const client = await pages.server.database.connect()
await fillWithHostileTexts(client)
// What each process keeps of an organisation is read anew.
const { rows } = await client.query<{ slug: string; accent_color: string }>('select slug, accent_color from tenant')
for (const { slug, accent_color } of rows)
  await pages.server.cli('tenant', 'set', '--tenant', slug, '--accent-color', accent_color)
await client.end()

/** A page that nobody put on a list fails here. Seen red with nine routes that were on no list. */
it('every route is a page that is looked at, or known to be none', async () => {
  const { routes } = (await pages.server.cli('routes')) as { routes: { method: string; url: string }[] }
  const all = routes
    .filter(({ url }) => !url.startsWith('/api/') || url.startsWith('/api/docs/'))
    .map(({ method, url }) => `${method} ${url}`)
  const known = new Set([...pages.states.map(({ route }) => route), ...leadsOn, ...notPages])
  expect(
    all.filter((route) => !known.has(route)),
    'a new route: add its states to test/harness/*-states.ts; one that is no page stands in `leadsOn` or `notPages` of test/harness/every-page.ts',
  ).toEqual([])
  expect(
    [...known].filter((route) => !all.includes(route)),
    'no route any more: take it out of test/harness/*-states.ts or every-page.ts',
  ).toEqual([])
})

async function openPage(locale: Spoken): Promise<OpenPage> {
  const opened = await browser.open({ width: 320, locale })
  opened.page.on('dialog', async (dialog) => {
    // Of a form that was typed in and is left.
    if (dialog.type() !== 'beforeunload') opened.complaints.push(`a dialog: ${dialog.message()}`)
    await dialog.accept()
  })
  return opened
}

/** The languages beside German, in which the files `pages-*` go through every page; by turns, those of a group side by side. */
const languages = ['fr', 'en', 'es'] as const
/** Of which fields something was read on some page. */
const read = new Set<number>()
const parts = [1, 2, 3, 4] as const
describe('what people wrote is text on every page, and breaks none', () => {
  it.each(parts)('part %i', async (part) => {
    const wrong: string[] = []
    const readers = languages.map((locale) => ({ locale, reader: readerOf(() => openPage(locale)) }))
    for (const [index, state] of pages.states.entries()) {
      const next = readers[index % readers.length]
      if (!next || index % parts.length !== part - 1) continue
      await next.reader
        .look(state, async ({ page }) => {
          expect(await hostileTraces(page)).toEqual([])
          for (const field of await fieldsOn(page)) read.add(field)
          await expectWellSet(page, next.locale)
        })
        .catch((error) => wrong.push(`${state.name}, ${next.locale}: ${described(error)}`))
    }
    for (const { reader } of readers) await reader.close()
    expect(wrong).toEqual([])
  })

  it('and was there to be read', () => {
    expect(unread(read)).toEqual([])
  })
})
