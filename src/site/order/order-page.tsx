import type { ComponentChildren } from 'preact'
import { visitorPaths } from '../../lib/paths.ts'
import { Problems } from '../../pages/form/problems.tsx'
import { Offers, type OffersProps } from './offers.tsx'

/** What every page where one orders knows. */
export type OrderPageProps = OffersProps & {
  /** What it says below its heading. */
  readonly lead: string
  /** The key that makes a second press of the button the same order. */
  readonly repeatKey: string
}

type Words = {
  readonly title: string
  readonly none: string
  readonly toEvents: string
  readonly refused: string
  readonly choose: string
}

type Parts = OrderPageProps & {
  readonly words: Words
  /** Where the form is sent. */
  readonly action: string
  /** Whether each price is for a time, which is said. */
  readonly hasPeriods: boolean
  /** The rest of the form, with its button. */
  readonly children: ComponentChildren
}

/** Shows what is on offer with its prices, and the form, all on one page. Complete without script. */
export function OrderPage({ words, lead, action, repeatKey, children, ...offered }: Parts) {
  return (
    <div class="stack wide">
      <div class="stack">
        <h1>{words.title}</h1>
        <p class="lead">{lead}</p>
      </div>
      {offered.offers.length === 0 ? (
        <p class="empty">
          {words.none} <a href={visitorPaths.home}>{words.toEvents}</a>
        </p>
      ) : (
        // What is wrong is said by the page, all of it at once, in its language.
        <form method="post" action={action} class="joining" noValidate>
          <Problems problems={offered.problems} title={words.refused} />
          <input type="hidden" name="key" value={repeatKey} />
          <Offers {...offered} choose={words.choose} />
          {children}
        </form>
      )}
    </div>
  )
}
