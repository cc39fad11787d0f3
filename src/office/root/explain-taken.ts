import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { findDomainHolder } from '../../features/tenant/root.queries.ts'
import { reservedLabels } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { explainFields } from '../kit/explain.ts'

/** Says why an address is taken: whose it is, and whether they are archived, as only Root may know. */
export async function explainTaken(
  context: Pick<Context, 'database'>,
  name: string,
  language: Language,
): Promise<string> {
  const { taken, takenByArchived, reserved } = rootOrganisationTexts[language].domains
  if (reservedLabels.has(name)) return reserved({ label: name })
  const holder = await context.database.asServer((tx) => findDomainHolder(tx, name))
  // A name that is somebody's without being an address.
  if (holder === null) return refusalTexts[language].errors.slug_taken.detail
  return (holder.archivedAt === null ? taken : takenByArchived)({ organisation: holder.organisation })
}

/** Says beside the field of an address whose it is, or what else is wrong with it. Null: nothing that the form could put right. */
export async function explainTakenOr(
  context: Pick<Context, 'database'>,
  refusal: AppError,
  { field, name }: { readonly field: string; readonly name: string },
  language: Language,
): Promise<readonly FormProblem[] | null> {
  if (refusal.code !== 'slug_taken') return explainFields(refusal, language)
  return [{ field, detail: await explainTaken(context, name, language) }]
}
