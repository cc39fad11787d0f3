import { secretPath } from '../http/secret-paths.ts'
import { ownPath } from './own-path.ts'

export const reportPath = '/report/'

/**
 * The page of this host that is meant. Without what was searched for on it, and without what is a secret: whoever reads the report
 * sees nobody's booking.
 *
 * @returns null when nothing was said, or nothing of that kind
 */
export function reportedPath(asked: string | null | undefined): string | null {
  return ownPath(asked)?.pathname.replace(secretPath, '$1/') ?? null
}

/** Where a page is reported, from that page. */
export function reportPathFor(url: string): string {
  const page = reportedPath(url)
  return page === null ? reportPath : `${reportPath}?${new URLSearchParams({ page })}`
}
