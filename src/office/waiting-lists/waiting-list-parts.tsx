import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import type { OfficeWaiting } from '../../features/waiting-list/office-waiting.queries.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { ActionButton, Section } from '../../pages/parts.tsx'
import { useTold } from '../kit/no-mail-server.tsx'
import { Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

/** Columns of the people who wait, with what can be done for each. */
export function entryColumns(language: Language): readonly Column<OfficeWaiting>[] {
  const { columns } = waitingTexts[language]
  return [
    { name: columns.email, show: ({ email }) => email },
    { name: columns.price, show: ({ priceName }) => <Written>{priceName}</Written> },
    { name: columns.places, show: ({ places }) => places, figures: true },
    { name: columns.since, show: ({ waitingSince }) => <When at={waitingSince} /> },
    { name: columns.standing, show: (entry) => <EntryStanding entry={entry} /> },
    { name: columns.actions, show: (entry) => <Actions entry={entry} /> },
  ]
}

type OfEntry = { readonly entry: OfficeWaiting }

function EntryStanding({ entry: { status, heldUntil, reservationId } }: OfEntry) {
  const reader = useReader()
  const words = waitingTexts[reader.language]
  if (status === 'unconfirmed') return <Standing sign="waits">{words.unconfirmed}</Standing>
  if (reservationId === null || heldUntil === null) return <Standing sign="waits">{words.waits}</Standing>
  const moment = withinSentence(momentText({ ...reader, at: heldUntil }), reader.language)
  return (
    <Standing sign="well">
      <a href={at(paths.reservation, { uuid: reservationId })}>{words.offeredUntil({ moment })}</a>
    </Standing>
  )
}

/** Buttons for one entry; each asks once, and says what happens. */
function Actions({ entry: { id, email, status } }: OfEntry) {
  const words = useTexts(waitingTexts)
  const told = useTold()(words.told)
  return (
    <div>
      {status === 'waiting' ? (
        <details>
          <summary>{words.offer.toOne}</summary>
          <p class="small">{`${words.offer.toOneHelp} ${told}`}</p>
          <ActionButton action={at(paths.waitingEntryOffer, { uuid: id })}>
            {words.offer.toOneNow({ email })}
          </ActionButton>
        </details>
      ) : null}
      <details>
        <summary>{words.remove}</summary>
        {status === 'offered' ? <p class="small">{words.removeOffer}</p> : null}
        <p class="small">{status === 'unconfirmed' ? words.removeUnconfirmed : told}</p>
        <ActionButton action={at(paths.waitingEntryRemoval, { uuid: id })}>{words.removeNow({ email })}</ActionButton>
      </details>
    </div>
  )
}

type JoiningProps = {
  readonly eventId: string
  /** Whether the list of the whole event is closed. */
  readonly isClosed: boolean
  readonly prices: readonly (Pick<OfferedPrice, 'id' | 'name'> & { readonly isClosed: boolean })[]
}

/** Says whether anybody may still join, for the event as a whole and for each price (ADR 0169). */
export function Joining({ eventId, isClosed, prices }: JoiningProps) {
  const { joining } = useTexts(waitingTexts)
  return (
    <Section id="joining" title={joining.title} lead={joining.lead}>
      <ul class="rows">
        <li>
          <span class="name">{joining.whole}</span>
          <List eventId={eventId} id={null} isClosed={isClosed} name={null} />
        </li>
        {isClosed
          ? null
          : prices.map((price) => (
              <li key={price.id}>
                <span class="name">
                  <Written>{price.name}</Written>
                </span>
                <List eventId={eventId} {...price} />
              </li>
            ))}
      </ul>
    </Section>
  )
}

type ListProps = {
  readonly eventId: string
  /** The id of the price; null: the whole list. */
  readonly id: string | null
  readonly name: string | null
  readonly isClosed: boolean
}

function List({ eventId, id, isClosed, name }: ListProps) {
  const { joining } = useTexts(waitingTexts)
  const form = (
    <ActionButton
      action={`${at(paths.waitingList, { uuid: eventId })}${isClosed ? 'opening' : 'closing'}/`}
      sends={{ price: id }}
    >
      {isClosed ? joining.openNow({ price: name }) : joining.closeNow({ price: name })}
    </ActionButton>
  )
  return (
    <>
      <Standing sign={isClosed ? 'gone' : 'well'}>{isClosed ? joining.closed : joining.open}</Standing>
      {isClosed ? (
        form
      ) : (
        <details>
          <summary>{joining.close}</summary>
          <p class="small">{joining.closeHelp}</p>
          {form}
        </details>
      )}
    </>
  )
}
