import { readFileSync } from 'node:fs'
import type { Documentation } from './documentation.ts'

/** A page of docs/interface, or a guide beside it, as the build made it (scripts/chapters.ts). It is in English. */
export type Chapter = {
  readonly folder: 'guides' | 'interface'
  readonly name: string
  readonly title: string
  /** What it is about, in a few words; '' where nothing is said. */
  readonly about: string
  /** Those below the title that others may stand below. */
  readonly headings: readonly { readonly anchor: string; readonly title: string }[]
  /** What follows the title: HTML that is made of our own pages alone. */
  readonly html: string
}

/** All of them, in the order in which they are read. */
export const chapters = JSON.parse(
  readFileSync(new URL('./chapters.json', import.meta.url), 'utf8'),
) as readonly Chapter[]

export function findChapter(folder: string, name: string): Chapter | undefined {
  return chapters.find((chapter) => chapter.folder === folder && chapter.name === name)
}

/** What is read in a piece of its HTML. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** Its HTML, in which operations and codes of refusals lead to where they are described. */
export function linkedHtml({ html }: Chapter, { addressOf }: Pick<Documentation, 'addressOf'>): string {
  return html.replaceAll(
    /<a .*?<\/a>|(?:<div>([A-Z]+)<\/div><\/td><td[^>]*><div>)?(<code>([^<]+)<\/code>)/gs,
    (found, method: string | undefined, code: string | undefined, written: string | undefined) => {
      if (code === undefined || written === undefined) return found
      const named = plainText(written)
      const address = (method && addressOf(`${method} ${named}`)) ?? addressOf(named)
      return address === undefined ? found : found.replace(code, () => `<a href="${address}">${code}</a>`)
    },
  )
}
