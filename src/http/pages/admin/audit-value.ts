import { isPermission } from '../../../features/account/permission.ts'
import { isRole } from '../../../features/account/role.ts'
import { momentText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { apiKeyTexts } from '../../texts/admin/api-key-texts.ts'
import { auditTexts } from '../../texts/admin/audit-texts.ts'
import { frameTexts } from '../../texts/admin/frame-texts.ts'

type Reader = { readonly timeZone: string; readonly now: Date; readonly language: Language }

/** As `JSON.stringify` writes a moment. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A value of the log as people read it: what the code calls by a name of its own is said in words. */
export function auditValue(field: string, value: unknown, reader: Reader): string {
  if (value === null || value === undefined) return auditTexts[reader.language].empty
  return [value]
    .flat()
    .map((one) => wordOf(field, String(one), reader))
    .join('; ')
}

function wordOf(field: string, value: string, { language, ...reader }: Reader): string {
  if (field === 'permissions' && isPermission(value)) return apiKeyTexts[language].permissions[value]
  if (field === 'role' && isRole(value)) return frameTexts[language].roles[value]
  return moment.test(value) ? momentText({ at: new Date(value), language, ...reader }) : value
}
