import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { listOwners } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { paths } from '../../lib/paths.ts'
import { answeredFrom } from './approval.ts'
import { approvedLetter, refusedLetter } from './registration-letters.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

export type RegistrationAnswer =
  | { readonly approval: 'approved' }
  | { readonly approval: 'refused'; readonly reason: string }

/**
 * Approves or refuses, for a super-user, an organisation that was made by the form. Once approved it is public and may mail others;
 * its owners are told either way.
 *
 * @throws AppError changed_meanwhile: somebody answered before, or it never waited
 */
export async function answerRegistration(
  deps: BasicDeps<'enqueue' | 'notifyChange' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  answer: RegistrationAnswer,
): Promise<void> {
  const { approval } = answer
  const reason = answer.approval === 'refused' ? answer.reason : null
  await deps.database.asTenant(tenant.id, async (tx) => {
    const answered = await updateTenantRow(serverSide(tx), tenant.id)
      .set({ approval, refusalReason: reason })
      .where('approval', 'in', answeredFrom[approval])
      .$call(isDone)
    if (!answered) throw new AppError('changed_meanwhile')
    await recordChange(tx, actor, deps.now(), `organisation.${approval}`, null, {
      ...(reason === null ? {} : { after: { reason } }),
    })
    const { organisation, language } = tenant
    const url = deps.urls.base(tenant.label) + paths.admin
    const letter =
      reason === null
        ? approvedLetter(language, { organisation, url })
        : refusedLetter(language, { organisation, reason })
    for (const recipient of await listOwners(tx)) await queueMail(deps, tx, { ...letter, recipient })
    await deps.notifyChange(tx, 'directory', null)
  })
}
