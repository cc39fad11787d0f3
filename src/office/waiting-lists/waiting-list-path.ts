import { at, paths } from '../../lib/paths.ts'
/** Who waits for one event. */
export function waitingListPath(eventId: string): string {
  return at(paths.waitingList, { uuid: eventId })
}
