/**
 * Every refusal the service can give, once. Use cases throw AppError with one of these codes; the edge turns the code
 * into a status, a problem document, a scan envelope or a page (decisions, section 2). A code without a status or a
 * translation does not compile: see http/error-status.ts and http/texts.
 */
export const errorCodes = [
  'invalid_body',
  'validation_failed',
  'category_rule',
  'credentials_required',
  'key_invalid',
  'permission_denied',
  'origin_refused',
  'device_archived',
  'not_found',
  'slug_taken',
  'root_exists',
  'cashless_product_exists',
  'sold_out',
  'max_per_user',
  'membership_required',
  'not_on_sale',
  'seat_taken',
  'in_use',
  'invalid_transition',
  'ticket_scanned',
  'amount_mismatch',
  'nonce_reused',
  'idempotency_conflict',
  'idempotency_mismatch',
  'link_invalid',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'invalid_qrcode',
  'invalid_signature',
  'ticket_not_found',
  'invalid_token',
  'expired_token',
  'token_used',
  'unavailable',
  'internal_error',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Messages per field of a bad body: `{prix: ['…']}`. A nested field is named by its path, `prices.0.qty`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

export type AppErrorDetails = {
  /** English sentence for whoever reads the answer; the edge has a translated one for each code when absent. */
  readonly detail?: string
  readonly fields?: FieldErrors
  readonly retryAfterSeconds?: number
}

/** A foreseen refusal. Anything else that is thrown is a fault of ours and ends in a 500 with a request id. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: AppErrorDetails

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.detail ?? code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** A bad value in one field of a body: 400 `validation_failed` with the message beside the field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('validation_failed', { fields: { [field]: [message] } })
}
