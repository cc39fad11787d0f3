import { type Moment, momentText, timeText, withinSentence } from '../lib/format.ts'
import { useReader } from './reader.ts'

/** By which clock moments are told, and in which language. */
export type Clock = Omit<Moment, 'at'> & { readonly now: Date }

type WhenProps = Partial<Clock> & { readonly at: Date; readonly withinSentence?: boolean }

/** "Friday 12 June, 20:30", with the machine-readable time in the markup; by the clock of whoever reads the page, unless told otherwise. */
export function When({ withinSentence: isWithin, ...moment }: WhenProps) {
  const said = { ...useReader(), ...moment }
  const text = momentText(said)
  return <time dateTime={said.at.toISOString()}>{isWithin ? withinSentence(text, said.language) : text}</time>
}

export function Time(props: Partial<Moment> & { readonly at: Date }) {
  return <time dateTime={props.at.toISOString()}>{timeText({ ...useReader(), ...props })}</time>
}
