import { at, visitorPaths } from '../lib/paths.ts'
import { secretPath } from '../http/secret-paths.ts'
import { ownPath } from './own-path.ts'

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
  return at(visitorPaths.report, {}, { page: reportedPath(url) })
}
