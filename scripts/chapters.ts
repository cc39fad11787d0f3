import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { Marked } from 'marked'
import { at, visitorPaths } from '../src/lib/paths.ts'
import type { Chapter } from '../src/site/docs/chapter.ts'
import { headingAnchor } from './heading-anchor.ts'

/** The folders whose pages are served, in the order in which they are read. */
const folders = ['guides', 'interface'] as const
/** What is read beside the last of them: what changed. */
const changes = 'CHANGELOG.md'

/**
 * The pages of these folders of docs/ as they are served, below `/api/docs/`: those of a folder in the order in which its README
 * names them, and the README first, and what changed at the end. A link to a page that is not served says where in the project it is.
 */
export function chaptersIn(root: string): readonly Chapter[] {
  return folders.flatMap((folder) => {
    const own = globSync(`docs/${folder}/*.md`, { cwd: root }).toSorted()
    const files = folder === 'interface' ? [...own, changes] : own
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
    const linkTo = (file: string) => `(${relative(`docs/${folder}`, file)})`
    const list = texts.get(`docs/${folder}/README.md`) ?? ''
    return files
      .toSorted((one, other) => list.indexOf(linkTo(one)) - list.indexOf(linkTo(other)))
      .map((file) => ({
        folder,
        name: nameOf(file),
        about: list.split(`${linkTo(file)} | `)[1]?.split(' |')[0] ?? '',
        ...readPage(file, texts.get(file) ?? ''),
      }))
  })
}

function nameOf(file: string): string {
  return basename(file, '.md').toLowerCase()
}

/** HTML in a page is shown as it is written. */
function readPage(file: string, text: string): Pick<Chapter, 'title' | 'headings' | 'html'> {
  const times = new Map<string, number>()
  const headings: { readonly anchor: string; readonly title: string; readonly depth: number }[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, text: source, depth }) {
        const bare = headingAnchor(source)
        const before = times.get(bare) ?? 0
        times.set(bare, before + 1)
        // What is called alike, as it is on GitHub.
        const anchor = before === 0 ? bare : `${bare}-${before}`
        const title = this.parser.parseInline(tokens, this.parser.textRenderer)
        headings.push({ anchor, title: title.replaceAll('`', ''), depth })
        return depth === 1 ? '' : `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens)
        const target = targetOf(file, href)
        return target.isServed
          ? `<a href="${escaped(target.address)}">${label}</a>`
          : `${label} (<code>${escaped(target.address)}</code>)`
      },
      table({ header, rows }) {
        const labels = header.map(({ tokens }) => this.parser.parseInline(tokens, this.parser.textRenderer))
        const heads = header.map(({ tokens }) => `<th>${this.parser.parseInline(tokens)}</th>`)
        const lines = rows.map((row) => {
          const cells = row.map(({ tokens }) => this.parser.parseInline(tokens))
          return `<tr>${cells.map((cell, index) => `<td data-label="${escaped(labels[index] ?? '')}">${cell}</td>`).join('')}</tr>\n`
        })
        return `<table class="table"><thead><tr>${heads.join('')}</tr></thead>\n<tbody>${lines.join('')}</tbody></table>\n`
      },
      code: ({ text: code }) => `<pre tabindex="0">${escaped(code)}</pre>\n`,
      html: ({ text: source }) => escaped(source),
    },
  })
  const html = marked.parse(text, { async: false })
  const [title, ...others] = headings
  if (title?.depth !== 1) throw new Error(`${file} does not begin with its title`)
  return { title: title.title, headings: others.filter(({ depth }) => depth === 2), html }
}

type Target = { readonly isServed: boolean; readonly address: string }

/** Where a link of a page leads: to an anchor, a page that is served, the web, or a file of the project. */
function targetOf(file: string, href: string): Target {
  if (/^(#|https:\/\/)/.test(href)) return { isServed: true, address: href }
  const [path = '', anchor] = href.split('#')
  const page = join(dirname(file), path)
  const folder = basename(dirname(page))
  if (page !== changes && (dirname(dirname(page)) !== 'docs' || !folders.some((one) => one === folder)))
    return { isServed: false, address: page }
  const address = at(visitorPaths.docsChapter, {
    folder: page === changes ? 'interface' : folder,
    chapter: nameOf(page),
  })
  return { isServed: true, address: anchor === undefined ? address : `${address}#${anchor}` }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
