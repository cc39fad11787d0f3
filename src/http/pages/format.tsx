import { type Moment, momentText, timeText } from '../../lib/format.ts'

/** "Friday 12 June, 20:30", with the machine-readable time in the markup. */
export function When(props: Moment & { readonly now: Date }) {
  return <time dateTime={props.at.toISOString()}>{momentText(props)}</time>
}

export function Time(props: Moment) {
  return <time dateTime={props.at.toISOString()}>{timeText(props)}</time>
}
