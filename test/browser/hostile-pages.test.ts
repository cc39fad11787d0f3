import { afterAll, describe, expect, it } from 'vitest'
import { expectFits } from '../harness/accessible.ts'
import { type OpenPage, startBrowser } from '../harness/browser.ts'
import { everyGroup, furnishPages, leadsOn, notPages } from '../harness/every-page.ts'
import { fieldsOn, fillWithHostileTexts, hostileTraces, unread } from '../harness/hostile-fill.ts'
import { forget, visit } from '../harness/page-state.ts'

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

async function openPage(): Promise<OpenPage> {
  const opened = await browser.open({ width: 320, locale: 'fr' })
  opened.page.on('dialog', async (dialog) => {
    // Of a form that was typed in and is left.
    if (dialog.type() !== 'beforeunload') opened.complaints.push(`a dialog: ${dialog.message()}`)
    await dialog.accept()
  })
  return opened
}

/** Of which fields something was read on some page. */
const read = new Set<number>()
const parts = [1, 2, 3, 4] as const
describe('what people wrote is text on every page, and breaks none', () => {
  it.each(parts)('part %i', async (part) => {
    const wrong: string[] = []
    let opened: OpenPage | null = null
    for (const state of pages.states.filter((_, index) => index % parts.length === part - 1)) {
      opened ??= await openPage()
      const { page, complaints } = opened
      try {
        const status = await visit(page, state)
        await expect.poll(status, { message: 'status' }).toBe(state.status ?? 200)
        expect(await hostileTraces(page)).toEqual([])
        for (const field of await fieldsOn(page)) read.add(field)
        await expectFits(page, '320 px')
        expect(complaints.filter((complaint) => !/status of [45]\d\d/.test(complaint))).toEqual([])
        await forget(opened)
      } catch (error) {
        const shown =
          error instanceof Error ? `${error.message} ${'actual' in error ? JSON.stringify(error.actual) : ''}` : error
        wrong.push(`${state.name}: ${shown}`)
        await page.context().close()
        opened = null
      }
    }
    await opened?.page.context().close()
    expect(wrong).toEqual([])
  })

  it('and was there to be read', () => {
    expect(unread(read)).toEqual([])
  })
})
