import type { ComponentChildren } from 'preact'
import type { Clash } from '../../features/event/clashes.queries.ts'
import { mostCopies } from '../../features/event/copy-event.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { newId } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventClashTexts } from '../../messages/office/event-clash.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { Section, Submit } from '../../pages/parts.tsx'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, goOnHere } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { WrittenWithin } from '../../pages/written.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

/** Names of the fields for dates that are chosen freely. */
export const dateFields = Array.from({ length: 6 }, (_, index) => `date-${index + 1}`)

/** The dates that were asked for, as typed, and the dates that come of it. */
export type PlannedDates = {
  readonly key: string
  readonly times: string
  readonly every: string
  readonly dates: readonly string[]
  readonly published: boolean
  readonly starts: readonly PlannedDate[]
}

type PlannedDate = {
  readonly at: Date
  /** The events that are there already at that time. */
  readonly clashes: readonly Clash[]
  /** Whether another of the dates would be at the same time. */
  readonly meetsAnother: boolean
}

/** The key of the dates that were looked at, so that no others are made. */
export const datesKey = (starts: readonly Date[]) =>
  starts.map((at) => Math.round(at.getTime() / 60_000).toString(36)).join(' ')

type CopiesProps = {
  readonly event: Event
  readonly problems: readonly FormProblem[]
  readonly planned: PlannedDates | null
}

/** Asks for more dates of an event: they are looked at first, with what is there already, and then made. */
export function Copies({ event, problems, planned }: CopiesProps) {
  const words = useTexts(eventTexts).copies
  const clash = useTexts(eventClashTexts)
  const starts = planned?.starts ?? []
  return (
    <Section id="copies" title={words.title} lead={words.help}>
      <form method="post" action={at(paths.eventCopies, { uuid: event.id })} class="narrow">
        <input type="hidden" name="key" value={planned?.key ?? newId()} />
        {starts.length === 0 ? null : <Looked starts={starts} />}
        <div class="pair">
          <Field
            id="times"
            label={words.times}
            type="number"
            min={1}
            max={mostCopies}
            problems={problems}
            value={planned?.times ?? '1'}
            required
          />
          <Choice
            id="every"
            label={words.every}
            value={planned?.every ?? 'week'}
            options={[
              ['week', words.week],
              ['day', words.day],
            ]}
          />
        </div>
        <Freely problems={problems} dates={planned?.dates ?? []} />
        <label class="check">
          <input type="checkbox" name="publish" value="true" checked={(planned ?? event).published} />
          <span>{words.publish}</span>
        </label>
        <Submit look="quiet">{starts.length === 0 ? clash.look : clash.make({ count: starts.length })}</Submit>
      </form>
    </Section>
  )
}

/** Lists the dates that would be made, with what is there already. */
function Looked({ starts }: Pick<PlannedDates, 'starts'>) {
  const clash = useTexts(eventClashTexts)
  const { now } = useReader()
  return (
    <div class="notice" tabIndex={-1} {...goOnHere}>
      <input type="hidden" name="looked" value={datesKey(starts.map(({ at }) => at))} />
      <p>{clash.preview({ count: starts.length })}</p>
      <ul class="tight">
        {starts.map(({ at, clashes, meetsAnother }) => (
          <li key={at.getTime()}>
            <When at={at} />
            {at <= now ? <Remark>{clash.isPast}</Remark> : null}
            {meetsAnother ? <Remark>{clash.meetsAnother}</Remark> : null}
            {clashes.map(({ id, name }) => (
              <Remark key={id}>
                <WrittenWithin sentence={(name) => clash.isThere({ name })}>{name}</WrittenWithin>
              </Remark>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Freely({ problems, dates }: Pick<CopiesProps, 'problems'> & Pick<PlannedDates, 'dates'>) {
  const clash = useTexts(eventClashTexts)
  const isOpen = dates.some((date) => date !== '') || problems.some(({ field }) => dateFields.includes(field ?? ''))
  return (
    <details open={isOpen}>
      <summary>{clash.freely}</summary>
      <div class="stack">
        <p class="muted small">{clash.freelyHelp}</p>
        {dateFields.map((id, index) => (
          <Field
            key={id}
            id={id}
            name="date"
            label={clash.date({ number: index + 1 })}
            type="datetime-local"
            problems={problems}
            value={dates[index] ?? ''}
          />
        ))}
      </div>
    </details>
  )
}

/** A remark on a date that people should know before it is made. */
function Remark({ children }: { readonly children: ComponentChildren }) {
  return (
    <span>
      {' · '}
      <strong>{children}</strong>
    </span>
  )
}
