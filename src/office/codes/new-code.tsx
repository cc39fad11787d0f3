import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { createPromotionalCode } from '../../features/catalog/save-promotional-code.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { newPage } from '../kit/new-page.ts'
import { explainCode } from './code.tsx'
import { codeBody, emptyCode, filledCodeIn, readCode } from './filled-code.ts'
import { showNewCodes } from './new-codes-page.tsx'

const url = paths.newPromotionalCode

/** One code more. */
export function registerNewCode(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url,
    access: staff('programme'),
    body: codeBody,
    begin: () => emptyCode,
    typed: filledCodeIn,
    check: ({ asked: { request }, filled }) => readCode(filled, request, null),
    save: async ({ asked: { request }, values, id }) => {
      const made = await createPromotionalCode(context, request.tenant, request.actor, { ...values, id })
      return at(paths.promotionalCode, { uuid: made.id }, { done: 'made' })
    },
    explain: explainCode,
    show: (asked, { begun, filled, ...state }) => {
      const { newTitle: title, newLead: lead } = codeTexts[asked.request.language]
      const button = deskTexts[asked.request.language].save
      const said = { action: url, title, lead, button }
      return showNewCodes(context, asked, { filled: filled ?? begun, ...state }, said)
    },
  })
}
