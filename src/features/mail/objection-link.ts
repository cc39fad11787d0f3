import { AppError } from '../../errors.ts'
import { isEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { Deps } from '../deps.ts'

/** A token of one organisation opens nothing at another. */
const purposeOf = (tenantId: string) => `objection ${tenantId}`

/** The path of the page where anyone who has the mail objects to the next ones. Nothing is stored, and no address can be read in it. */
export function objectionPath(
  { secrets }: Pick<Deps, 'secrets'>,
  { tenantId, email }: { readonly tenantId: string; readonly email: string },
): string {
  const token = secrets.seal(purposeOf(tenantId), Buffer.from(email)).toString('base64url')
  return at(visitorPaths.objection, { token })
}

/** Reads the address that a token was made for. @throws AppError not_found (made up, cut, or of another organisation) */
export function readObjectionToken({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, token: string): string {
  const email = tryOpen(() => secrets.open(purposeOf(tenantId), Buffer.from(token, 'base64url')).toString())
  if (email === null || !isEmail(email)) throw new AppError('not_found', { detail: 'objection_link' })
  return email
}

function tryOpen(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}
