import { type Moment, momentText, timeText, withinSentence } from '../lib/format.ts'

/** By which clock moments are told, and in which language. */
export type Clock = Omit<Moment, 'at'> & { readonly now: Date }

/** "Friday 12 June, 20:30", with the machine-readable time in the markup. */
export function When(props: Clock & { readonly at: Date; readonly withinSentence?: boolean }) {
  const text = momentText(props)
  return (
    <time dateTime={props.at.toISOString()}>{props.withinSentence ? withinSentence(text, props.language) : text}</time>
  )
}

export function Time(props: Moment) {
  return <time dateTime={props.at.toISOString()}>{timeText(props)}</time>
}
