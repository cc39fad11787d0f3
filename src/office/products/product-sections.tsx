import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { listOf, makesTickets } from '../../features/catalog/product.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import type { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'

type ProductProps = { readonly product: ProductWithPrices; readonly language: Language }

/** Whether it is on sale, and the button that changes that. */
export function Standing({ product, language }: ProductProps) {
  const words = productTexts[language].standing
  const said = { on_sale: words.onSale, not_on_sale: words.notOnSale, archived: words.archived }
  const { published } = product
  return (
    <section class="stack" aria-labelledby="standing">
      <h2 id="standing">{words.title}</h2>
      <p class="prose">{said[listOf(product)]}</p>
      {product.archived ? null : (
        <form method="post" action={`/admin/products/${product.id}/publication/`}>
          <input type="hidden" name="published" value={String(!published)} />
          <button class={published ? 'button quiet' : 'button'} type="submit">
            {published ? words.unpublish : words.publish}
          </button>
        </form>
      )}
    </section>
  )
}

type EventsProps = ProductProps & {
  readonly events: readonly Event[]
  readonly children: (event: Event) => ReturnType<typeof When>
}

/** Tickets are sold there alone; everything else can be booked along with them anywhere. */
export function Events({ product, events, language, children: when }: EventsProps) {
  const words = productTexts[language].events
  if (product.kind === 'membership' || product.archived) return null
  return (
    <section class="stack" aria-labelledby="events">
      <h2 id="events">{words.title}</h2>
      {makesTickets(product.kind) ? null : <p class="prose muted">{words.anyEvent}</p>}
      {events.length === 0 ? (
        <p class="empty">
          {words.none} <a href="/admin/events/">{words.add}</a>
        </p>
      ) : (
        <ul class="rows">
          {events.map((event) => (
            <li key={event.id}>
              <a class="name" href={`/admin/events/${event.id}/`}>
                <Written>{event.name}</Written>
              </a>
              <span class="muted">{when(event)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Another like it. */
export function Copy({ product, language }: ProductProps) {
  const words = productTexts[language].copy
  return (
    <section class="stack" aria-labelledby="copy">
      <h2 id="copy">{words.button}</h2>
      <p class="prose">{words.help}</p>
      <form method="post" action={`/admin/products/${product.id}/copies/`}>
        <input type="hidden" name="key" value={newId()} />
        <button class="button quiet" type="submit">
          {words.button}
        </button>
      </form>
    </section>
  )
}

type ArchiveProps = ProductProps & {
  /** How many are on a waiting list for it. */
  readonly awaited: number
}

/** Archives it, or restores it. */
export function Archive({ product, awaited, language }: ArchiveProps) {
  const words = productTexts[language].standing
  return (
    <section class="stack" aria-labelledby="archive">
      <h2 id="archive">{product.archived ? words.bringBack : words.archive}</h2>
      <p class="prose">{product.archived ? words.bringBackHelp : words.archiveHelp}</p>
      {product.archived || awaited === 0 ? null : (
        <p class="notice">{deskTexts[language].awaited({ count: awaited })}</p>
      )}
      <form method="post" action={`/admin/products/${product.id}/archive/`}>
        <input type="hidden" name="archived" value={String(!product.archived)} />
        <button class="button quiet" type="submit">
          {product.archived ? words.bringBack : words.archive}
        </button>
      </form>
    </section>
  )
}
