import type { ComponentChildren } from 'preact'
import type { Language } from '../lib/language.ts'
import { useReader } from './reader.ts'

type WrittenProps = {
  /** The organisation that wrote it; absent: the organisation at whose address the page is. */
  readonly by?: { readonly language: Language } | undefined
  /** The element around the words; without one there is only a mark, and only where it is needed. */
  readonly as?: 'p'
  readonly class?: string
  /** The words; null: nothing was written. */
  readonly children: ComponentChildren
}

/**
 * Shows what an organisation has written, which nobody translates: a screen reader reads it in its language (WCAG 2.2, 3.1.2). Titles of
 * events and the names of prices and products are such words; names of people, organisations and places are what they are.
 */
export function Written({ by, as: Element, class: name, children }: WrittenProps) {
  const mark = { ...(name === undefined ? {} : { class: name }), ...useMark(by?.language) }
  if (children === null) return null
  if (Element === undefined && Object.keys(mark).length === 0) return <>{children}</>
  return Element === 'p' ? <p {...mark}>{children}</p> : <span {...mark}>{children}</span>
}

/** As `Written`, for an element that cannot contain another, such as an option. */
export function useMark(written?: Language): { readonly lang?: Language } {
  const { language: page, organisation } = useReader()
  const language = written ?? organisation
  return language === page ? {} : { lang: language }
}

/** A placeholder for the words while the sentence is made; nobody can type it. */
const words = '\0'

type WrittenWithinProps = { readonly sentence: (written: string) => string; readonly children: string }

/** Shows words of an organisation within a sentence of the page, which contains them once. */
export function WrittenWithin({ sentence, children }: WrittenWithinProps) {
  const [before, after] = sentence(words).split(words)
  return (
    <>
      {before}
      <Written>{children}</Written>
      {after}
    </>
  )
}
