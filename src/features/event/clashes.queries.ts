import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { type EventTimes, overlap } from './event.ts'

type Times = Pick<EventTimes, 'startsAt' | 'endsAt'>
type Place = { readonly locationId: string | null; readonly stageId: string | null }

/** What is there already when something is to take place. */
export type Clash = Times & { readonly id: string; readonly name: string }

const longestMs = 14 * 86_400_000

/**
 * What takes place at the same time on the same stage, or at the same location where one of the two names no stage of it. Events
 * without a place meet nobody.
 *
 * @returns for each of `wanted`, in its order
 */
export async function findClashes(
  tx: TenantTx,
  wanted: readonly Times[],
  { locationId, stageId }: Place,
  exceptId: string | null,
): Promise<readonly (readonly Clash[])[]> {
  const starts = wanted.map(({ startsAt }) => startsAt.getTime())
  if (starts.length === 0 || (locationId === null && stageId === null)) return wanted.map(() => [])
  const there = await selectRows(tx, 'event')
    .select(['id', 'name', 'startsAt', 'endsAt', 'locationId', 'stageId'])
    .where('archived', '=', false)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>', new Date(Math.min(...starts) - longestMs))
    .where('startsAt', '<', new Date(Math.max(...starts) + longestMs))
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  const near = there.filter(
    (event) =>
      event.id !== exceptId &&
      (event.stageId === null || stageId === null
        ? event.locationId !== null && event.locationId === locationId
        : event.stageId === stageId),
  )
  return wanted.map((times) => near.filter((event) => overlap(times, event)))
}
