import { paths } from '../../lib/paths.ts'
import { tenantTexts } from '../../messages/mail/tenant.ts'
import type { BasicDeps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { tellSuperUsers } from './tell-super-users.ts'

/** Tells every super-user that there is no backup from last night. */
export async function tellOfBackup(deps: BasicDeps<'enqueue' | 'urls'>, why: string): Promise<void> {
  const url = deps.urls.base(null) + paths.serverBackups
  await tellSuperUsers(deps, (language) => failedLetter(language, { why, url }))
}

const failedLetter = defineLetter(
  'backup_failed',
  tenantTexts,
  ({ backupFailed: said }, { why, url }: { readonly why: string; readonly url: string }) => ({
    subject: said.title,
    title: said.title,
    paragraphs: [said.text],
    facts: [[said.why, why]],
    action: { label: said.action, url },
  }),
)
