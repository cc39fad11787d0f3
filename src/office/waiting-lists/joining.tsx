import type { OfferedPrice } from '../../features/event/event-page.queries.ts'
import type { Language } from '../../lib/language.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { Written } from '../../pages/written.tsx'
import { Standing } from '../kit/standing.tsx'
import { waitingListPath } from './waiting-list-path.ts'

type JoiningProps = {
  readonly eventId: string
  /** The list of the whole event is closed. */
  readonly isClosed: boolean
  readonly prices: readonly (Pick<OfferedPrice, 'id' | 'name'> & { readonly isClosed: boolean })[]
  readonly language: Language
}

/** Whether anybody may still join, of the event as a whole and of each price (ADR 0169). */
export function Joining({ eventId, isClosed, prices, language }: JoiningProps) {
  const { joining } = waitingTexts[language]
  return (
    <section class="stack" aria-labelledby="joining">
      <h2 id="joining">{joining.title}</h2>
      <p class="prose">{joining.lead}</p>
      <ul class="rows">
        <li>
          <span class="name">{joining.whole}</span>
          <List eventId={eventId} priceId={null} isClosed={isClosed} name={null} language={language} />
        </li>
        {isClosed
          ? null
          : prices.map((price) => (
              <li key={price.id}>
                <span class="name">
                  <Written>{price.name}</Written>
                </span>
                <List
                  eventId={eventId}
                  priceId={price.id}
                  isClosed={price.isClosed}
                  name={price.name}
                  language={language}
                />
              </li>
            ))}
      </ul>
    </section>
  )
}

type ListProps = {
  readonly eventId: string
  readonly priceId: string | null
  readonly isClosed: boolean
  /** Of the price; null: the whole list. */
  readonly name: string | null
  readonly language: Language
}

function List({ eventId, priceId, isClosed, name, language }: ListProps) {
  const { joining } = waitingTexts[language]
  const form = (
    <form method="post" action={`${waitingListPath(eventId)}${isClosed ? 'opening' : 'closing'}/`}>
      {priceId === null ? null : <input type="hidden" name="price" value={priceId} />}
      <button class="button quiet" type="submit">
        {isClosed ? joining.openNow({ price: name }) : joining.closeNow({ price: name })}
      </button>
    </form>
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
