import type { Context } from '../../context.ts'
import { findDomainHolder } from '../../features/tenant/root.queries.ts'
import { reservedLabels } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'

/** Why an address is not to be had: whose it is, and whether they are archived, as only Root may know. */
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
