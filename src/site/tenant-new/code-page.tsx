import type { Asked } from '../../http/route.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { type SentCode, showCodePage } from '../../pages/form/code-form.tsx'
import { Back } from '../../pages/parts.tsx'

/** Says what to do once the mail is sent. */
export function showRequestCode(asked: Asked, sent: SentCode): string {
  const words = tenantNewTexts[asked.request.language]
  const again = <Back to={visitorPaths.newTenant}>{words.again}</Back>
  return showCodePage(asked, { ...sent, action: visitorPaths.newTenantCode, words, again })
}
