import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { listOf, makesTickets } from '../../features/catalog/product.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { newId } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { productTexts } from '../../messages/office/product.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { useTold } from '../kit/no-mail-server.tsx'
import { ArchiveButton } from '../kit/parts.tsx'
import { ActionButton, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

type ProductProps = { readonly product: ProductWithPrices }

const pathOf = ({ id }: ProductWithPrices) => at(paths.product, { uuid: id })

/** Says whether the product is on sale, with the button that changes that. */
export function Standing({ product }: ProductProps) {
  const words = useTexts(productTexts).standing
  const said = { on_sale: words.onSale, not_on_sale: words.notOnSale, archived: words.archived }
  const { published, archived } = product
  return (
    <Section id="standing" title={words.title} lead={said[listOf(product)]}>
      {archived ? null : (
        <ActionButton
          action={`${pathOf(product)}publication/`}
          sends={{ published: String(!published) }}
          look={published ? 'quiet' : 'main'}
        >
          {published ? words.unpublish : words.publish}
        </ActionButton>
      )}
    </Section>
  )
}

/** Lists the events that sell it: only they sell tickets, and everything else can be booked along with them anywhere. */
export function Events({ product, events }: ProductProps & { readonly events: readonly Event[] }) {
  const words = useTexts(productTexts).events
  if (product.kind === 'membership' || product.archived) return null
  return (
    <Section id="events" title={words.title}>
      {makesTickets(product.kind) ? null : <p class="prose muted">{words.anyEvent}</p>}
      {events.length === 0 ? (
        <p class="empty">
          {words.none} <a href={paths.events}>{words.add}</a>
        </p>
      ) : (
        <ul class="rows">
          {events.map((event) => (
            <li key={event.id}>
              <a class="name" href={at(paths.event, { uuid: event.id })}>
                <Written>{event.name}</Written>
              </a>
              <span class="muted">
                <When at={event.startsAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The link to the form of another like it. */
export function Copy({ product }: ProductProps) {
  const { button, help } = useTexts(productTexts).copy
  return (
    <Section id="copy" title={button} lead={help}>
      <ActionButton action={`${pathOf(product)}copies/`} sends={{ key: newId() }}>
        {button}
      </ActionButton>
    </Section>
  )
}

/** Says what becomes of those on a waiting list for what is archived. @param count how many there are */
export function ThoseWaiting({ count }: { readonly count: number }) {
  const { awaited, awaitedTold } = useTexts(deskTexts)
  const told = useTold()
  return count === 0 ? null : <p class="notice">{`${awaited({ count })} ${told(awaitedTold)}`}</p>
}

/** Archives or restores the product. @param awaited how many people are on a waiting list for it */
export function Archive({ product, awaited }: ProductProps & { readonly awaited: number }) {
  const words = useTexts(productTexts).standing
  const { archived } = product
  return (
    <Section
      id="archive"
      title={archived ? words.restore : words.archive}
      lead={archived ? words.restoreHelp : words.archiveHelp}
    >
      {archived ? null : <ThoseWaiting count={awaited} />}
      <ArchiveButton action={`${pathOf(product)}archive/`} {...{ archived, words }} />
    </Section>
  )
}
