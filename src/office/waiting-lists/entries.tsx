import type { OfficeWaiting } from '../../features/waiting-list/office-waiting.queries.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { Standing } from '../kit/standing.tsx'
import { DataTable } from '../kit/table.tsx'

type EntriesProps = {
  readonly entries: readonly OfficeWaiting[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** In the order in which they came, with what can be done for each. */
export function Entries({ entries, timeZone, now, language }: EntriesProps) {
  const words = waitingTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.email, show: ({ email }) => email },
        { name: columns.price, show: ({ priceName }) => <Written>{priceName}</Written> },
        { name: columns.places, show: ({ places }) => places, figures: true },
        {
          name: columns.since,
          show: ({ waitingSince }) => <When at={waitingSince} timeZone={timeZone} now={now} language={language} />,
        },
        {
          name: columns.standing,
          show: ({ status, heldUntil, reservationId }) => {
            if (status === 'unconfirmed') return <Standing sign="waits">{words.unconfirmed}</Standing>
            if (reservationId === null || heldUntil === null) return <Standing sign="waits">{words.waits}</Standing>
            const until = momentText({ at: heldUntil, timeZone, language, now })
            return (
              <Standing sign="well">
                <a href={at(paths.reservation, { uuid: reservationId })}>
                  {words.offeredUntil({ moment: withinSentence(until, language) })}
                </a>
              </Standing>
            )
          },
        },
        {
          name: columns.actions,
          show: (entry) => (
            <div>
              {entry.status === 'waiting' ? <Offer entry={entry} language={language} /> : null}
              <Removal entry={entry} language={language} />
            </div>
          ),
        },
      ]}
    />
  )
}

type OfEntry = { readonly entry: OfficeWaiting; readonly language: Language }

/** Each of both asks once, and says what happens. */
function Offer({ entry, language }: OfEntry) {
  const { offer } = waitingTexts[language]
  return (
    <details>
      <summary>{offer.toOne}</summary>
      <p class="small">{offer.toOneHelp}</p>
      <form method="post" action={at(paths.waitingEntryOffer, { uuid: entry.id })}>
        <button class="button quiet" type="submit">
          {offer.toOneNow({ email: entry.email })}
        </button>
      </form>
    </details>
  )
}

function Removal({ entry, language }: OfEntry) {
  const words = waitingTexts[language]
  const help =
    entry.status === 'unconfirmed'
      ? words.removeUnconfirmed
      : entry.status === 'offered'
        ? words.removeOffer
        : words.removeHelp
  return (
    <details>
      <summary>{words.remove}</summary>
      <p class="small">{help}</p>
      <form method="post" action={at(paths.waitingEntryRemoval, { uuid: entry.id })}>
        <button class="button quiet" type="submit">
          {words.removeNow({ email: entry.email })}
        </button>
      </form>
    </details>
  )
}
