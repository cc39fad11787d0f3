import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { unsoldLetter } from './mail-texts.ts'
import { findEntryView, listUnsold, markEntry } from './waiting-list.queries.ts'

type EndDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>

const mostAtOnce = 50

/**
 * Ends the waiting for prices whose sale is over, which nobody is offered any more (ADR 0120), and says so by mail. Leaving
 * the list and the mail are one transaction: who still waits is who is still to be told.
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
  const entry = await findEntryView(tx, id)
  if (!entry?.saleEndsAt) return
  const { eventName, eventSlug, priceName, startsAt, saleEndsAt, language, email } = entry
  const moment = (at: Date) => momentText({ at, timeZone: tenant.timeZone, language, now: deps.now() })
  const letter = unsoldLetter(language, {
    event: { name: eventName, when: moment(startsAt) },
    price: priceName,
    until: moment(saleEndsAt),
    url: `${deps.urls.base(tenant.host)}/events/${eventSlug}/`,
  })
  await queueMail(deps, tx, { ...letter, recipient: email })
}
