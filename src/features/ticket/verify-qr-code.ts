import { AppError } from '../../errors.ts'
import type { SigningKey, SigningKeys } from '../tenant/signing-keys.ts'
import { parseQrCode, ticketIdOf } from './qr-code.ts'

/**
 * Finds the ticket that this tenant issued a QR text for, and the key that signed it, before any ticket is read (checks 2 and 3 of
 * ADR 0038).
 *
 * @throws AppError invalid_qrcode, invalid_signature
 */
export async function verifyQrCode(
  signingKeys: SigningKeys,
  tenantId: string,
  qrCodeData: unknown,
): Promise<{ readonly ticketId: string; readonly key: SigningKey }> {
  const code = parseQrCode(qrCodeData)
  if (!code) throw new AppError('invalid_qrcode')
  const signed = Buffer.from(code.data)
  const keys = await signingKeys.list(tenantId)
  const key = keys.find(({ isSignature }) => isSignature(signed, code.signature))
  if (!key) throw new AppError('invalid_signature')
  const ticketId = ticketIdOf(code)
  if (ticketId === null) throw new AppError('invalid_qrcode')
  return { ticketId, key }
}
