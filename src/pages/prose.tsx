import type { ComponentChildren } from 'preact'
import { type Part, type PartElement, readMarkdown } from '../lib/markdown.ts'
import { isWebAddress } from '../lib/web-address.ts'
import { useMark } from './written.tsx'

type ProseProps = {
  /** The text, with its marks (ADR 0290); null or empty: nothing was written. */
  readonly text: string | null
  /** The level of the heading that the text stands under. */
  readonly below: 1 | 2
  readonly class?: 'small' | 'muted'
}

/** Shows what an organisation has written at length, in its language (`Written`). */
export function Prose({ text, below, class: name }: ProseProps) {
  const mark = useMark()
  if (!text) return null
  return (
    <div class={name === undefined ? 'prose' : `prose ${name}`} {...mark}>
      {shown(readMarkdown(text), below)}
    </div>
  )
}

function shown(parts: readonly Part[], below: number): ComponentChildren {
  return parts.map((part, index) =>
    typeof part === 'string' ? part : <Element key={index} below={below} part={part} />,
  )
}

function Element({ part, below }: { readonly part: PartElement; readonly below: number }) {
  const inside = shown(part.parts, below)
  switch (part.tag) {
    case 'heading': {
      const Heading = headings[below + part.rank] ?? 'h6'
      return <Heading {...(part.rank > 1 ? { class: 'minor' } : {})}>{inside}</Heading>
    }
    case 'li':
      return <li {...(part.number === null ? {} : { value: part.number })}>{inside}</li>
    case 'a':
      return (
        <a href={part.href} {...(isWebAddress(part.href) ? { rel: 'noopener' } : {})}>
          {inside}
        </a>
      )
    default:
      return <part.tag>{inside}</part.tag>
  }
}

const headings = [null, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
