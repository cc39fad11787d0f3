import type { ErrorCode } from '../../errors.ts'

/** What each refusal says to a person: what happened, and where there is one, the next step. */
const errors: Record<ErrorCode, { readonly title: string; readonly detail: string }> = {
  invalid_body: { title: 'Unreadable body', detail: 'The body of the request is not well-formed JSON.' },
  validation_failed: {
    title: 'Some values are wrong',
    detail: 'Correct the fields named in "errors" and send the request again.',
  },
  category_rule: {
    title: 'Not in this kind of organisation',
    detail: 'The category of this organisation does not allow it.',
  },
  credentials_required: {
    title: 'Credentials needed',
    detail:
      'Send a key in the header "Authorization: Api-Key <key>": under /scan/ that of a paired device, elsewhere an API key. On a page, sign in.',
  },
  key_invalid: { title: 'Key refused', detail: 'This key is unknown here, expired or revoked.' },
  permission_denied: {
    title: 'Not allowed',
    detail: 'These credentials do not carry the permission for this operation.',
  },
  origin_refused: {
    title: 'Wrong origin',
    detail: 'A signed-in request must come from a page of this same address.',
  },
  device_archived: {
    title: 'Device archived',
    detail: 'This device was archived or its time has ended. Ask for a new pairing code.',
  },
  not_found: { title: 'Not found', detail: 'There is nothing at this address.' },
  slug_taken: {
    title: 'Name taken',
    detail: 'Another organisation uses this name or address. Choose another one.',
  },
  root_exists: { title: 'Root exists', detail: 'A server has exactly one Root organisation.' },
  cashless_product_exists: {
    title: 'Cashless membership exists',
    detail: 'Only one product may be sent to cashless cards, and there is one.',
  },
  sold_out: { title: 'Sold out', detail: 'There are not enough places left.' },
  max_per_user: {
    title: 'Personal maximum reached',
    detail: 'This is more than one person may book at this price.',
  },
  membership_required: {
    title: 'Membership needed',
    detail: 'This price is for members. Sign in with a valid membership.',
  },
  not_on_sale: { title: 'Not on sale', detail: 'This cannot be booked now.' },
  seat_taken: { title: 'Seat taken', detail: 'This seat is taken for this event. Choose another one.' },
  in_use: { title: 'Still in use', detail: 'Something else still refers to it, so it cannot be deleted.' },
  invalid_transition: {
    title: 'Not possible in this state',
    detail: 'The present status does not allow it.',
  },
  ticket_scanned: {
    title: 'A ticket was scanned',
    detail: 'A ticket of this reservation has been scanned. Only an administrator who insists can cancel it.',
  },
  amount_mismatch: { title: 'Amount differs', detail: 'The amount is not what is due.' },
  nonce_reused: { title: 'Nonce reused', detail: 'This device used the same nonce for another ticket.' },
  idempotency_conflict: {
    title: 'Still running',
    detail: 'The first request with this Idempotency-Key has not ended yet. Try again in a moment.',
  },
  idempotency_mismatch: {
    title: 'Key used for another request',
    detail: 'This Idempotency-Key was sent before with another body.',
  },
  link_invalid: { title: 'Link not valid', detail: 'This link was used or has expired. Ask for a new one.' },
  body_too_large: { title: 'Too large', detail: 'The body of the request is larger than allowed.' },
  unsupported_media_type: {
    title: 'Content type not supported',
    detail:
      'Send JSON with "Content-Type: application/json", not compressed. Forms are taken where the documentation says so.',
  },
  too_many_requests: {
    title: 'Too many requests',
    detail: 'Wait as long as "Retry-After" says and try again.',
  },
  invalid_qrcode: {
    title: 'Not a ticket code',
    detail: 'This is not the code of a ticket. Ask for the ticket.',
  },
  invalid_signature: {
    title: 'Forged or foreign code',
    detail: 'This code was not issued here. Do not admit; call the supervisor.',
  },
  ticket_not_found: {
    title: 'Unknown ticket',
    detail: 'No ticket here has this code. Do not admit; call the supervisor.',
  },
  invalid_token: {
    title: 'Unknown pairing code',
    detail: 'This pairing code is not known here. Ask for a new one.',
  },
  expired_token: {
    title: 'Pairing code expired',
    detail: 'This pairing code has expired. Ask for a new one.',
  },
  token_used: {
    title: 'Pairing code used',
    detail: 'A device was already paired with this code. Ask for a new one.',
  },
  unavailable: { title: 'Not available', detail: 'The service cannot answer at the moment. Try again.' },
  internal_error: {
    title: 'Something went wrong',
    detail: 'The fault is ours and has been recorded. Try again, or tell us the request id.',
  },
}

export const en = {
  errors,
  /** Beside a field of a bad body. */
  fields: {
    required: 'This field is required.',
    wrongType: (expected: string) => `This must be ${expected}.`,
    tooLong: (most: number) => `Use ${most} characters at most.`,
    tooShort: 'This must not be empty.',
    tooSmall: (least: number) => `This must be ${least} or more.`,
    tooLarge: (most: number) => `This must be ${most} or less.`,
    tooMany: (most: number) => `Give ${most} at most.`,
    tooFew: (least: number) => `Give ${least} at least.`,
    notOneOf: (values: string) => `This must be one of: ${values}.`,
    characters: 'This has characters that are not allowed.',
    invalid: 'This value is not valid.',
    types: {
      string: 'a text',
      integer: 'a whole number',
      number: 'a number',
      boolean: 'true or false',
      array: 'a list',
      object: 'an object',
      null: 'null',
      uuid: 'a UUID',
      email: 'an e-mail address',
      url: 'an http or https address',
      dateTime: 'an ISO 8601 date and time',
      amount: 'an amount of zero or more, with two decimals at most',
    },
  },
  ticketStatus: {
    created: 'Created',
    not_active: 'Not active',
    not_scanned: 'Valid and not scanned',
    scanned: 'Valid and scanned',
  },
  /** For the person at the door, after a scan. */
  scanDetail: {
    admitted: 'Welcome.',
    already_scanned: 'This ticket has been scanned before. Do not admit again.',
    wrong_event: 'This ticket is for another event. Send the person to the right entrance.',
    canceled: 'This ticket was cancelled. Do not admit; send the person to the box office.',
    unpaid: 'This ticket is not paid. Send the person to the box office.',
    not_active: 'This ticket is not active yet. Send the person to the box office.',
    outside_window: 'The doors of this event are not open now.',
  },
}

/** A language has every text of the English one, or does not compile. */
export type Texts = typeof en
