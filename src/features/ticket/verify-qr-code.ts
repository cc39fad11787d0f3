import { AppError } from '../../errors.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { parseQrCode, ticketIdOf } from './qr-code.ts'

/**
 * The ticket that a QR text was issued for, by this tenant; read before any ticket is (decisions, section 2, checks 2
 * and 3).
 *
 * @throws AppError invalid_qrcode, invalid_signature
 */
export async function verifyQrCode(
  signingKeys: SigningKeys,
  tenantId: string,
  qrCodeData: unknown,
): Promise<string> {
  const code = parseQrCode(qrCodeData)
  if (!code) throw new AppError('invalid_qrcode')
  const signed = Buffer.from(code.data)
  const keys = await signingKeys.list(tenantId)
  if (!keys.some(({ isSignature }) => isSignature(signed, code.signature)))
    throw new AppError('invalid_signature')
  const ticketId = ticketIdOf(code)
  if (ticketId === null) throw new AppError('invalid_qrcode')
  return ticketId
}
