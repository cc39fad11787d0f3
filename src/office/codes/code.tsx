import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { listProducts } from '../../features/catalog/catalog.queries.ts'
import { getPromotionalCode } from '../../features/catalog/promotional-code.queries.ts'
import type { PromotionalCode } from '../../features/catalog/promotional-code.ts'
import { codeValues, updatePromotionalCode } from '../../features/catalog/save-promotional-code.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { at, paths } from '../../lib/paths.ts'
import { versionOf } from '../../lib/version.ts'
import { staff, type Asked } from '../../http/route.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Seen } from '../../pages/form/seen.tsx'
import { archivePage } from '../kit/action-page.ts'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainFields } from '../kit/explain.ts'
import { explainForm, filledIn, typedFields } from '../kit/form-values.ts'
import { showRoom } from '../kit/frame.tsx'
import { ArchiveButton, ArchiveDone, LogLink, saidOf, SaveButton } from '../kit/parts.tsx'
import { Section } from '../../pages/parts.tsx'
import { CodeForm, type CodeProduct } from './code-form.tsx'
import { askedFields, type FilledCode, fieldWords, filledCodeFrom, readCode } from './filled-code.ts'

const oneUrl = paths.promotionalCode

/** Registers the page of a code: what it takes off, when, and whether it still holds. */
export function registerCodePage(app: FastifyInstance, context: Context): void {
  const access = staff('programme')
  editPage(app, {
    url: oneUrl,
    access,
    body: typedFields(askedFields),
    read: ({ request }, id) => context.database.asTenant(request.tenant.id, (tx) => getPromotionalCode(tx, id)),
    typed: (body) => filledIn(askedFields, body),
    check: ({ asked: { request }, shown, filled }) => readCode(filled, request, shown),
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      updatePromotionalCode(context, request.tenant, request.actor, shown.id, values, seen),
    explain: explainCode,
    changes: ({ asked: { request }, shown, filled }) => explainChanges(context, request, shown, filled),
    show: (asked, code, state) => showCode(context, asked, code, state),
  })

  archivePage(app, {
    of: oneUrl,
    access,
    put: ({ request: { tenant, actor } }, id, archived) =>
      updatePromotionalCode(context, tenant, actor, id, { active: !archived }),
  })
}

/** Says beside the field that a refusal is about what is wrong. Null: nothing that the form could put right. */
export function explainCode(error: AppError, { request: { language } }: Asked): readonly FormProblem[] | null {
  const { exists, ends } = codeTexts[language].problems
  if (error.code === 'promotional_code_exists') return [{ field: 'code', detail: exists }]
  if (error.details.fields?.['code_end']) return [{ field: 'ends', detail: ends }]
  return explainFields(error, language)
}

/** Reads the products that a code may be for: those that are not archived, and those that it is for already. */
export async function readCodeProducts(
  context: Pick<Context, 'database'>,
  tenant: Tenant,
  named: readonly string[],
): Promise<readonly CodeProduct[]> {
  const products = await context.database.asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: false }))
  return products.filter(({ id, kind, archived }) => kind !== 'cashless_top_up' && (!archived || named.includes(id)))
}

async function explainChanges(context: Context, request: FastifyRequest, code: PromotionalCode, typed: FilledCode) {
  const { tenant, language } = request
  const { changed } = codeTexts[language]
  const products = await readCodeProducts(context, tenant, [...code.productIds, ...typed.products])
  const names = new Map(products.map(({ id, name }) => [id, name]))
  const forms = [filledCodeFrom(code, request), typed] as const
  return explainForm(askedFields, fieldWords(tenant.currency, language), forms, { changed, language, names })
}

async function showCode(context: Context, asked: Asked, code: PromotionalCode, form: FormState<FilledCode>) {
  const { tenant, language } = asked.request
  const { problems, done } = form
  const filled = form.filled ?? filledCodeFrom(code, { tenant, language })
  const words = codeTexts[language]
  const desk = deskTexts[language]
  const action = at(paths.promotionalCode, { uuid: code.id })
  const products = await readCodeProducts(context, tenant, [...code.productIds, ...filled.products])
  const archived = !code.active
  return showRoom(
    asked,
    {
      title: code.code,
      area: 'promotional_codes',
      back: [paths.promotionalCodes, words.back],
      said: saidOf(done, { saved: desk.saved, made: words.made }),
    },
    <ArchiveDone action={`${action}archive/`} {...{ archived, done }} />,
    archived ? <p class="notice">{words.archived}</p> : null,
    <p class="prose">
      {words.usesSoFar({ used: code.used })}
      {code.used === 0 ? null : ` ${words.keepsAmount}`}
    </p>,
    <CodeForm
      action={action}
      {...{ filled, products, problems }}
      hidden={<Seen version={versionOf(codeValues(code))} seen={form.seen} />}
      buttons={<SaveButton asItIs={problems.length > 0 ? action : null} />}
    />,
    <Section id="archive" title={archived ? words.restore : words.archive} lead={archived ? null : words.archiveHelp}>
      <ArchiveButton action={`${action}archive/`} {...{ archived, words }} />
    </Section>,
    <LogLink of={code.id} />,
  )
}
