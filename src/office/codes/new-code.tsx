import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createPromotionalCode } from '../../features/catalog/save-promotional-code.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { explainCode } from './code.tsx'
import { CodeBody, emptyCode, filledIn, noFormer, readCode } from './filled-code.ts'
import { type NewCode, showNewCodes } from './new-codes-page.tsx'

const newUrl = '/admin/promotional-codes/new/'

/** One code more. */
export function registerNewCode(app: FastifyInstance, context: Context): void {
  const access = staff('programme')

  page(app, {
    method: 'GET',
    url: newUrl,
    access,
    summary: 'The form of a new promotional code',
    handler: ({ request, reply }) =>
      showNew(context, { request, reply }, { filled: emptyCode, key: newId(), problems: [] }),
  })

  page(app, {
    method: 'POST',
    url: newUrl,
    access,
    summary: 'Make a promotional code',
    forms: true,
    body: Type.Object({ ...CodeBody.properties, key: UuidIn }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const filled = filledIn(body)
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showNew(context, { request, reply }, { filled, key: body.key, problems })
      }
      const { values, problems } = readCode(filled, { tenant, language, former: noFormer })
      if (problems.length > 0) return again(problems, 400)
      try {
        const id = repeatableId(tenant.id, body.key)
        const made = await createPromotionalCode(context, tenant, actor, { ...values, id })
        return reply.redirect(`/admin/promotional-codes/${made.id}/?done=made`, 303)
      } catch (error) {
        const explained = error instanceof AppError ? explainCode(error, language) : null
        if (!(error instanceof AppError) || explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
    },
  })
}

function showNew(context: Context, asked: Asked, form: NewCode): Promise<string> {
  const { newTitle: title, newLead: lead } = codeTexts[asked.request.language]
  const button = deskTexts[asked.request.language].save
  return showNewCodes(context, asked, form, { action: newUrl, title, lead, button })
}
