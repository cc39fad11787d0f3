import { type Moment, momentText, timeText, withinSentence } from '../lib/format.ts'

/** "Friday 12 June, 20:30", with the machine-readable time in the markup. */
export function When(props: Moment & { readonly now: Date; readonly withinSentence?: boolean }) {
  const text = momentText(props)
  return (
    <time dateTime={props.at.toISOString()}>{props.withinSentence ? withinSentence(text, props.language) : text}</time>
  )
}

export function Time(props: Moment) {
  return <time dateTime={props.at.toISOString()}>{timeText(props)}</time>
}
