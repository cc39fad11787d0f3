import type { ErrorCode, FieldProblem, RefusalDetail } from '../../errors.ts'
import { permissions } from '../../features/account/permission.ts'
import { imageRefusals } from '../../integrations/media/image-refused-error.ts'

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
  address_refused: {
    title: 'Address refused',
    detail: 'This key may be used from other addresses only. Whoever made it can change them.',
  },
  device_archived: {
    title: 'Device archived',
    detail: 'This device was archived or its time has ended. Ask for a new pairing code.',
  },
  not_found: { title: 'Not found', detail: 'There is nothing at this address.' },
  method_not_allowed: {
    title: 'Not by this method',
    detail: 'This address does not answer that method. "Allow" names those that it does.',
  },
  not_approved: {
    title: 'Not open yet',
    detail:
      'Whoever runs this server has not said yes to this organisation yet. Until then it mails nobody but those who work there.',
  },
  storage_full: {
    title: 'No room left',
    detail: 'The pictures of this organisation take all the room they may.',
  },
  slug_taken: {
    title: 'Name taken',
    detail: 'Another organisation uses this name or address. Choose another one.',
  },
  root_exists: { title: 'Root exists', detail: 'A server has exactly one Root organisation.' },
  cashless_product_exists: {
    title: 'Cashless membership exists',
    detail: 'Only one product may be sent to cashless cards, and there is one.',
  },
  too_many_unconfirmed: {
    title: 'Too many bookings or orders are still open',
    detail:
      'Finish those made before, or cancel them: pay for them, or confirm them from their mails. Or sign in, ask for less, or come back in half an hour.',
  },
  proof_of_work_needed: {
    title: 'Many are booking right now',
    detail: 'Solve "challenge" and send the request again with "altcha", or sign in.',
  },
  sold_out: { title: 'Sold out', detail: 'There are not enough places left.' },
  max_per_user: {
    title: 'Personal maximum reached',
    detail: 'This is more than one person may book at this price.',
  },
  membership_required: {
    title: 'Membership needed',
    detail: 'This is for members. Sign in with a valid membership.',
  },
  not_on_sale: { title: 'Not on sale', detail: 'This cannot be booked now.' },
  seat_taken: { title: 'Seat taken', detail: 'This seat is taken for this event. Choose another one.' },
  in_use: { title: 'Still in use', detail: 'Something else still refers to it, so it cannot be deleted.' },
  changed_meanwhile: {
    title: 'Somebody else changed it',
    detail: 'It was changed since you opened it. Look at it as it is now, then change it again.',
  },
  last_super_user: {
    title: 'Last super-user',
    detail: 'The server keeps at least one super-user. Make somebody else one first.',
  },
  last_owner: {
    title: 'The last owner',
    detail: 'An organisation keeps at least one owner. Make somebody else an owner first.',
  },
  invalid_transition: {
    title: 'Not possible in this state',
    detail: 'The present status does not allow it.',
  },
  ticket_scanned: {
    title: 'A ticket was scanned',
    detail: 'A ticket of this reservation has been scanned. Only an administrator who insists can cancel it.',
  },
  promotional_code_exists: {
    title: 'A code of that name exists',
    detail: 'Choose another code, or change the one there is.',
  },
  promotional_code_used_up: {
    title: 'Code used up',
    detail: 'This code has been used as often as it may be. Go on without it, or try another.',
  },
  places_left: {
    title: 'Places are left',
    detail: 'There is no need to wait: this price can be booked.',
  },
  offer_ended: {
    title: 'The offer has ended',
    detail:
      'These places were held for you until their time was over. The next on the waiting list has them.',
  },
  transfer_closed: {
    title: 'Tickets stay with their holders',
    detail: 'Tickets of this event cannot be given to somebody else, or not any more. Ask the organisation.',
  },
  cancellation_closed: {
    title: 'No longer cancelled here',
    detail: 'This booking cannot be cancelled on this page, or not any more. Ask the organisation.',
  },
  amount_mismatch: { title: 'Amount differs', detail: 'The amount is not what is due.' },
  insufficient_balance: {
    title: 'Not enough on the card',
    detail: 'The balance does not cover it. Take less, or top the card up.',
  },
  already_handed_out: {
    title: 'Handed out already',
    detail:
      'Things of this reservation were handed out before. What comes back to the desk is noted there first.',
  },
  top_up_spent: {
    title: 'The top-up was spent',
    detail:
      'What this reservation put on the card is no longer there. Only an administrator who insists can cancel it; what is left is then taken back.',
  },
  already_reversed: {
    title: 'Reversed before',
    detail: 'This movement was taken back before. Nothing was changed.',
  },
  card_lost: {
    title: 'Card reported lost',
    detail: 'This card was reported lost and is blocked. Do not take it; call the supervisor.',
  },
  card_linked: {
    title: 'Card belongs to somebody else',
    detail: 'This card is linked to another person. Unlink it first.',
  },
  payment_unavailable: {
    title: 'Payment is not possible now',
    detail:
      'The payment service does not answer. Your places are still held: go back and try again in a moment.',
  },
  webhook_refused: {
    title: 'Event refused',
    detail: 'It is not signed with the secret of this organisation.',
  },
  nonce_reused: { title: 'Nonce reused', detail: 'This device used the same nonce for another ticket.' },
  idempotency_conflict: {
    title: 'Still running',
    detail: 'The first request with this Idempotency-Key has not ended yet. Try again in a moment.',
  },
  idempotency_mismatch: {
    title: 'Key used for another request',
    detail: 'This Idempotency-Key, or uuid of the request, was sent before with another body.',
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

/** Beside a field, when what it says cannot be done. */
const problems: Record<FieldProblem, string> = {
  required: 'This field is required.',
  came_twice: 'This came more than once. Send it once.',
  cursor: 'Send the cursor as the Link header of the page before gave it.',
  whole_amount: 'This must be an amount of zero or more, without decimals.',
  amount_in_hundredths: 'This must be an amount of zero or more, with two decimals at most.',
  amount_in_thousandths: 'This must be an amount of zero or more, with three decimals at most.',
  too_many_places: 'One booking has 1,000 places at most.',
  quantity_missing: 'Give a quantity, or the customers.',
  quantity_differs: 'This differs from the number of customers.',
  vat_rate: 'This must be NA, a rate from 0 to 100 such as 5.5, or one of DX, VG, HC, DD.',
  personal_maximum_twice: 'This and max_per_user are the same field. Send one of them.',
  day: 'Give a day, such as 2026-05-01.',
  period_ends_before_start: 'The last day must not lie before the first.',
  period_too_long: 'Choose fewer days: 550 at most.',
  time_zone: 'Use a time zone such as Europe/Paris.',
  currency: 'Use the code of a currency such as EUR.',
  color: 'Use a colour as six hexadecimal digits, such as #2b3fd6.',
  image_as_file: 'Send the image as a file, or its address as img_url.',
  image_too_large: imageRefusals.too_large,
  image_too_many_pixels: imageRefusals.too_many_pixels,
  image_unsupported_format: imageRefusals.unsupported_format,
  image_corrupt: imageRefusals.corrupt,
  image_not_fetched: imageRefusals.not_fetched,
  idempotency_key: 'Use 1 to 255 visible ASCII characters.',
  unknown_product: 'There is no such product here.',
  not_a_membership: 'This must be a membership product of this organisation.',
  unknown_location: 'There is no such location here.',
  unknown_stage: 'There is no such stage here.',
  stage_elsewhere: 'This stage is not at that location.',
  unknown_project: 'There is no such project here.',
  project_needed: 'Every event of a producer belongs to a project.',
  unknown_products: 'One of these products is not here.',
  unknown_options: 'One of these options is not here.',
  unknown_artists: 'One of these artists is not here.',
  artist_twice: 'Name each artist once.',
  guest_twice: 'Name each guest once.',
  reserved_word: 'This could be taken for somebody else. Ask whoever runs this server.',
  link: 'Give a web address that begins with https://, or a name.',
  span_ends_before_start: 'The span must end after it starts.',
  ends_before_start: 'The event must end after it starts.',
  sale_ends_before_start: 'The sale must end after it starts.',
  amount_is_fixed: 'The amount of this price is fixed.',
  below_least_amount: 'The amount must be at least that of the price.',
  amounts_differ: 'Give one amount per price.',
  one_discount: 'Give a rate or an amount, and not both.',
  discount_rate: 'The rate is a percentage above 0, and 100 at most.',
  promotional_code_form:
    'A code has 2 to 40 letters A to Z, digits, hyphens and underscores, and begins with a letter or a digit.',
  unknown_promotional_code: 'There is no such code, or not at this time.',
  promotional_code_elsewhere: 'This code is not for what was chosen.',
  top_up_not_discounted: 'Top-ups are never sold for less.',
  doors_close_before_open: 'The doors must close after they open.',
  unknown_event: 'There is no such event here.',
  unknown_price: 'There is no such price here.',
  unknown_option: 'This event has no such option.',
  unknown_membership_price: 'There is no such membership price here.',
  member_email_needed: 'A membership needs the e-mail address of its member.',
  top_up_email_needed: 'A cashless top-up needs the e-mail address of the person it is for.',
  unknown_movement: 'There is no such movement of this card.',
  not_reversible: 'Only a credit or a debit of a till can be reversed.',
  more_than_movement: 'This is more than the movement that is reversed.',
  reversal_alone: 'Only a reversal names another movement.',
  card_columns: 'The first line must name the columns: tag_id, number and, where there is one, uuid.',
  card_tag: 'The tag_id must be 8 hexadecimal digits.',
  card_number: 'The number must be 1 to 30 letters, digits or hyphens.',
  card_uuid: 'The uuid is not a UUID.',
  card_twice: 'An earlier line has this tag_id, number or uuid.',
  card_known_otherwise: 'This tag_id, number or uuid is known as that of another card.',
  in_the_future: 'This must not be in the future.',
  in_the_past: 'This must lie ahead.',
  addresses: 'Use IP addresses or ranges such as 192.0.2.7 or 10.0.0.0/8, 50 at most.',
  ticket_code: 'The code of a ticket was read into this. Give the reason in words.',
  too_few_letters: 'Give three letters or digits at least.',
  too_long_ago: 'This is too long ago: seven days at most.',
  address_of_place: 'The address of a venue is that of the organisation. Change it there.',
  name_without_letters: 'Use at least one letter or digit.',
  domain_label: 'Use 1 to 63 lower-case letters, digits and hyphens, no hyphen at either end.',
  domain_code:
    'What begins with xn-- writes other letters in code, and this stands for none. Use the name as people read it.',
  domain_name: 'Use a domain name such as tickets.example.org, not one under that of this server.',
  permissions: `Give one or more of: ${permissions.join(', ')}.`,
}

const details: Record<RefusalDetail, string> = {
  unknown_host: 'No organisation answers at this host.',
  shown_long_ago: 'You signed in too long ago for this. Confirm that it is you, then do it again.',
  passkey_awaited: 'This sign-in still waits for your passkey. Show it, or make one, then do this again.',
  at_label_only: 'This is done at the organisation’s address on this server, and not at its own domain.',
  letter_forgotten:
    'What a mail says is kept for 90 days after it went out. This one is older, and cannot be sent again.',
  slug_alike:
    'This address or name looks like one of somebody else, or one that is kept. Choose another one.',
  not_approved_yet: 'The organisation at this address is not open yet.',
  retired_address: 'This address was retired.',
  unknown_person: 'Nobody is known by that e-mail address.',
  objection_link: 'This link is not whole, or is one of another organisation. Open it from the mail.',
  currency_in_use:
    'There are prices or payments in the present currency, which would be read as amounts of another one.',
  scan_too_long_ago: 'A scan is taken back at the door within 15 minutes; later in the administration.',
  waiting_list_closed: 'The organisation has closed this waiting list: nobody can join it any more.',
  too_much_at_once:
    'Too much is asked of the service at this moment; nothing was changed. Try again in a moment.',
  held_by_another: 'Somebody else is changing the same thing at this moment; nothing was changed. Try again.',
  no_space_left:
    'The server has no space left to write; nothing was changed. Whoever runs it has to free some; then try again.',
  database_away: 'The database does not answer at the moment. Try again.',
  disk_nearly_full: 'The disk of the server is nearly full. Whoever runs it has to free some now.',
  takes_no_changes:
    'The service can be read but takes no changes at the moment; nothing was changed. Try again later.',
}

export const en = {
  errors,
  problems,
  /** In the place of the sentence of a refusal, where there is more to say. */
  details,
  /** Beside a field of a bad body. */
  fields: {
    required: 'This field is required.',
    wrongType: (expected: string) => `This must be ${expected}.`,
    tooLong: (most: number) => `Use ${most} characters at most.`,
    tooShort: 'This must not be empty: it needs a character that can be seen.',
    notAbove: (limit: number) => `This must be more than ${limit}.`,
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
      twoDecimals: 'a number with two decimals at most',
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
