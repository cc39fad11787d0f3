import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createManyCodes, mostCodes } from '../../features/catalog/save-promotional-code.ts'
import { newId } from '../../lib/ids.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { explainCode } from './code.tsx'
import { CodeBody, emptyCode, filledIn, readManyCodes } from './filled-code.ts'
import { type NewCode, showNewCodes } from './new-codes-page.tsx'

const url = '/admin/promotional-codes/many/'

type Form = NewCode & { readonly count: string }

/** A number of codes for one booking each, to be handed out one by one. */
export function registerManyCodes(app: FastifyInstance, context: Context): void {
  const access = staff('programme')

  page(app, {
    method: 'GET',
    url,
    access,
    summary: 'The form of many promotional codes at once',
    handler: ({ request, reply }) =>
      show(
        context,
        { request, reply },
        {
          filled: { ...emptyCode, uses: '1' },
          ...{ count: '', key: newId(), problems: [] },
        },
      ),
  })

  page(app, {
    method: 'POST',
    url,
    access,
    summary: 'Make many promotional codes at once',
    forms: true,
    body: Type.Object({ ...CodeBody.properties, key: UuidIn }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const [filled, count, { key }] = [filledIn(body), body.count ?? '', body]
      const again = (problems: readonly FormProblem[], status: number, shownKey = key) => {
        reply.code(status)
        return show(context, { request, reply }, { filled, count, key: shownKey, problems })
      }
      const { values, problems } = readManyCodes(filled, count, { tenant, language })
      if (problems.length > 0) return again(problems, 400)
      try {
        await createManyCodes(context, tenant, actor, { ...values, key })
      } catch (error) {
        // They went back, changed something and sent it again; the form that is shown now is another one.
        if (error instanceof AppError && error.code === 'idempotency_mismatch') {
          const detail = codeTexts[language].problems.sentBefore
          return again([{ field: null, detail }], errorStatus[error.code], newId())
        }
        const explained = error instanceof AppError ? explainCode(error, language) : null
        if (!(error instanceof AppError) || explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
      const query = new URLSearchParams({ q: `${values.prefix}-`, done: `made-${values.count}` })
      return reply.redirect(`/admin/promotional-codes/?${query}`, 303)
    },
  })
}

function show(context: Context, asked: Asked, { count, ...form }: Form): Promise<string> {
  const { manyTitle: title, manyLead: lead, makeMany: button } = codeTexts[asked.request.language]
  const said = { action: url, title, lead, button, count: { typed: count, most: mostCodes } }
  return showNewCodes(context, asked, form, said)
}
