import type { Context } from '../../context.ts'
import { type ComingTimes, readComingTimes } from '../../features/event/coming-times.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { timeZoneTexts } from '../../messages/office/time-zone.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Written } from '../../pages/written.tsx'
import { DataTable } from '../kit/table.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

/** What coming events are asked about before the time zone changes (ADR 0202). */
export type TimeZoneQuestion = {
  readonly coming: ComingTimes
  readonly from: string
  readonly to: string
  readonly now: Date
}

type Said = { readonly times: string; readonly timesOf: string }

/** Finds the question. Null: nothing is to come, the time zone stays, or this very change was already answered. */
export async function askOfTimes(
  context: Pick<Context, 'database' | 'now'>,
  { id, timeZone: from }: Tenant,
  to: string | undefined,
  { times, timesOf }: Said,
): Promise<TimeZoneQuestion | null> {
  if (to === undefined || to === from) return null
  if (timesOf === `${from} ${to}` && (times === 'hours' || times === 'moments')) return null
  const now = context.now()
  const coming = await context.database.asTenant(id, (tx) => readComingTimes(tx, { now, timeZone: from }))
  return coming.count === 0 ? null : { coming, from, to, now }
}

export const timesProblem = (language: Language): FormProblem => ({
  field: 'times',
  detail: timeZoneTexts[language].choose,
})

type AskedProps = { readonly question: TimeZoneQuestion }

/** Shows the question within the form, above what was typed. */
export function TimeZoneAsked({ question }: AskedProps) {
  const { language } = useReader()
  const { coming, from, to, now } = question
  const words = useTexts(timeZoneTexts)
  const at = (startsAt: Date, timeZone: string) => momentText({ at: startsAt, timeZone, language, now })
  const left = coming.count - coming.first.length
  return (
    <section class="stack notice" aria-labelledby="times-title">
      <h2 id="times-title">{words.title}</h2>
      <p>{words.lead({ events: coming.count })}</p>
      {coming.tickets === 0 ? null : <p>{words.sold({ tickets: coming.tickets })}</p>}
      <DataTable
        label={words.title}
        rows={coming.first}
        keyOf={({ id }) => id}
        columns={[
          { name: words.columns.event, show: ({ name }) => <Written>{name}</Written> },
          { name: words.columns.hours, show: ({ startsAt }) => at(startsAt, from) },
          { name: words.columns.moments, show: ({ startsAt }) => at(startsAt, to) },
        ]}
      />
      {left > 0 ? <p class="muted">{words.more({ events: left })}</p> : null}
      <input type="hidden" name="times_of" value={`${from} ${to}`} />
      <fieldset id="times">
        <legend>{words.question}</legend>
        {(['hours', 'moments'] as const).map((kept) => (
          <label key={kept} class="check">
            <input type="radio" name="times" value={kept} required />
            <span>{words[kept]}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}
