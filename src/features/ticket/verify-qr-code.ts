import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { isFormerSignature, isSignedBy } from './former-ticket-key.ts'
import { listFormerKeysOfTicket, listFormerKeysWithout } from './former-ticket-key.queries.ts'
import { dataOf, makeQrCode, parseQrCode, type QrCode, ticketIdOf } from './qr-code.ts'

export type VerifyDeps = Pick<Deps, 'database'> & { readonly signingKeys: SigningKeys }

export type VerifiedCode = {
  readonly ticketId: string
  /** The text whose SHA-256 names any ticket on a device that knows this one by the code that was shown (ADR 0182). */
  readonly lookupTextOf: (ticketId: string) => string
}

/**
 * Finds the ticket that this tenant issued a QR text for, before any ticket is read (checks 2 and 3 of ADR 0038). A code of another
 * server is good while its event has the key (ADR 0277): it alone asks the database, which says so in every process at once.
 *
 * @throws AppError invalid_qrcode, invalid_signature; ticket_not_found (of a code of another server)
 */
export async function verifyQrCode(deps: VerifyDeps, tenantId: string, qrCodeData: unknown): Promise<VerifiedCode> {
  const code = parseQrCode(qrCodeData)
  if (!code) throw new AppError('invalid_qrcode')
  if (isFormerSignature(code.signature)) return verifyFormerCode(deps, tenantId, code)
  const signed = Buffer.from(code.data)
  const keys = await deps.signingKeys.list(tenantId)
  const key = keys.find(({ isSignature }) => isSignature(signed, code.signature))
  if (!key) throw new AppError('invalid_signature')
  const ticketId = ticketIdOf(code)
  if (ticketId === null) throw new AppError('invalid_qrcode')
  return { ticketId, lookupTextOf: (id) => makeQrCode(id, key.privateKey) }
}

/** Whoever has a genuine code of a ticket that was not brought along is told so, and not that they forged it. */
async function verifyFormerCode(
  { database }: Pick<VerifyDeps, 'database'>,
  tenantId: string,
  code: QrCode,
): Promise<VerifiedCode> {
  const ticketId = ticketIdOf(code)
  if (ticketId === null) throw new AppError('invalid_signature')
  const keys = await database.asTenant(tenantId, (tx) => listFormerKeysOfTicket(tx, ticketId))
  if (await isSignedByAny(keys, code)) return { ticketId, lookupTextOf: dataOf }
  if (keys.length === 0) {
    const others = await database.asTenant(tenantId, (tx) => listFormerKeysWithout(tx, ticketId))
    if (await isSignedByAny(others, code)) throw new AppError('ticket_not_found')
  }
  throw new AppError('invalid_signature')
}

async function isSignedByAny(publicKeys: readonly Buffer[], code: QrCode): Promise<boolean> {
  for (const publicKey of publicKeys) if (await isSignedBy(publicKey, code)) return true
  return false
}
