import { versionOf } from '../../lib/version.ts'

/**
 * An address of somebody else's as the log keeps it: where it leads to, and of the rest, which may hold a secret, four letters that tell
 * one from another.
 */
export function notedAddress(address: string): string {
  const { origin, href } = new URL(address)
  return `${origin}/…${versionOf({ href }).slice(0, 4)}`
}
