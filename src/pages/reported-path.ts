import { secretPath } from '../http/secret-paths.ts'
import { ownPath } from './own-path.ts'

export const reportPath = '/report/'

/**
 * Finds the page of this host that is reported. What was searched for on it and secrets are left out: the people who read the report see
 * nobody's booking.
 *
 * @returns null when nothing was given, or no such page
 */
export function reportedPath(asked: string | null | undefined): string | null {
  return ownPath(asked)?.pathname.replace(secretPath, '$1/') ?? null
}

/** Builds the path of the report form for a page. */
export function reportPathFor(url: string): string {
  const page = reportedPath(url)
  return page === null ? reportPath : `${reportPath}?${new URLSearchParams({ page })}`
}
