import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { createManyCodes, mostCodes } from '../../features/catalog/save-promotional-code.ts'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { newPage } from '../kit/new-page.ts'
import { explainCode } from './code.tsx'
import { codeBody, emptyCode, filledCodeIn, readManyCodes } from './filled-code.ts'
import { showNewCodes } from './new-codes-page.tsx'

const url = paths.manyPromotionalCodes

/** A number of codes for one booking each, to be handed out one by one. */
export function registerManyCodes(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url,
    access: staff('programme'),
    body: { ...codeBody, count: Maybe(TypedText({ max: 40 })) },
    begin: () => ({ ...emptyCode, uses: '1', count: '' }),
    typed: (body) => ({ ...filledCodeIn(body), count: body.count ?? '' }),
    check: ({ asked: { request }, filled }) => readManyCodes(filled, filled.count, request),
    save: async ({ asked: { request }, values, body: { key } }) => {
      await createManyCodes(context, request.tenant, request.actor, { ...values, key })
      const query = new URLSearchParams({ q: `${values.prefix}-`, done: `made-${values.count}` })
      return `${paths.promotionalCodes}?${query}`
    },
    explain: (refusal, asked) =>
      refusal.code === 'idempotency_mismatch'
        ? [{ field: null, detail: codeTexts[asked.request.language].problems.sentBefore }]
        : explainCode(refusal, asked),
    show: (asked, { begun, filled: typed, ...state }) => {
      const { manyTitle: title, manyLead: lead, makeMany: button } = codeTexts[asked.request.language]
      const filled = typed ?? begun
      const count = { typed: filled.count, most: mostCodes }
      return showNewCodes(context, asked, { filled, ...state }, { action: url, title, lead, button, count })
    },
  })
}
