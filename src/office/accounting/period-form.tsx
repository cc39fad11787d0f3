import { periodText } from '../../features/accounting/period-text.ts'
import { namedPeriod, neighboursOf, type Period, periodNames } from '../../features/accounting/period.ts'
import { at, paths } from '../../lib/paths.ts'
import { accountingTexts } from '../../messages/office/accounting.ts'
import { Field } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { Submit } from '../../pages/parts.tsx'

type PeriodFormProps = {
  readonly typed: { readonly from?: string | undefined; readonly to?: string | undefined }
  readonly problems: readonly FormProblem[]
}

/** Asks for the days: typed, or the periods that people ask for most. */
export function PeriodForm({ typed, problems }: PeriodFormProps) {
  const { language, now, timeZone } = useReader()
  const words = accountingTexts[language]
  return (
    <>
      <search>
        <form class="search" method="get" action={paths.accounting}>
          <Field id="from" label={words.from} type="date" problems={problems} value={typed.from ?? ''} />
          <Field id="to" label={words.to} type="date" problems={problems} value={typed.to ?? ''} />
          <Submit look="quiet">{words.show}</Submit>
        </form>
      </search>
      <nav class="actions" aria-label={words.periodsLabel}>
        {periodNames.map((name) => (
          <a key={name} href={at(paths.accounting, {}, namedPeriod(name, now, timeZone))}>
            {words.periods[name]}
          </a>
        ))}
      </nav>
    </>
  )
}

/** Says which days are shown, with links to the day or the month before and after. */
export function PeriodHeading({ period }: { readonly period: Period }) {
  const { language } = useReader()
  const words = accountingTexts[language]
  const neighbours = neighboursOf(period)
  return (
    <>
      <h2>{periodText(period, language)}</h2>
      {neighbours === null ? null : (
        <nav class="pager" aria-label={words.neighbours}>
          <a class="button quiet" rel="prev" href={at(paths.accounting, {}, neighbours.before)}>
            {words.before}
          </a>
          <a class="button quiet" rel="next" href={at(paths.accounting, {}, neighbours.after)}>
            {words.after}
          </a>
        </nav>
      )}
    </>
  )
}
