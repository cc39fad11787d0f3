import { beginningOf, visitorPaths } from '../lib/paths.ts'

/** Spells a path as the router reads it: what needs no percent sign is written without one (RFC 3986, section 6.2.2.2). */
export function plainSpelling(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}

const beginnings = Object.values(visitorPaths)
  .filter((path) => /:(proof|token)\b/.test(path))
  .map((path) => beginningOf(path).slice(0, -1))

/**
 * Addresses that are the right to what they show, by a proof or a token in them: anyone who reads one may use it. They are in no log, and
 * nothing leads back to them.
 */
export const secretPath = new RegExp(`^(${[...new Set(beginnings)].join('|')})/.+`)
