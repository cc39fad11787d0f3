import { type Moment, momentText, timeText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'

/** "Friday 12 June, 20:30", with the machine-readable time in the markup. */
export function When(props: Moment & { readonly now: Date; readonly withinSentence?: boolean }) {
  const text = momentText(props)
  return (
    <time dateTime={props.at.toISOString()}>
      {props.withinSentence ? withinSentence(text, props.language) : text}
    </time>
  )
}

export function Time(props: Moment) {
  return <time dateTime={props.at.toISOString()}>{timeText(props)}</time>
}

/**
 * Of what an organisation has written, which nobody translates: whoever has a page read out hears it in its language (WCAG 2.2,
 * 3.1.2). Names are what they are.
 */
export function writtenBy({ language }: { readonly language: Language }, pageLanguage: Language) {
  return language === pageLanguage ? {} : { lang: language }
}
