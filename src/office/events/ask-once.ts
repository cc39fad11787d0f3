import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findClashes } from '../../features/event/clashes.queries.ts'
import type { EventSettings } from '../../features/event/event-settings.ts'
import { choosePlace } from '../../features/event/save-event.ts'
import { momentText } from '../../lib/format.ts'
import { eventClashTexts } from '../../messages/office/event-clash.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'

type Wished = Pick<EventSettings, 'startsAt' | 'endsAt'> &
  Partial<Pick<EventSettings, 'locationId' | 'stageId'>> & {
    /** The id of the event that is changed; null: a new one. */
    readonly id: string | null
    readonly published: boolean
  }

/** Finds what to ask once more before an event is saved: nothing that would be refused (ADR 0174). */
export async function whatToAsk(
  context: Context,
  { tenant, language }: FastifyRequest,
  wished: Wished,
): Promise<readonly FormProblem[]> {
  const words = eventClashTexts[language]
  const now = context.now()
  const [there = []] = await context.database.asTenant(tenant.id, async (tx) =>
    findClashes(tx, [wished], await choosePlace(tx, wished), wished.id),
  )
  const details = [
    ...there.map(({ name, startsAt }) =>
      words.there({ name, when: momentText({ at: startsAt, timeZone: tenant.timeZone, now, language }) }),
    ),
    ...(wished.published && wished.startsAt <= now ? [words.past] : []),
  ]
  if (details.length === 0) return []
  return [...details.map((detail) => ({ field: 'starts', detail })), { field: null, detail: words.again }]
}
