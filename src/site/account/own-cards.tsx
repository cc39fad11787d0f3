import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { blockOwnCard } from '../../features/card/block-own-card.ts'
import { type Card, listCardsOf } from '../../features/card/card.queries.ts'
import { normalizeTag } from '../../features/card/card.ts'
import type { Language } from '../../lib/language.ts'
import { ownCardsTexts } from '../../messages/site/own-cards.ts'
import { TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { page } from '../../pages/page.ts'

const lossPath = '/account/cards/loss/'

/** A person's cards, and the way to block one that is lost, wherever it was used (ADR 0160). */
export function registerOwnCards(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: lossPath,
    atLabel: true,
    access: { kind: 'signed_in' },
    forms: true,
    body: Type.Object({ tag_id: TypedText({ max: 20 }) }),
    handler: async ({ actor, body, reply }) => {
      const tagId = normalizeTag(body.tag_id)
      if (actor.kind !== 'account' || tagId === null) throw new AppError('not_found')
      await blockOwnCard(context, actor.accountId, tagId)
      return reply.redirect('/account/?done=card-blocked#cards', 303)
    },
  })
}

export function readOwnCards(context: Pick<Context, 'database'>, accountId: string): Promise<readonly Card[]> {
  return context.database.asServer((tx) => listCardsOf(tx, accountId))
}

type OwnCardsProps = {
  readonly cards: readonly Card[]
  /** One of them has just been blocked. */
  readonly isDone: boolean
  readonly language: Language
}

/** Nothing for somebody who has none: most people have heard of no cards. */
export function OwnCards({ cards, isDone, language }: OwnCardsProps) {
  const words = ownCardsTexts[language]
  if (cards.length === 0) return null
  return (
    <section class="stack" aria-labelledby="cards">
      <h2 id="cards">{words.title}</h2>
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
              <details>
                <summary aria-describedby={`card-${tagId}`}>{words.lose}</summary>
                <form class="stack" method="post" action={lossPath}>
                  <input type="hidden" name="tag_id" value={tagId} />
                  <p class="prose">{words.loseLead}</p>
                  <button class="button danger" type="submit">
                    {words.button({ number })}
                  </button>
                </form>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
