import type { Challenge } from 'altcha-lib'
import type { fieldTexts } from './messages/interface/field.ts'
import type { refusalTexts } from './messages/interface/refusal.ts'

/**
 * Every refusal the service can give, once, with the HTTP status it is told with (docs/interface/errors.md, "Every code"). Use
 * cases throw AppError with one of these codes; the edge turns it into a problem document, a scan envelope or a page (ADR 0034).
 * A code without a translation does not compile: see messages/interface.
 */
export const errorStatus = {
  invalid_body: 400,
  validation_failed: 400,
  category_rule: 400,
  credentials_required: 401,
  key_invalid: 401,
  permission_denied: 403,
  origin_refused: 403,
  address_refused: 403,
  device_archived: 403,
  not_found: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  not_approved: 409,
  storage_full: 409,
  is_sandbox: 409,
  not_a_sandbox: 409,
  root_exists: 409,
  cashless_product_exists: 409,
  sold_out: 409,
  max_per_user: 409,
  too_many_unconfirmed: 409,
  too_many_webhooks: 409,
  proof_of_work_needed: 428,
  membership_required: 409,
  not_on_sale: 409,
  seat_taken: 409,
  promotional_code_exists: 409,
  promotional_code_used_up: 409,
  places_left: 409,
  offer_ended: 409,
  in_use: 409,
  last_owner: 409,
  last_super_user: 409,
  changed_meanwhile: 409,
  invalid_transition: 409,
  ticket_scanned: 409,
  cancellation_closed: 409,
  transfer_closed: 409,
  amount_mismatch: 409,
  insufficient_balance: 409,
  top_up_spent: 409,
  already_handed_out: 409,
  already_reversed: 409,
  card_lost: 409,
  card_linked: 409,
  payment_unavailable: 503,
  webhook_refused: 400,
  nonce_reused: 409,
  idempotency_conflict: 409,
  idempotency_mismatch: 422,
  link_invalid: 400,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  invalid_qrcode: 400,
  invalid_signature: 400,
  ticket_not_found: 404,
  invalid_token: 400,
  expired_token: 400,
  token_used: 400,
  unavailable: 503,
  internal_error: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** All error codes, in the order of the documentation. */
export const errorCodes = Object.keys(errorStatus) as readonly ErrorCode[]

/** What can be wrong with a field beyond its schema: what messages/interface/field has a sentence for. */
export type FieldProblem = keyof (typeof fieldTexts)['en']['problems']

/**
 * What is wrong per field of a bad body: `{prix: ['amount']}`. A nested field is named by its path, `prices.0.qty`. What
 * a schema found is said in the reader's language already.
 */
export type FieldErrors = Readonly<Record<string, readonly (FieldProblem | { readonly said: string })[]>>

/** A detail that tells more than the code does, and whose sentence replaces that of the code. */
export type RefusalDetail = keyof (typeof refusalTexts)['en']['details']

/** The present status of what should have moved, and the one it should have moved to, as its own noun names them. */
export type RefusedMove = {
  readonly of:
    | 'reservation'
    | 'ticket'
    | 'scan'
    | 'hand_out'
    | 'payment'
    | 'refund'
    | 'membership'
    | 'renewal'
    | 'webhook'
    | 'federation'
    | 'import'
    | 'event'
    | 'mail'
    | 'api_key'
    | 'passkey'
    | 'client_secret'
  readonly from: string
  /** Left out: it would have stayed. */
  readonly to?: string
}

export type AppErrorDetails = {
  readonly detail?: RefusalDetail
  readonly fields?: FieldErrors
  /** Which price was refused, of several that were asked for. */
  readonly priceId?: string
  /** The permission that would let it through. */
  readonly permission?: string
  /** The rule of the category that it would break. */
  readonly rule?: string
  /** The kind of thing that still refers to it: the name of its table. */
  readonly usedBy?: string
  readonly move?: RefusedMove
  /** What it comes to, where another amount was told. */
  readonly amountMinor?: number
  /** Places are free, but those on the waiting list come first and were not offered them yet; said to nobody. */
  readonly awaited?: boolean
  readonly retryAfterSeconds?: number
  /** Which, solved, lets the same request through. */
  readonly challenge?: Challenge
  /** How many tries are left after a wrong code was typed. */
  readonly triesLeft?: number
  /** How much the organisation's pictures take, and how much they may. */
  readonly room?: { readonly usedBytes: number; readonly mostBytes: number }
}

/** A foreseen refusal. Anything else that is thrown is a fault of ours and ends in a 500 with a request id. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: AppErrorDetails

  /** A move that is refused says which one it is. */
  constructor(code: 'invalid_transition', details: AppErrorDetails & { readonly move: RefusedMove })
  constructor(code: Exclude<ErrorCode, 'invalid_transition'>, details?: AppErrorDetails)
  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.detail ?? code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** Tells whether an error is a refusal with that code. */
export function isRefusal(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code
}

/** A bad value in one field of a body: 400 `validation_failed` with the problem beside the field. */
export function fieldError(field: string, problem: FieldProblem): AppError {
  return new AppError('validation_failed', { fields: { [field]: [problem] } })
}

/** Returns the value. @throws AppError not_found where there is none */
export function orNotFound<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new AppError('not_found')
  return value
}
