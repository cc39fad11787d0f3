/** Who waits for one event. */
export function waitingListPath(eventId: string): string {
  return `/admin/waiting-lists/${eventId}/`
}
