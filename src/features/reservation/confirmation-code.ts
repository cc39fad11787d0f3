import { equalBytes } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'

/** How many wrong codes may be typed: few, since a code of six digits is short; after them the link still works. */
export const mostConfirmationTries = 5

const purpose = 'confirmation code'

/**
 * The digits in the mail of a booking, which confirm it as the link beside them does. They are made from the server's secret each
 * time they are needed; after that was rotated only the link works.
 */
export function confirmationCode({ secrets }: Pick<Deps, 'secrets'>, tenantId: string, id: string): string {
  const number = secrets.mac(purpose, `${tenantId} ${id}`).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

export function isConfirmationCode(
  deps: Pick<Deps, 'secrets'>,
  tenantId: string,
  { id, digits }: { readonly id: string; readonly digits: string },
): boolean {
  return equalBytes(Buffer.from(confirmationCode(deps, tenantId, id)), Buffer.from(digits))
}
