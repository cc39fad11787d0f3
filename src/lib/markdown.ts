import MarkdownIt, { type Token } from 'markdown-it'
import { isWebAddress } from './web-address.ts'
import { xmlText } from './xml.ts'

/** Part of a text: its words, or an element around others. */
export type Part = string | PartElement

/** An element of the few that a text may have. Whoever shows them decides what they look like; none runs or loads anything. */
export type PartElement = { readonly parts: readonly Part[] } & (
  | { readonly tag: 'p' | 'ul' | 'ol' | 'hr' | 'br' | 'strong' | 'em' }
  /** `rank`: among the headings of the text, from 1 to 4. */
  | { readonly tag: 'heading'; readonly rank: number }
  /** `number`: as it was written; null: it has none. */
  | { readonly tag: 'li'; readonly number: number | null }
  /** `href`: of the web, or `mailto:`. `isBare`: it was written as it is, and is what is read. */
  | { readonly tag: 'a'; readonly href: string; readonly isBare: boolean }
)

/** How deep one may stand in another. */
const deepest = 12

const reader = new MarkdownIt('zero', { linkify: true, maxNesting: deepest }).enable([
  ...['heading', 'list', 'hr', 'newline', 'escape', 'emphasis', 'link', 'image', 'autolink', 'linkify'],
])
reader.validateLink = (address) => isWebAddress(address) || /^mailto:\S+$/i.test(address)
// Of words that only look like a host (`l’entrée.Le`) nobody said that they are an address.
reader.linkify.set({ fuzzyLink: false })
reader.linkify.add('ftp:', null).add('//', null)

/**
 * Reads a text of several lines as the part of Markdown that texts of an organisation know: headings (`#`), lists (`-`, `*`, `1.`), `**strong**`,
 * `*emphasis*`, links, rules. A line break stays one, and all else is what it says: HTML, quotes and code are words (ADR 0290).
 */
export function readMarkdown(text: string): readonly Part[] {
  // `+ support act` and `1) doors` are lines of a text, and no lists.
  const lines = text.replaceAll(/^([ \t]*\d{0,9})([+)])(?=\s|$)/gm, '$1\\$2')
  const tokens = reader.parse(lines, {})
  const depths = new Set(tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag))
  return partsOf(tokens, [...depths].sort())
}

type Open = { readonly token: Token | null; readonly parts: Part[] }

/** @param headings the kinds of headings of the text, the first one first */
function partsOf(tokens: readonly Token[], headings: readonly string[]): readonly Part[] {
  const whole: Part[] = []
  const open: Open[] = [{ token: null, parts: whole }]
  for (const token of tokens) {
    const parts = open.at(-1)?.parts ?? whole
    // In a list without blank lines an item has no paragraphs.
    if (token.hidden) continue
    if (token.nesting > 0) open.push({ token, parts: [] })
    else if (token.nesting < 0) {
      const ended = open.pop()
      if (!ended?.token) continue
      // What stands deeper is only its words: nobody means it, and every walk through it would be as deep.
      const element = open.length > deepest ? ended.parts : elementOf(ended.token, ended.parts, headings)
      open.at(-1)?.parts.push(...element)
    } else if (token.type === 'inline') parts.push(...partsOf(token.children ?? [], headings))
    else if (token.type === 'image') parts.push(pictureOf(token, open))
    else if (token.type === 'hr') parts.push({ tag: 'hr', parts: [] })
    else if (token.type.endsWith('break')) parts.push({ tag: 'br', parts: [] })
    else if (token.content !== '') parts.push(token.content)
  }
  return whole
}

function elementOf(token: Token, parts: readonly Part[], headings: readonly string[]): readonly Part[] {
  switch (token.type) {
    case 'heading_open':
      return parts.length === 0 ? [] : [{ tag: 'heading', rank: Math.min(headings.indexOf(token.tag) + 1, 4), parts }]
    case 'bullet_list_open':
      return [footnoteOf(token, parts) ?? { tag: 'ul', parts }]
    case 'ordered_list_open':
      return [{ tag: 'ol', parts }]
    case 'list_item_open':
      return [{ tag: 'li', number: token.info === '' ? null : Number(token.info), parts }]
    case 'strong_open':
      return [{ tag: 'strong', parts }]
    case 'em_open':
      return [{ tag: 'em', parts }]
    case 'link_open':
      return [{ tag: 'a', href: addressIn(token, 'href'), isBare: token.info === 'auto', parts }]
    default:
      return [{ tag: 'p', parts }]
  }
}

/** A star before a single line explains a star above, as in `10 €*`; null: it is a list. */
function footnoteOf({ markup }: Token, items: readonly Part[]): PartElement | null {
  const [item, ...others] = items
  if (markup !== '*' || others.length > 0 || typeof item !== 'object' || item.parts.some(isBlock)) return null
  return { tag: 'p', parts: ['* ', ...item.parts] }
}

const blocks: readonly string[] = ['p', 'heading', 'ul', 'ol', 'li', 'hr']
const isBlock = (part: Part) => typeof part === 'object' && blocks.includes(part.tag)

/** A picture is a link to it: nobody's browser asks another site for anything by reading a page. */
function pictureOf(token: Token, open: readonly Open[]): Part {
  const href = addressIn(token, 'src')
  const isBare = token.content.trim() === ''
  const name = isBare ? href : token.content
  if (open.some((outer) => outer.token?.type === 'link_open')) return name
  return { tag: 'a', href, isBare, parts: [name] }
}

function addressIn(token: Token, name: 'href' | 'src'): string {
  return String(token.attrGet(name) ?? '')
}

/** What a text says without its marks, with its lines and the addresses that it links to: for mails and programs. */
export function plainText(text: string): string {
  return linesOf(readMarkdown(text))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function linesOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : lineOf(part))).join('')
}

function lineOf(part: PartElement): string {
  const words = linesOf(part.parts)
  switch (part.tag) {
    case 'br':
      return '\n'
    case 'a':
      return part.isBare ? words : `${words} (${part.href})`
    case 'li':
      return `\n${part.number === null ? '–' : `${part.number}.`} ${words.trim()}`
    case 'strong':
    case 'em':
      return words
    default:
      return `\n\n${words}\n\n`
  }
}

/** A text as HTML, for programs that show it to people elsewhere. */
export function markdownHtml(text: string): string {
  return htmlOf(readMarkdown(text))
}

function htmlOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? xmlText(part) : htmlElement(part))).join('')
}

function htmlElement(part: PartElement): string {
  const inside = htmlOf(part.parts)
  switch (part.tag) {
    case 'br':
    case 'hr':
      return `<${part.tag}>`
    case 'heading':
      return `<h${part.rank + 1}>${inside}</h${part.rank + 1}>`
    case 'li':
      return part.number === null ? `<li>${inside}</li>` : `<li value="${part.number}">${inside}</li>`
    case 'a':
      return `<a href="${xmlText(part.href)}">${inside}</a>`
    default:
      return `<${part.tag}>${inside}</${part.tag}>`
  }
}
