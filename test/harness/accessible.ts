import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What axe finds wrong with a page as it stands, each with the first element concerned. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Through the debugger, not the page: the policy of the page allows no script of strangers, this one included.
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await runner.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

/** A page that everybody can read: axe finds nothing, and nothing reaches beyond the screen. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page), name).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} is too wide`).toBe(0)
}
