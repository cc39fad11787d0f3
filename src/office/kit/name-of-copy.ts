import type { Tenant } from '../../features/tenant/tenant.ts'
import { deskTexts } from '../../messages/office/desk.ts'

/** Names the copy of something until somebody names it better; no longer than a name may be. */
export function nameOfCopy({ name }: { readonly name: string }, { language }: Pick<Tenant, 'language'>): string {
  return deskTexts[language].copyOf({ name: name.slice(0, 190) })
}
