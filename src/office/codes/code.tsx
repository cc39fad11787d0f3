import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import { getPromotionalCode } from '../../features/catalog/promotional-code.queries.ts'
import type { PromotionalCode } from '../../features/catalog/promotional-code.ts'
import { codeValues, updatePromotionalCode } from '../../features/catalog/save-promotional-code.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { versionOf } from '../../lib/version.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { BooleanIn, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { page } from '../../pages/page.ts'
import { explainDifferences, explainFields } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { CodeForm, type CodeProduct } from './code-form.tsx'
import { CodeBody, type FilledCode, filledFrom, filledIn, readCode } from './filled-code.ts'

const oneUrl = '/admin/promotional-codes/:uuid/'

/** A code that is there: what it takes off, when, and whether it still holds. */
export function registerCodePage(app: FastifyInstance, context: Context): void {
  const access = staff('programme')

  page(app, {
    method: 'GET',
    url: oneUrl,
    access,
    summary: 'A promotional code, to be changed',
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ tenant, language, params, query: { done = '' }, request, reply }) => {
      const code = await read(context, tenant, params.uuid)
      const filled = filledFrom(code, { tenant, language })
      return showCode(context, { request, reply }, code, { filled, problems: [], done })
    },
  })

  page(app, {
    method: 'POST',
    url: oneUrl,
    access,
    summary: 'Change a promotional code',
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...CodeBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const code = await read(context, tenant, params.uuid)
      const filled = filledIn(body)
      const again = (now: PromotionalCode, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showCode(context, { request, reply }, now, { filled, problems })
      }
      const { values, problems } = readCode(filled, { tenant, language, former: code })
      if (problems.length > 0) return again(code, problems, 400)
      try {
        await updatePromotionalCode(context, tenant, actor, code.id, values, body.seen)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await read(context, tenant, code.id)
          return again(now, await explainChanges(context, request, now, filled), 409)
        }
        const explained = explainCode(error, language)
        if (explained === null) throw error
        return again(code, explained, errorStatus[error.code])
      }
      return reply.redirect(`/admin/promotional-codes/${code.id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}archive/`,
    access,
    summary: 'Put a promotional code away, or let it be used again',
    forms: true,
    params: UuidParams,
    body: Type.Object({ archived: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { archived }, reply }) => {
      const { id } = await updatePromotionalCode(context, tenant, actor, params.uuid, { active: !archived })
      return reply.redirect(`/admin/promotional-codes/${id}/?done=saved`, 303)
    },
  })
}

/** Beside the field it is about. Null: nothing the form could put right. */
export function explainCode(error: AppError, language: Language): readonly FormProblem[] | null {
  if (error.code === 'promotional_code_exists')
    return [{ field: 'code', detail: codeTexts[language].problems.exists }]
  if (error.details.fields?.['code_end'])
    return [{ field: 'ends', detail: codeTexts[language].problems.ends }]
  return explainFields(error, language)
}

/** What a code may be for: what is not archived, and what it is for already. */
export async function readCodeProducts(
  context: Pick<Context, 'database'>,
  tenant: Tenant,
  named: readonly string[],
): Promise<readonly CodeProduct[]> {
  const products = await context.database.asTenant(tenant.id, (tx) =>
    listProducts(tx, { publishedOnly: false }),
  )
  return products.filter(
    ({ id, kind, archived }) => kind !== 'cashless_top_up' && (!archived || named.includes(id)),
  )
}

async function explainChanges(
  context: Context,
  request: FastifyRequest,
  code: PromotionalCode,
  typed: FilledCode,
) {
  const { tenant, language } = request
  const { changed, fields } = codeTexts[language]
  const named = [...code.productIds, ...typed.products]
  const products = await readCodeProducts(context, tenant, named)
  const names = new Map([
    ...products.map(({ id, name }) => [id, name] as const),
    ['rate', fields.rate] as const,
    ['amount', fields.amount({ currency: tenant.currency })] as const,
  ])
  return explainDifferences(filledFrom(code, request), typed, { changed, language }, (value, field) =>
    field === 'products' || field === 'kind' ? (names.get(value) ?? value) : value,
  )
}

/** @throws AppError not_found */
async function read(context: Context, tenant: Tenant, id: string): Promise<PromotionalCode> {
  const code = await context.database.asTenant(tenant.id, (tx) => getPromotionalCode(tx, id))
  return code
}

type Form = {
  readonly filled: FilledCode
  readonly problems: readonly FormProblem[]
  readonly done?: string
}

async function showCode(context: Context, asked: Asked, code: PromotionalCode, form: Form) {
  const { tenant, language } = asked.request
  const { filled, problems, done } = form
  const words = codeTexts[language]
  const desk = deskTexts[language]
  const action = `/admin/promotional-codes/${code.id}/`
  const products = await readCodeProducts(context, tenant, [...code.productIds, ...filled.products])
  return showAdminPage(
    asked,
    { title: code.code, area: 'promotional_codes' },
    <div class="stack">
      <p>
        <a href="/admin/promotional-codes/">{words.back}</a>
      </p>
      <h1>{code.code}</h1>
      <Done>{done === 'saved' ? desk.saved : done === 'made' ? words.made : null}</Done>
      {code.active ? null : <p class="notice">{words.archived}</p>}
      <p class="prose">
        {code.used === 0
          ? words.usesSoFar({ used: 0 })
          : `${words.usesSoFar({ used: code.used })} ${words.keepsAmount}`}
      </p>
      <CodeForm
        action={action}
        {...{ filled, products, problems, tenant, language }}
        hidden={<Seen asked={asked} version={versionOf(codeValues(code))} />}
        buttons={
          <>
            <button class="button" type="submit">
              {desk.save}
            </button>
            {problems.length > 0 ? <a href={action}>{desk.lookAtNow}</a> : null}
          </>
        }
      />
      <section class="stack" aria-labelledby="archive">
        <h2 id="archive">{code.active ? words.archive : words.bringBack}</h2>
        {code.active ? <p class="prose">{words.archiveHelp}</p> : null}
        <form method="post" action={`${action}archive/`}>
          <input type="hidden" name="archived" value={String(code.active)} />
          <button class="button quiet" type="submit">
            {code.active ? words.archive : words.bringBack}
          </button>
        </form>
      </section>
      <p>
        <a href={`/admin/audit/?of=${code.id}`}>{desk.log}</a>
      </p>
    </div>,
  )
}
