import { fieldError } from '../errors.ts'
import { isAtSite, longestReturn } from '../features/tenant/site.ts'
import { MachineText, Seldom } from '../http/wire/schemas.ts'

/** Where the page of what was bought leads back to (ADR 0266). */
export const ReturnUrlIn = Seldom(MachineText({ max: longestReturn }))

/** @throws AppError validation_failed where it is no page of one of the organisation's sites */
export function readReturnUrl(text: string | null | undefined, sites: readonly string[]): string | null {
  if (text == null) return null
  if (!isAtSite(text, sites)) throw fieldError('return_url', 'return_url')
  return text
}
