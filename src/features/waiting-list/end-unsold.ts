import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { unsoldLetter } from './ended-texts.ts'
import { findEntryView, listUnsold } from './entry-view.queries.ts'
import { markEntry } from './waiting-list.queries.ts'

type EndDeps = BasicDeps<'enqueue' | 'urls'>

const mostAtOnce = 50

/**
 * Ends the waiting for what is no longer sold: its sale is over (ADR 0120), or it was archived (ADR 0083). A mail says so; leaving
 * the list and the mail are one transaction, so that everybody who still waits is still to be told.
 */
export async function endUnsold(deps: EndDeps, tenant: Tenant): Promise<void> {
  const ids = await deps.database.asTenant(tenant.id, (tx) => listUnsold(tx, deps.now(), mostAtOnce))
  for (const id of ids)
    await deps.database.asTenant(tenant.id, async (tx) => {
      if (await markEntry(tx, id, 'waiting', { status: 'left' })) await tellUnsold(deps, tx, tenant, id)
    })
  if (ids.length === mostAtOnce) await endUnsold(deps, tenant)
}

async function tellUnsold(deps: EndDeps, tx: TenantTx, tenant: Tenant, id: string): Promise<void> {
  const now = deps.now()
  const entry = await findEntryView(tx, id, now)
  if (!entry) return
  const { eventName, eventSlug, priceName, startsAt, saleEndsAt, language, email } = entry
  const moment = (at: Date) => momentText({ at, timeZone: tenant.timeZone, language, now })
  const letter = unsoldLetter(language, {
    event: { name: eventName, when: moment(startsAt) },
    price: priceName,
    until: saleEndsAt === null || saleEndsAt > now ? null : moment(saleEndsAt),
    url: deps.urls.base(tenant.host) + at(visitorPaths.event, { slug: eventSlug }),
  })
  await queueMail(deps, tx, { ...letter, recipient: email })
}
