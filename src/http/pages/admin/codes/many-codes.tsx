import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { createManyCodes, mostCodes } from '../../../../features/catalog/save-promotional-code.ts'
import { requireSelling } from '../../../../features/tenant/category-rules.ts'
import { newId } from '../../../../lib/ids.ts'
import { errorStatus } from '../../../error-status.ts'
import { staff } from '../../../route.ts'
import { codeTexts } from '../../../texts/admin/code-texts.ts'
import { UuidIn } from '../../../wire/schemas.ts'
import type { FormProblem } from '../../form/problems.tsx'
import { page } from '../../page.ts'
import { showAdminPage } from '../frame.tsx'
import { explainCode, readCodeProducts } from './code.tsx'
import { CodeForm } from './code-form.tsx'
import { CodeBody, emptyCode, type FilledCode, filledIn, readManyCodes } from './filled-code.ts'

const url = '/admin/promotional-codes/many/'

type Form = {
  readonly filled: FilledCode
  readonly count: string
  /** By which a second press of its button is known. */
  readonly key: string
  readonly problems: readonly FormProblem[]
}

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
      const again = (problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return show(context, { request, reply }, { filled, count, key, problems })
      }
      const { values, problems } = readManyCodes(filled, count, { tenant, language })
      if (problems.length > 0) return again(problems, 400)
      try {
        await createManyCodes(context, tenant, actor, { ...values, key })
      } catch (error) {
        const explained = error instanceof AppError ? explainCode(error, language) : null
        if (!(error instanceof AppError) || explained === null) throw error
        return again(explained, errorStatus[error.code])
      }
      const query = new URLSearchParams({ q: `${values.prefix}-`, done: `made-${values.count}` })
      return reply.redirect(`/admin/promotional-codes/?${query}`, 303)
    },
  })
}

async function show(
  context: Context,
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { filled, count, key, problems }: Form,
) {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const words = codeTexts[language]
  const products = await readCodeProducts(context, tenant, filled.products)
  return showAdminPage(
    asked,
    { title: words.manyTitle, area: 'promotional_codes' },
    <div class="stack">
      <p>
        <a href="/admin/promotional-codes/">{words.back}</a>
      </p>
      <h1>{words.manyTitle}</h1>
      <p class="prose">{words.manyLead}</p>
      <CodeForm
        action={url}
        count={{ typed: count, most: mostCodes }}
        {...{ filled, products, problems, tenant, language }}
        hidden={<input type="hidden" name="key" value={key} />}
        buttons={
          <button class="button" type="submit">
            {words.makeMany}
          </button>
        }
      />
    </div>,
  )
}
