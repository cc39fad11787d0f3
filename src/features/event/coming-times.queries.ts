import type { TenantTx } from '../../db/database.ts'
import { countRows, selectRows } from '../../db/rows.ts'
import type { MomentThere } from './event.ts'
import { notOver } from './event-page.queries.ts'

/** What a new time zone is a question of. */
export type ComingTimes = {
  readonly count: number
  /** The first of these events, in the order they start. */
  readonly first: readonly { readonly id: string; readonly name: string; readonly startsAt: Date }[]
  /** Tickets of these events that people hold. */
  readonly tickets: number
}

const mostShown = 10

/** The events that are not over, whether published or not. */
export async function readComingTimes(tx: TenantTx, moment: MomentThere): Promise<ComingTimes> {
  const coming = selectRows(tx, 'event').where('event.cancelledAt', 'is', null).where(notOver(moment))
  const events = await coming
    .select(({ fn }) => ['event.id', 'event.name', 'event.startsAt', fn.countAll<string>().over().as('count')])
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .limit(mostShown)
    .execute()
  const tickets = await selectRows(tx, 'ticket')
    .where('ticket.cancelledAt', 'is', null)
    .where('ticket.status', 'in', ['not_scanned', 'scanned'])
    .where('ticket.eventId', 'in', coming.select('event.id'))
    .$call(countRows)
  return { count: Number(events[0]?.count ?? 0), first: events, tickets }
}
