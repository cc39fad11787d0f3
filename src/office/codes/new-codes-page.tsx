import type { Context } from '../../context.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Asked } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { codeTexts } from '../../messages/office/code.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { NewKey, PageBody } from '../kit/parts.tsx'
import { readCodeProducts } from './code.tsx'
import { CodeForm } from './code-form.tsx'
import type { FilledCode } from './filled-code.ts'

type NewCode = {
  readonly filled: FilledCode
  /** By which a second press of its button is known. */
  readonly key: string
  readonly problems: readonly FormProblem[]
}

type Said = {
  readonly action: string
  readonly title: string
  readonly lead: string
  readonly button: string
  /** How many, of a form that makes many; absent: one. */
  readonly count?: { readonly typed: string; readonly most: number }
}

/** The form of a new code, or of many. */
export async function showNewCodes(
  context: Context,
  asked: Asked,
  { filled, key, problems }: NewCode,
  { title, lead, button, ...said }: Said,
): Promise<string> {
  const { tenant, language } = asked.request
  requireSelling(tenant)
  const products = await readCodeProducts(context, tenant, filled.products)
  return showAdminPage(
    asked,
    { title, area: 'promotional_codes' },
    <PageBody back={[paths.promotionalCodes, codeTexts[language].back]} heading={title} lead={lead}>
      <CodeForm
        {...said}
        {...{ filled, products, problems }}
        hidden={<NewKey value={key} />}
        buttons={
          <button class="button" type="submit">
            {button}
          </button>
        }
      />
    </PageBody>,
  )
}
