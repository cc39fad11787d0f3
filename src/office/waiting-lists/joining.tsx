import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { ActionButton } from '../kit/parts.tsx'
import { Standing } from '../kit/standing.tsx'
import { waitingListPath } from './waiting-list-path.ts'

type JoiningProps = {
  readonly eventId: string
  /** The list of the whole event is closed. */
  readonly isClosed: boolean
  readonly prices: readonly (Pick<OfferedPrice, 'id' | 'name'> & { readonly isClosed: boolean })[]
}

/** Whether anybody may still join, of the event as a whole and of each price (ADR 0169). */
export function Joining({ eventId, isClosed, prices }: JoiningProps) {
  const { joining } = useTexts(waitingTexts)
  return (
    <section class="stack" aria-labelledby="joining">
      <h2 id="joining">{joining.title}</h2>
      <p class="prose">{joining.lead}</p>
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
    </section>
  )
}

type ListProps = {
  readonly eventId: string
  /** Of the price, as its name; null: the whole list. */
  readonly id: string | null
  readonly name: string | null
  readonly isClosed: boolean
}

function List({ eventId, id, isClosed, name }: ListProps) {
  const { joining } = useTexts(waitingTexts)
  const form = (
    <ActionButton action={`${waitingListPath(eventId)}${isClosed ? 'opening' : 'closing'}/`} sends={{ price: id }}>
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
