import type { TenantTx } from '../../db/database.ts'
import { amountText, dayText, withinSentence } from '../../lib/format.ts'
import { nilUuid } from '../../lib/ids.ts'
import { visitorPaths } from '../../lib/paths.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { listActiveTenants } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { renewalLetter, renewingLetter } from './mail-texts.ts'
import { lockEnding, noteReminders } from './reminder.queries.ts'
import { isNoticeDue, noticeMs, remindersDue } from './reminder.ts'
import { untilText } from './until-text.ts'

type RemindDeps = BasicDeps<'enqueue' | 'urls'>

const mostAtOnce = 200

/**
 * Tells everybody whose membership ends soon and was not renewed, 30 and 3 days before, once each (ADR 0102); and of a long one that is
 * renewed by itself that it will be (ADR 0280).
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
    const until = new Date(now.getTime() + noticeMs)
    const ending = await lockEnding(tx, { now, until, after, most: mostAtOnce })
    for (const membership of ending) {
      if (membership.renewalMinor === null) await remind(deps, tx, tenant, membership)
      else await tellOfRenewal(deps, tx, tenant, membership)
    }
    return ending.length < mostAtOnce ? null : (ending.at(-1)?.id ?? null)
  })
}

type Ending = Awaited<ReturnType<typeof lockEnding>>[number]

async function remind(deps: RemindDeps, tx: TenantTx, tenant: Tenant, membership: Ending): Promise<void> {
  const due = remindersDue(membership, deps.now())
  if (due <= membership.reminders) return
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

/** Tells, once, that a long membership is paid again by itself soon. */
async function tellOfRenewal(deps: RemindDeps, tx: TenantTx, tenant: Tenant, membership: Ending): Promise<void> {
  const { renewsAt, renewalMinor, reminders, id, productName, validUntil } = membership
  if (renewsAt === null || renewalMinor === null || reminders > 0 || !isNoticeDue(membership, deps.now())) return
  await noteReminders(tx, id, 1)
  const language = membership.language ?? tenant.language
  const { organisation, timeZone, currency } = tenant
  await queueMail(deps, tx, {
    ...renewingLetter(language, {
      organisation,
      membership: productName,
      day: withinSentence(dayText({ at: renewsAt, timeZone, language, now: null }), language),
      amount: amountText(renewalMinor, currency, language),
      url: deps.urls.base(tenant.host) + visitorPaths.account,
    }),
    recipient: membership.email,
    usefulUntil: validUntil,
  })
}
