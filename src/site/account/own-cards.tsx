import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { areTopUpsOnOffer } from '../../features/catalog/offers.queries.ts'
import { blockOwnCard } from '../../features/card/block-own-card.ts'
import { type Card, listCardsOf } from '../../features/card/card.queries.ts'
import { normalizeTag } from '../../features/card/card.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { ownCardsTexts } from '../../messages/site/own-cards.ts'
import { TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { pageSection } from '../../pages/page-section.ts'
import { FoldedForm, Go, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'

const pages = pageSection({ url: visitorPaths.ownCardLoss, atLabel: true, access: { kind: 'signed_in' } })

/** A person's cards, and the way to block one that is lost, wherever it was used (ADR 0160). */
export const registerOwnCards = pages.register

pages.post('', {
  body: Type.Object({ tag_id: TypedText({ max: 20 }) }),
  handler: async ({ context, actor, body, reply }) => {
    const tagId = normalizeTag(body.tag_id)
    if (actor.kind !== 'account' || tagId === null) throw new AppError('not_found')
    await blockOwnCard(context, actor.accountId, tagId)
    return reply.redirect(`${at(visitorPaths.account, {}, { done: 'card-blocked' })}#cards`, 303)
  },
})

/** Reads a person's cards, and whether they can be topped up here. */
export async function readOwnCards(
  context: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
  accountId: string,
): Promise<Pick<OwnCardsProps, 'cards' | 'topUps'>> {
  const cards = await context.database.asServer((tx) => listCardsOf(tx, accountId))
  const topUps =
    cards.length > 0 && (await context.database.asTenant(tenant.id, (tx) => areTopUpsOnOffer(tx, context.now())))
  return { cards, topUps }
}

type OwnCardsProps = {
  readonly cards: readonly Card[]
  readonly topUps: boolean
  /** Whether a card has just been blocked. */
  readonly isDone: boolean
}

/** Shows a person's cards; nothing to somebody who has none: most people have heard of no cards. */
export function OwnCards({ cards, topUps, isDone }: OwnCardsProps) {
  const words = useTexts(ownCardsTexts)
  if (cards.length === 0) return null
  return (
    <Section id="cards" title={words.title}>
      <Done>{isDone ? words.done : null}</Done>
      <p class="prose">{words.lead}</p>
      <ul class="rows">
        {cards.map(({ tagId, number, lostAt }) => (
          <li key={tagId}>
            <span class="name">
              <strong id={`card-${tagId}`}>{number}</strong>
            </span>
            <span class="state">{lostAt === null ? words.usable : words.blocked}</span>
            {lostAt === null ? (
              <FoldedForm
                title={words.lose}
                of={`card-${tagId}`}
                class="stack"
                action={visitorPaths.ownCardLoss}
                sends={{ tag_id: tagId }}
                look="danger"
                button={words.button({ number })}
              >
                <p class="prose">{words.loseLead}</p>
              </FoldedForm>
            ) : null}
          </li>
        ))}
      </ul>
      {topUps ? <Go to={visitorPaths.topUp}>{words.topUp}</Go> : null}
    </Section>
  )
}
