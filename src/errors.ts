import type { Challenge } from 'altcha-lib'

/**
 * Every refusal the service can give, once. Use cases throw AppError with one of these codes; the edge turns the code
 * into a status, a problem document, a scan envelope or a page (ADR 0034). A code without a status or a
 * translation does not compile: see http/error-status.ts and messages/interface.
 */
export const errorCodes = [
  'invalid_body',
  'validation_failed',
  'category_rule',
  'credentials_required',
  'key_invalid',
  'permission_denied',
  'origin_refused',
  'address_refused',
  'device_archived',
  'not_found',
  'method_not_allowed',
  'slug_taken',
  'not_approved',
  'storage_full',
  'root_exists',
  'cashless_product_exists',
  'sold_out',
  'max_per_user',
  'too_many_unconfirmed',
  'proof_of_work_needed',
  'membership_required',
  'not_on_sale',
  'seat_taken',
  'promotional_code_exists',
  'promotional_code_used_up',
  'places_left',
  'offer_ended',
  'in_use',
  'last_owner',
  'last_super_user',
  'changed_meanwhile',
  'invalid_transition',
  'ticket_scanned',
  'cancellation_closed',
  'transfer_closed',
  'amount_mismatch',
  'insufficient_balance',
  'top_up_spent',
  'already_handed_out',
  'already_reversed',
  'card_lost',
  'card_linked',
  'payment_unavailable',
  'webhook_refused',
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

/** What can be wrong with a field beyond its schema. A problem without a sentence in each language does not compile. */
export type FieldProblem =
  | 'required'
  | 'came_twice'
  | 'cursor'
  | 'whole_amount'
  | 'amount_in_hundredths'
  | 'amount_in_thousandths'
  | 'too_many_places'
  | 'quantity_missing'
  | 'quantity_differs'
  | 'vat_rate'
  | 'personal_maximum_twice'
  | 'time_zone'
  | 'color'
  | 'link'
  | 'reserved_word'
  | 'currency'
  | 'image_as_file'
  | 'image_too_large'
  | 'image_too_many_pixels'
  | 'image_unsupported_format'
  | 'image_corrupt'
  | 'image_not_fetched'
  | 'idempotency_key'
  | 'unknown_product'
  | 'not_a_membership'
  | 'unknown_location'
  | 'unknown_stage'
  | 'stage_elsewhere'
  | 'unknown_project'
  | 'project_needed'
  | 'unknown_products'
  | 'unknown_options'
  | 'unknown_artists'
  | 'artist_twice'
  | 'guest_twice'
  | 'ends_before_start'
  | 'day'
  | 'period_ends_before_start'
  | 'span_ends_before_start'
  | 'period_too_long'
  | 'sale_ends_before_start'
  | 'amount_is_fixed'
  | 'below_least_amount'
  | 'amounts_differ'
  | 'one_discount'
  | 'discount_rate'
  | 'promotional_code_form'
  | 'unknown_promotional_code'
  | 'promotional_code_elsewhere'
  | 'top_up_not_discounted'
  | 'doors_close_before_open'
  | 'unknown_event'
  | 'unknown_price'
  | 'unknown_option'
  | 'unknown_membership_price'
  | 'member_email_needed'
  | 'top_up_email_needed'
  | 'unknown_movement'
  | 'not_reversible'
  | 'more_than_movement'
  | 'reversal_alone'
  | 'card_columns'
  | 'card_tag'
  | 'card_number'
  | 'card_uuid'
  | 'card_twice'
  | 'card_known_otherwise'
  | 'in_the_future'
  | 'in_the_past'
  | 'ticket_code'
  | 'too_long_ago'
  | 'too_few_letters'
  | 'address_of_place'
  | 'name_without_letters'
  | 'domain_label'
  | 'domain_name'
  | 'domain_code'
  | 'permissions'
  | 'addresses'

/**
 * What is wrong per field of a bad body: `{prix: ['amount']}`. A nested field is named by its path, `prices.0.qty`. What
 * a schema found is said in the reader's language already.
 */
export type FieldErrors = Readonly<Record<string, readonly (FieldProblem | { readonly said: string })[]>>

/** What tells more than the code does, and is said in the place of its sentence. */
export type RefusalDetail =
  | ('unknown_host' | 'retired_address' | 'at_label_only' | 'shown_long_ago' | 'passkey_awaited')
  | 'unknown_person'
  | 'objection_link'
  | ('not_approved_yet' | 'slug_alike')
  | ('currency_in_use' | 'waiting_list_closed' | 'scan_too_long_ago' | 'letter_forgotten')
  | ('too_much_at_once' | 'held_by_another' | 'no_space_left' | 'takes_no_changes')
  | ('database_away' | 'disk_nearly_full')

export type AppErrorDetails = {
  readonly detail?: RefusalDetail
  readonly fields?: FieldErrors
  /** Which price was refused, of several that were asked for; said only where a form shows them. */
  readonly priceId?: string
  /** Places are free, but those on the waiting list come first and were not offered them yet; said to nobody. */
  readonly awaited?: boolean
  readonly retryAfterSeconds?: number
  /** Which, solved, lets the same request through. */
  readonly challenge?: Challenge
  /** Of a code that was typed and is not the one. */
  readonly triesLeft?: number
  /** Of what is kept in pictures. */
  readonly room?: { readonly usedBytes: number; readonly mostBytes: number }
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

/** A bad value in one field of a body: 400 `validation_failed` with the problem beside the field. */
export function fieldError(field: string, problem: FieldProblem): AppError {
  return new AppError('validation_failed', { fields: { [field]: [problem] } })
}

/** What was asked for. @throws AppError not_found where there is none */
export function orNotFound<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new AppError('not_found')
  return value
}
