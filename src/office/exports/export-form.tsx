import type { NearEvent } from '../../features/event/near-events.queries.ts'
import { type ExportColumn, type ExportList, exportForms } from '../../features/export/export-list.ts'
import { at, paths } from '../../lib/paths.ts'
import { exportTexts } from '../../messages/office/export.ts'
import { Choice, Field, FieldGroup } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { eventOptions } from '../reservations/reservations.tsx'
import { orderParts } from './order-script.ts'
import { Sent, Submit } from '../../pages/parts.tsx'

/** The form as it was typed. */
export type Filled = {
  readonly from: string
  readonly to: string
  readonly eventId: string
  /** The ids of the rows that were ticked in their list; none: all. */
  readonly ticked: readonly string[]
  readonly form: (typeof exportForms)[number]
  /** All columns that are offered, in the order of their places, and those that are ticked. */
  readonly ordered: readonly ExportColumn[]
  readonly chosen: readonly ExportColumn[]
}

type ExportFormProps = {
  readonly list: ExportList
  readonly filled: Filled
  readonly events: readonly Pick<NearEvent, 'id' | 'name' | 'startsAt'>[]
  /** Whether columns that say who people are are left out. */
  readonly hidesPeople: boolean
  readonly problems: readonly FormProblem[]
}

/** Asks for days or an event, for columns and their order, and for the kind of file; columns have numbers, and with a script buttons. */
export function ExportForm({ list, filled, events, hidesPeople, problems }: ExportFormProps) {
  const reader = useReader()
  const words = exportTexts[reader.language]
  const { name, what, days } = words.lists[list]
  return (
    <div class="stack">
      <h1>{name}</h1>
      <p class="prose">
        {what} {words.noted} <a href={paths.exports}>{words.all}</a>
      </p>
      <Problems problems={problems} title={words.refused} />
      <form method="post" action={at(paths.exportOf, { list })} noValidate>
        {filled.ticked.map((id) => (
          <Sent key={id} sends={{ id }} />
        ))}
        {filled.ticked.length === 0 ? null : <p class="notice">{words.ticked({ count: filled.ticked.length })}</p>}
        <div class="filters">
          <Field id="from" label={`${days} ${words.from}`} type="date" problems={problems} value={filled.from} />
          <Field id="to" label={words.to} type="date" problems={problems} value={filled.to} />
          {list === 'members' ? null : (
            <Choice
              id="event"
              label={words.event}
              value={filled.eventId}
              options={[['', words.anyEvent], ...eventOptions(events, reader)]}
            />
          )}
        </div>
        <Columns filled={filled} problems={problems} />
        {hidesPeople ? <p class="muted">{words.withoutPeople}</p> : null}
        <fieldset>
          <legend>{words.form}</legend>
          {exportForms.map((form) => (
            <label key={form} class="check">
              <input type="radio" name="form" value={form} checked={form === filled.form} />
              <span>{words.forms[form]}</span>
            </label>
          ))}
        </fieldset>
        <p class="muted small">{words.remembered}</p>
        <Submit>{words.take}</Submit>
      </form>
    </div>
  )
}

function Columns({ filled: { ordered, chosen }, problems }: Pick<ExportFormProps, 'filled' | 'problems'>) {
  const words = useTexts(exportTexts)
  return (
    <FieldGroup id="columns" label={words.chooseColumns} help={words.columnsHelp} problems={problems}>
      <ul class="order" {...{ [orderParts.list]: words.moved }}>
        {ordered.map((column, index) => (
          <li key={column}>
            <input
              name={`place_${column}`}
              inputMode="numeric"
              autocomplete="off"
              maxLength={3}
              aria-label={words.placeOf({ column: words.columns[column] })}
              value={String(index + 1)}
            />
            <label class="check">
              <input type="checkbox" name="columns" value={column} checked={chosen.includes(column)} />
              <span>{words.columns[column]}</span>
            </label>
            <span class="stepper">
              {([-1, 1] as const).map((step) => (
                <button
                  key={step}
                  type="button"
                  hidden
                  aria-label={words[step < 0 ? 'up' : 'down']({ column: words.columns[column] })}
                  {...{ [orderParts.step]: step }}
                >
                  {step < 0 ? '↑' : '↓'}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p class="unseen" role="status" {...{ [orderParts.said]: '' }} />
    </FieldGroup>
  )
}
