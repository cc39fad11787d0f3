import type { Tenant } from '../../features/tenant/tenant.ts'
import { deskTexts } from '../../messages/office/desk.ts'

/** What the copy of something is called until somebody says better; no longer than a name may be. */
export function nameOfCopy({ name }: { readonly name: string }, { language }: Pick<Tenant, 'language'>): string {
  return deskTexts[language].copyOf({ name: name.slice(0, 190) })
}
