import type { ComponentChildren } from 'preact'
import type { Language } from '../lib/language.ts'
import { useReader } from './reader.ts'

type WrittenProps = {
  /** Whose words; absent: those of the organisation at whose address the page is. */
  readonly by?: { readonly language: Language } | undefined
  /** The element around them; without one there is only a mark, and that only where it is needed. */
  readonly as?: 'p'
  readonly class?: string
  /** Null: nothing was written. */
  readonly children: ComponentChildren
}

/**
 * What an organisation has written, which nobody translates: whoever has a page read out hears it in its language (WCAG 2.2,
 * 3.1.2). Titles of events and what prices and products are called are such words; names of people, organisations and places
 * are what they are.
 */
export function Written({ by, as: Element, class: name, children }: WrittenProps) {
  const mark = { ...(name === undefined ? {} : { class: name }), ...useMark(by?.language) }
  if (children === null) return null
  if (Element === undefined && Object.keys(mark).length === 0) return <>{children}</>
  return Element === 'p' ? <p {...mark}>{children}</p> : <span {...mark}>{children}</span>
}

/** The same for an element that takes no other within, such as an option. */
export function useMark(written?: Language): { readonly lang?: Language } {
  const { language: page, organisation } = useReader()
  const language = written ?? organisation
  return language === page ? {} : { lang: language }
}

/** Stands for the words until the sentence is made; nobody can type it. */
const words = '\0'

type WrittenWithinProps = { readonly sentence: (written: string) => string; readonly children: string }

/** Words of an organisation within a sentence of the page, which says them once. */
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
