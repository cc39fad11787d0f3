import { dayText, type Moment, momentText, timeText, withinSentence } from '../lib/format.ts'
import { useReader } from './reader.ts'

/** The clock by which moments are shown, and the language. */
export type Clock = Omit<Moment, 'at'> & { readonly now: Date }

type WhenProps = Partial<Clock> & {
  readonly at: Date
  readonly withinSentence?: boolean
  /** Set if it is about the whole day. */
  readonly allDay?: boolean
}

/**
 * Shows a moment as "Friday 12 June, 20:30", with the machine-readable time in the markup; in the page's time zone unless another is
 * given.
 */
export function When({ withinSentence: isWithin, allDay = false, ...moment }: WhenProps) {
  const said = { ...useReader(), ...moment }
  const text = allDay ? dayText(said) : momentText(said)
  return <time dateTime={said.at.toISOString()}>{isWithin ? withinSentence(text, said.language) : text}</time>
}

export function Time(props: Partial<Moment> & { readonly at: Date }) {
  return <time dateTime={props.at.toISOString()}>{timeText({ ...useReader(), ...props })}</time>
}
