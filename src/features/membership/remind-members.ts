import { nilUuid } from '../../lib/ids.ts'
import { visitorPaths } from '../../lib/paths.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { listActiveTenants } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { renewalLetter } from './mail-texts.ts'
import { lockEnding, noteReminders } from './reminder.queries.ts'
import { earliestReminderMs, remindersDue } from './reminder.ts'
import { untilText } from './until-text.ts'

type RemindDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>

const mostAtOnce = 200

/**
 * Tells everybody whose membership ends soon and was not renewed, 30 and 3 days before, once each (ADR 0102).
 *
 * @throws TenantsFailedError
 */
export async function remindMembers(deps: RemindDeps): Promise<void> {
  await forEachTenant(await deps.database.asServer(listActiveTenants), async (tenant) => {
    let after: string | null = nilUuid
    while (after !== null) after = await remindSome(deps, tenant, after)
  })
}

/** Reminds some members. Returns the id of the last membership looked at; null when there are no more. */
async function remindSome(deps: RemindDeps, tenant: Tenant, after: string): Promise<string | null> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const until = new Date(now.getTime() + earliestReminderMs)
    const ending = await lockEnding(tx, { now, until, after, most: mostAtOnce })
    for (const membership of ending) {
      const due = remindersDue(membership, now)
      if (due <= membership.reminders) continue
      await noteReminders(tx, membership.id, due)
      const language = membership.language ?? tenant.language
      await queueMail(deps, tx, {
        ...renewalLetter(language, {
          organisation: tenant.organisation,
          membership: membership.productName,
          until: untilText(membership, { timeZone: tenant.timeZone, language, now: null }),
          url: deps.urls.base(tenant.host) + visitorPaths.membership,
        }),
        recipient: membership.email,
        usefulUntil: membership.validUntil,
      })
    }
    return ending.length < mostAtOnce ? null : (ending.at(-1)?.id ?? null)
  })
}
