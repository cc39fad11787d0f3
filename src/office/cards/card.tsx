import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, type ErrorCode, orNotFound } from '../../errors.ts'
import { blockUsedCard } from '../../features/card/block-used-card.ts'
import { normalizeTag } from '../../features/card/card.ts'
import { type CardView, describeUsedCard } from '../../features/card/describe-card.ts'
import { recordMovement } from '../../features/card/record-movement.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { cardTexts } from '../../messages/office/card.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { CardPage } from './card-page.tsx'

const url = paths.card

/** One card: whose it is, what is on it here, and what staff puts right (ADR 0160). */
export function registerCardPages(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('people'), params: Type.Object({ tag_id: Type.String({ maxLength: 20 }) }) } as const

  page(app, {
    ...shared,
    method: 'GET',
    url,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ tenant, params, query, request, reply }) => {
      const card = await describeUsedCard(context, tenant, tagOf(params.tag_id))
      return showCard(context, { request, reply }, card, { problems: [], done: query.done ?? '' })
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${url}loss/`,
    forms: true,
    handler: async ({ tenant, actor, params, reply }) => {
      const tagId = tagOf(params.tag_id)
      await blockUsedCard(context, tenant, actor, tagId)
      return reply.redirect(at(paths.card, { tag_id: tagId }, { done: 'lost' }), 303)
    },
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${url}reversals/`,
    forms: true,
    body: Type.Object({ movement: UuidIn }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const tagId = tagOf(params.tag_id)
      const reversal = { kind: 'reversal', amountMinor: null, reversalOf: body.movement } as const
      try {
        const asked = { ...reversal, tagId, note: null, isInHand: false, repeatable: null }
        await recordMovement(context, tenant, actor, asked)
        return reply.redirect(at(paths.card, { tag_id: tagId }, { done: 'reversed' }), 303)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const refused = reasonOf(error.code)
        if (refused === null) throw error
        reply.code(errorStatus[error.code])
        const problems = [{ field: null, detail: cardTexts[language].refused[refused] }]
        const card = await describeUsedCard(context, tenant, tagId)
        return showCard(context, { request, reply }, card, { problems, done: '' })
      }
    },
  })
}

/** @throws AppError not_found */
function tagOf(text: string): string {
  const tagId = orNotFound(normalizeTag(text))
  return tagId
}

/** Null: nothing that this page can put right. */
function reasonOf(code: ErrorCode): 'spent' | 'reversed' | 'lost' | null {
  switch (code) {
    case 'insufficient_balance':
      return 'spent'
    case 'already_reversed':
      return 'reversed'
    case 'card_lost':
      return 'lost'
    default:
      return null
  }
}

type Shown = { readonly problems: readonly FormProblem[]; readonly done: string }

function showCard(context: Context, { request, reply }: Asked, card: CardView, shown: Shown): string {
  const { tenant, language } = request
  return showAdminPage(
    { request, reply },
    { title: `${cardTexts[language].title} · ${card.number}`, area: 'cards' },
    <CardPage
      {...{ card, ...shown, language }}
      timeZone={tenant.timeZone}
      now={context.now()}
      currency={tenant.currency}
    />,
  )
}
