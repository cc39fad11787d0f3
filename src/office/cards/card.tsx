import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type ErrorCode, orNotFound } from '../../errors.ts'
import { blockUsedCard } from '../../features/card/block-used-card.ts'
import { normalizeTag } from '../../features/card/card.ts'
import { describeUsedCard } from '../../features/card/describe-card.ts'
import { recordMovement } from '../../features/card/record-movement.ts'
import { type Asked, staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { asWhole, type FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { pressPage } from '../kit/press-page.ts'
import { CardPage } from './card-page.tsx'

type OfCard = Asked & { readonly params: { readonly tag_id: string } }

/** Registers the page of one card: whose it is, what is on it here, and what staff puts right (ADR 0160). */
export function registerCardPages(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('people'), params: Type.Object({ tag_id: Type.String({ maxLength: 20 }) }) } as const
  const show = async (asked: OfCard, problems: readonly FormProblem[], done = '') => {
    const { tenant, language } = asked.request
    const card = await describeUsedCard(context, tenant, tagOf(asked))
    return showAdminPage(
      asked,
      { title: `${cardTexts[language].title} · ${card.number}`, area: 'cards' },
      <CardPage {...{ card, problems, done }} />,
    )
  }
  const back = (done: string) => (asked: OfCard) => at(paths.card, { tag_id: tagOf(asked) }, { done })

  page(app, {
    ...shared,
    method: 'GET',
    url: paths.card,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: (asked) => show(asked, [], asked.query.done),
  })

  pressPage(app, {
    ...shared,
    url: paths.cardLoss,
    act: (asked) => blockUsedCard(context, asked.tenant, asked.actor, tagOf(asked)),
    goesOn: back('lost'),
  })

  pressPage(app, {
    ...shared,
    url: paths.cardReversals,
    body: { movement: UuidIn },
    act: (asked) => {
      const reversal = { kind: 'reversal', amountMinor: null, reversalOf: asked.body.movement } as const
      const given = { ...reversal, tagId: tagOf(asked), note: null, isInHand: false, repeatable: null }
      return recordMovement(context, asked.tenant, asked.actor, given)
    },
    explain: ({ code }, { language }) => {
      const reason = reasons[code]
      return reason === undefined ? null : asWhole(cardTexts[language].refused[reason])
    },
    show,
    goesOn: back('reversed'),
  })
}

/** @throws AppError not_found */
function tagOf({ params }: OfCard): string {
  return orNotFound(normalizeTag(params.tag_id))
}

/** Refusals that this page explains. */
const reasons: Partial<Record<ErrorCode, 'spent' | 'reversed' | 'lost'>> = {
  insufficient_balance: 'spent',
  already_reversed: 'reversed',
  card_lost: 'lost',
}
