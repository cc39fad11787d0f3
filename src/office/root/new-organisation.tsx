import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { errorStatus, isRefusal } from '../../errors.ts'
import { createFromRoot } from '../../features/tenant/create-from-root.ts'
import { slugFor } from '../../features/tenant/create-tenant.ts'
import { longestTexts, sellingCategories } from '../../features/tenant/tenant.ts'
import { choice, email, line, yesNo } from '../../lib/field.ts'
import { languageName } from '../../lib/format.ts'
import { type Language, languages } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { usualLanguage } from '../../lib/spoken.ts'
import { slugify } from '../../lib/text.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import type { Asked } from '../../http/route.ts'
import { CategoryKinds } from '../../pages/form/category-kinds.tsx'
import { PageRefusal } from '../../pages/form/explained.ts'
import { asWhole, type FormProblem } from '../../pages/form/problems.tsx'
import { Submit } from '../../pages/parts.tsx'
import { explainFields } from '../kit/explain.ts'
import { formFields } from '../kit/form-fields.tsx'
import { checkForm, type Filled, filledFrom, filledIn, typedFields } from '../kit/form-values.ts'
import { type NewState, newPage } from '../kit/new-page.ts'
import { NewKey } from '../kit/parts.tsx'
import { ThingForm } from '../kit/thing-form.tsx'
import type { FormReader } from '../kit/typed.ts'
import { explainTaken } from './explain-taken.ts'
import { showRootRoom } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'

const categories = [...sellingCategories, 'meta'] as const

const fields = {
  organisation: line({ wire: null, form: 'organisation', most: longestTexts.organisation, required: true }),
  category: choice({ wire: null, form: 'category', choices: categories, usual: null, required: true }),
  slug: line({ wire: null, form: 'slug', most: 63 }),
  email: email({ wire: null, form: 'email', required: true }),
  language: choice({ wire: null, form: 'language', choices: languages, usual: usualLanguage }),
  sandbox: yesNo({ wire: null, form: 'sandbox', usual: false }),
}

type Typed = Filled<typeof fields>

/** Registers the form by which a super-user makes an organisation, whatever `REGISTRATION` says of strangers. */
export function registerNewOrganisation(app: FastifyInstance, context: Context): void {
  newPage(app, {
    url: paths.newOrganisation,
    access: superUser,
    body: typedFields(fields),
    begin: () => null,
    typed: (body) => filledIn(fields, body),
    check: ({ asked: { request }, filled }) => check(filled, request),
    async save({ asked: { request }, values, id }) {
      const { slug, category, ...said } = values
      if (category === null) throw new Error('the form was not checked')
      const wished = { ...said, category, id, ...(slug === null ? {} : { slug }) }
      try {
        await createFromRoot(context, request.actor, wished)
      } catch (error) {
        if (!isRefusal(error, 'slug_taken')) throw error
        const detail = await explainTaken(context, slugFor(id, wished), request.language)
        throw new PageRefusal(errorStatus.slug_taken, [{ field: 'slug', detail }])
      }
      return at(
        paths.organisation,
        { uuid: id },
        { done: request.server.hasMailServer ? 'created' : 'createdUnmailed' },
      )
    },
    explain(refusal, { request: { language } }) {
      const { sandbox } = tenantNewTexts[language].wrong
      if (refusal.code === 'idempotency_mismatch') return asWhole(rootOrganisationTexts[language].new.sentBefore)
      if (refusal.code === 'category_rule') return [{ field: 'sandbox', detail: sandbox }]
      return explainFields(refusal, language)
    },
    show: (asked, state) => showNew(context, asked, state),
  })
}

function check(filled: Typed, reader: FormReader) {
  const { language } = reader
  const { values, problems } = checkForm(fields, filled, wordsOf(language, ''), reader)
  const { slugMissing } = tenantNewTexts[language]
  const found: (FormProblem | null)[] = [
    values.slug !== null && slugify(values.slug) === '' ? { field: 'slug', detail: slugMissing } : null,
    // None was chosen: checkForm has said so.
    values.category === null && filled.category !== ''
      ? { field: 'category', detail: rootOrganisationTexts[language].new.categoryMissing }
      : null,
  ]
  return { values, problems: [...problems, ...found.filter((problem) => problem !== null)] }
}

/** The words of the form for everybody, but where they speak to a stranger. */
function wordsOf(language: Language, domain: string) {
  const { wrong, slugHelp, sandboxTick, ...said } = tenantNewTexts[language]
  return {
    ...said,
    ...rootOrganisationTexts[language].new,
    organisationHelp: '',
    organisationMissing: wrong.organisation,
    category: rootOrganisationTexts[language].category.title,
    slugHelp: slugHelp({ domain }),
    emailWrong: wrong.email,
    sandboxChoices: { true: sandboxTick },
  }
}

function showNew(
  { urls }: Pick<Context, 'urls'>,
  asked: Asked,
  { filled, problems, key }: NewState<null, Typed>,
): string {
  const { request } = asked
  const { language, server } = request
  const words = wordsOf(language, urls.domain)
  const lead = server.hasMailServer ? words.lead : words.leadUnmailed
  const shown = filled ?? filledFrom(fields, { language }, request)
  const field = formFields(fields, { words, filled: shown, problems })
  return showRootRoom(
    asked,
    { title: words.title, room: 'organisations', back: [rootRooms.organisations, words.back], lead },
    <ThingForm
      action={paths.newOrganisation}
      problems={problems}
      hidden={<NewKey value={key} />}
      buttons={<Submit>{words.button}</Submit>}
    >
      {field('organisation')}
      <CategoryKinds label={words.category} categories={categories} chosen={shown.category} problems={problems} />
      {field('slug', { autocapitalize: 'none' })}
      {field('email')}
      {field('language', { options: languages.map((tag) => [tag, languageName(tag, tag)] as const) })}
      {field('sandbox')}
    </ThingForm>,
  )
}
