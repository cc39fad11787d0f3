import { type JsonSchema, eachMeans, sentences } from './openapi-schema.ts'
import { permissions } from '../features/account/permission.ts'
import { type ExportColumn, type ExportList, exportColumns } from '../features/export/export-list.ts'
import { occurrenceKinds, trialKind } from '../features/webhook/webhook.ts'
import { importKinds, importProblems } from '../features/import/import-kind.ts'
import { eventCategories } from '../features/tenant/event-category.ts'
import { apiKeyTexts } from '../messages/office/api-key.ts'
import { exportTexts } from '../messages/office/export.ts'
import { webhookTexts } from '../messages/office/webhook.ts'
import { importTexts } from '../messages/office/import.ts'
import { eventCategoryTexts } from '../messages/site/event-category.ts'

/**
 * What each field of the interface means, for its description: the unit of a number, and last what null says, which is told where it may be null. By its name, and where one
 * name means several things by the schema as well, with the fields it lies in. `ProductCreation`, `ProductChange` and the like mean by a
 * field what `Product` does, unless said. The letters are those of the tables in docs/interface, which test/http/openapi.test.ts compares.
 */
type Meanings = Readonly<Record<string, string>>

const whole = 'In whole units of the currency'

/** By the name of the field alone. */
const meanings: Meanings = {
  uuid: 'Its id.',
  name: 'What it is called, for people.',
  short_description: 'One line about it. Null: none.',
  long_description:
    'More about it, as it was written: Markdown with headings, lists, emphasis and links, where a line break is one. Null: nothing.',
  description: 'One line about it. Null: none.',
  archived:
    'Whether it is kept for what refers to it alone, and chosen for nothing new. In a change, null leaves it as it is.',
  img: 'The address of the picture on the domain of the organisation. Null: none.',
  img_focus:
    'The point of the picture that stays in sight where the picture is cut: how far from its left and from its top. `0% 0%` is its corner at the top left. Another picture begins in its middle. Null: not said.',
  img_url: 'An address from which the server fetches the picture. Null: none; in a change it takes the picture away.',
  logo_url: 'An address from which the server fetches the logo. Null: none.',
  img_variations: 'The paths of the picture in each size; empty without one.',
  logo_variations: 'The paths of the logo in each size; empty without one.',
  datetime: 'When it came about: ISO 8601, in an answer with six decimals and an offset.',
  email: 'The e-mail address of the person. Empty: nobody’s any more.',
  first_name: 'The first name of the person. Null: none was given.',
  last_name: 'The last name of the person. Null: none was given.',
  event: 'The id of the event. Null: any.',
  product: 'The id of the product.',
  price: 'The id of the price.',
  reservation: 'The id of the reservation. Null: none.',
  currency: 'The currency, by ISO 4217: `EUR`. Null: the euro.',
  amount: `${whole}. Null: what is due.`,
  code: 'Why, for programs.',
  message: 'A sentence in English, which stays as it is.',
  success: 'Whether it was done; of a scan, whether the person may enter.',
  by: 'Who did it: the address of an account, or the name of a key or a device. Null: it is gone.',
  taken_back: 'Whether this undid an earlier one, or was undone.',
  reason: 'Why, in words that are kept.',
  starts: 'When each of them starts.',

  // Keys of another server.
  fingerprint: 'SHA-256 of the key (SubjectPublicKeyInfo in DER), in hexadecimal digits.',
  bits: 'How long the key is, in bits.',
  added_at: 'When it was added.',

  // Webhooks.
  public_key: 'What its receiver verifies with: `whpk_…`. Null: the two share a secret.',
  secret: 'What its receiver verifies with, shown this once: `whsec_…`. Null: the receiver has the public key.',
  former_until: 'Until when is signed with the former secret or key as well. Null: it was never replaced.',
  off_reason:
    'Why it is told nothing: `by_hand`, `gone` (its address answered 410) or `failing` (for five days nothing else). Null: it is told.',
  off_at: 'Since when it is told nothing. Null: it is told.',
  failures: 'How many attempts failed since the last one that did not.',
  failing_since: 'When the first of those failed. Null: none did.',
  next_attempt_at: 'When it is tried next, or was to be. Null: it is not.',
  status_code: 'The HTTP status of the answer. Null: there was none.',
  duration_ms: 'How long it took, in milliseconds.',
  replayed: 'How many are sent once more.',
  next_from: 'When the first happened that is not among them, as there were too many. Null: all are.',

  // Products and prices.
  terms_and_conditions_document: 'The address of its terms. Null: none.',
  publish: 'Whether everybody sees it and may buy it. Null: not said; of a new one true.',
  send_to_cashless:
    'Whether this is the membership that is noted on cashless cards. Null: not said; of a new one false.',
  scan_note: 'What whoever scans a ticket of it is told. Null: nothing.',
  categorie_article:
    'What it is: `B` ticket, `F` free, `P` pack of objects, `R` cashless top-up, `T` clothing, `M` merchandising, `A` subscription / membership. `S` is taken as `R`.',
  prices: 'Its prices.',
  free_price: 'Whether the buyer chooses the amount, of which `prix` is the least. Null: not said; of a new one false.',
  stock: 'How many there are: of a ticket for each event, else in all. Null: without limit.',
  sales_start: 'When it is on sale from. Null: at once.',
  sales_end: 'When its sale ends. Null: it does not.',
  prix: `What one costs. ${whole} of the organisation.`,
  vat: 'The rate of VAT in percent, as text, or `NA`. Also taken: `DX` 10, `VG` 20, `HC` 8.5, `DD` 2.2. Null: `NA`.',
  max_per_user: 'How many one person may have. Null: not said; of a new one 10.',
  max_per_ser: 'Another spelling of `max_per_user`. Null: not said.',
  recurring_payment:
    'Whether whoever pays a membership online is charged again by itself each `subscription_type`, which is `D`, `W`, `M` or `Y`, until they cancel. Null: not said; of a new one false.',
  renews: 'Whether it is paid again by itself.',
  renews_at: 'When it is paid again by itself. Null: it is not, or that is not known yet.',
  renewal_amount: `How much is paid again by itself. ${whole} of the organisation. Null: nothing is.`,
  subscription_type:
    'How long a membership lasts: `H` an hour, `D` a day, `W` a week, `M` a month, `Y` a year, from when it is taken; `O` until the month ends, `C` until 31 December, `S` until 31 August. Null: without end, as `N` and `L` are on the way in.',
  adhesion_obligatoire: 'The id of the product of category A whose members alone may buy it. Null: everybody may.',

  // Promotional codes.
  discount_rate: 'What it takes off, in percent. Null: it takes off an amount.',
  discount_amount: `What it takes off each. ${whole}. Null: it takes off a rate.`,
  products: 'The ids of the products that it is for.',
  start_datetime: 'When it holds from. Null: at once.',
  end_datetime: 'When it ends. Null: not said.',
  usage_limit: 'How many bookings may use it. Null: any number.',
  usage_count: 'How many bookings use it.',
  active: 'Whether it may be used. Null: not said; of a new one true.',
  prefix: 'How each of the codes begins.',
  count: 'How many.',

  // Pictures.
  fhd: 'The path of the largest, within 1920 × 1920 pixels.',
  hdr: 'The path of the one within 720 × 720 pixels.',
  med: 'The path of the one within 480 × 480 pixels.',
  thumbnail: 'The path of the smallest, within 150 × 90 pixels; of a logo 300 × 120.',

  // Events.
  slug: 'The name in addresses.',
  doors_open: 'When scans begin to be taken. Null: at any time.',
  doors_close: 'When scans end being taken. Null: at no time.',
  kept_out: 'Whether it stays out of the calendars that organisations share. Null: not said; of a new one false.',
  access_notes: 'How to get in with a wheelchair. Null: nothing is said.',
  category: `What kind of event it is. ${eachMeans(eventCategories, (category) => eventCategoryTexts.en.names[category])} Null: not said.`,
  published: 'Whether everybody sees it. Null: not said; of a new one true.',
  capacity: 'How many tickets there are, of all prices together. Null: without limit.',
  offline_policy:
    'What a device without network does with a genuine ticket that it does not know: let it in (`accept`), ask a supervisor (`ask`), or not (`refuse`). Null: not said; of a new one `ask`.',
  location: 'The id of the location. Null: none; of a new one, unless said, the first.',
  stage: 'The id of the stage. Null: none; of a new one, unless said, the first of the location.',
  project: 'The id of the project. Null: none; of a new one, unless said, the first.',
  options: 'The ids of the options that may be asked for with a ticket. Null: none.',
  options_radio: 'The ids of the options of which a booking has one at most. Null: none.',
  cancelled_at: 'When it was cancelled. Null: it stands.',
  postponed_from: 'When it would have started before it was postponed. Null: it was not.',
  tickets_left: 'How many tickets are left. Null: without limit.',
  artists: 'Who plays, and when. Null: nobody is named.',
  pay_back_let_in: 'Whether tickets that were scanned are cancelled and refunded, too. Null: false.',
  kind: 'What it is.',
  reservations: 'How many reservations.',
  done: 'How many of the `reservations` were told.',
  ended: 'When all were told. Null: not yet.',
  left_out: 'How many people were not told, since they want no more messages.',
  refunds: 'The refunds.',
  subject: 'The subject of the mail.',
  adress: 'The street and its number. Null: none.',
  city: 'The town. Null: none.',
  latitude:
    'Where it is on a map: degrees north of the equator (WGS 84), below zero south of it; six decimals are kept. Null: not said, as `longitude` is then.',
  longitude:
    'Degrees east of Greenwich, below zero west of it; six decimals are kept. Null: not said, as `latitude` is then.',
  postal_code: 'The postal code: in an answer a number where it is all digits. Null: none.',
  postal_code_text: 'The postal code as it was entered. Null: none.',
  site_web: 'The address of its site. Null: none.',

  // Bookings.
  user_mail: 'The e-mail address of whoever booked. Empty: nobody’s.',
  status:
    '`R` created, `U` not paid, `F` e-mail not verified, `FA` e-mail verified, `P` paid, `PE` paid, but the address refuses mail for good, `PN` paid, but the mail was not sent, `V` valid: the tickets were mailed, `C` cancelled.',
  tickets: 'The ids of its tickets.',
  paiements: 'The ids of its payments that are open or brought money.',
  promotional_code: 'The promotional code. Null: none.',
  discount: `What the promotional code took off. ${whole}.`,
  things: 'What goes over the desk: clothing, merchandise and packs.',
  qty: 'How many. Null: as many as `customers`.',
  custom_amount: `What is paid for each at a price with \`free_price\`. ${whole}. Null: the least.`,
  customers: 'Who comes, one for each ticket.',
  seat: 'The numbered seat; `L`: free seating. Null: free seating.',
  to_mail: 'Whether the tickets are mailed. Null: true.',
  altcha: 'The solution of a `challenge`, as Base64. Null: none was asked for.',
  checkout_url: 'Where the visitor pays online. Null: nothing is due, or it is paid at the door.',
  return_url:
    'A page of one of the web sites of the organisation (`sites` of its settings), to which the page of what was bought leads back when nothing is left to pay or to confirm. Null: none.',
  method: 'How it is paid: `cash`, `card`, `transfer`, `free` (given away) or `online`.',
  received: `What came. In whole units of \`currency\`. Null: nothing yet.`,
  settled: 'When it was paid. Null: not yet.',
  receipt: 'The number of its receipt. Null: none.',
  credit_note: 'The number of its credit note. Null: none.',
  failure: 'What the payment service said when it failed. Null: it did not.',
  handed_over: 'When it was handed over at the desk. Null: it was not.',
  disputes: 'What somebody asks their bank to withdraw.',
  withdrawn: `What banks withdrew. ${whole}.`,
  updated: 'When the payment service told of it last.',
  insist: 'Whether it is done although a ticket was scanned; an administrator alone. Null: false.',
  seen: 'How often it was mailed. Null: as often as it was by now.',
  former: 'The address as it was read, so that a change meanwhile is noticed. Null: whatever it is.',
  thing: 'The id of the thing.',
  quantity: 'How many.',
  take_back: 'Whether they came back. Null: false.',
  hand_out: 'The id of the hand-out that is undone.',
  left: 'How many may be handed out now.',
  payment: 'The id of the payment.',
  handovers: 'Who handed it over, and who undid that, in order.',
  kept: `What is kept. ${whole}.`,
  refunded: `What was refunded. ${whole}.`,
  owed: `What is promised and not refunded yet. ${whole}.`,
  scan_uuid: 'The id of the scan in the log. Null: the one that the ticket stands for.',

  // Waiting lists and guests.
  places: 'How many places. Null: one.',
  waiting_since: 'Since when.',
  to_confirm: 'Whether it counts only once the link in a mail to that address was followed.',
  offered: 'Whether anybody was offered anything.',
  closed: 'Whether nobody new is taken.',
  closed_prices: 'The ids of the prices whose list takes nobody new.',
  list: 'The id of the list. Null: a new one.',
  list_name: 'What the list is called.',
  scanned: 'How many of them came in.',
  note: 'A remark. Null: none.',
  cancelled: 'Whether the booking was cancelled.',
  guests: 'Who is invited.',
  known: 'How many were invited before.',
  refused: 'Who found no place, and why.',
  guest: 'Where they stand in `guests`, from 0.',

  // Memberships and cards.
  number: 'The number of the member here, through every renewal. Null: none yet.',
  valid_from: 'From when.',
  valid_until: 'Until when. Null: without end.',
  card: 'The number that is printed on the card. Null: the cards of `email`.',
  change: `What it changed the balance by, below zero when it went down. ${whole}.`,
  balance: `What is on the card here, afterwards. ${whole}.`,
  reversal_of: 'The id of the movement that it undoes. Null: none.',
  tag_id: 'What a reader shows: eight hexadecimal digits.',
  linked: 'Whether it belongs to a person.',
  member: 'Whether its person has a membership that is valid now.',
  membership: 'The membership that it bears. Null: none.',
  lost: 'Whether it was reported lost, and takes no movement.',
  movements: 'Its last 20 movements, the latest first.',

  // Devices.
  gate: 'Where it stands; empty: nowhere in particular. Null: empty.',
  role: 'What it may: `steward` scans, `supervisor` sees tickets, lets in by name and undoes scans, too. Null: not said; of a new one `steward`.',
  ends_at: 'Until when it may scan. Null: without end.',
  events: 'The ids of the events it may scan. Null: all.',
  claimed: 'Whether a phone was paired with it.',
  paired_at: 'When a phone was paired with it. Null: none is.',
  last_seen_at: 'When it last asked. Null: never.',
  pairing_url: 'What the phone asks to become it. Null: it was shown before.',
  pairing_expires_at: 'Until when the address works. Null: it was shown before.',
  names: 'What each of them is called.',
  device: 'The id of the device.',
  from: 'The first day. Null: from the beginning.',
  to: 'The last day, included. Null: until now.',
  until: 'The end, itself left out.',
  undone: 'How many scans were undone.',

  // Files, the books and the log.
  form: 'A spreadsheet (`xlsx`), or CSV with semicolons (`semicolon`) or commas (`comma`). Null: `xlsx`.',
  running: 'Whether the period is not over, and its figures still grow.',
  first_number: 'The number of the first receipt or credit note. Null: there is none.',
  last_number: 'The number of the last receipt or credit note. Null: there is none.',
  accounts: 'The books of each currency, that of the organisation first.',
  receipts: 'How many receipts.',
  credit_notes: 'How many credit notes.',
  sold: `What receipts say. ${whole}.`,
  credited: `What credit notes corrected. ${whole}.`,
  net: `What is left without VAT. ${whole}.`,
  gross: `What is left with VAT. ${whole}.`,
  rates: 'By rate of VAT.',
  rate: 'The rate of VAT in percent, as text, or `NA`.',
  credited_quantity: 'How many were credited.',
  days: 'By day.',
  day: 'The day, in the time zone of the organisation.',
  methods: 'By how it was paid.',
  payments: 'How many payments. One that was moved to another method counts out of the one and into the other.',
  unmatched: `What came and pays for nothing. ${whole}.`,
  given: 'What was given away.',
  worth: `What it would have cost. ${whole}.`,
  action: 'What was done: `<noun>.<what became of it>`.',
  actor_kind: 'Who did it: an account, a key, a device, or whoever runs commands.',
  actor: 'The id of whoever did it. Null: nobody who has one.',
  actor_name:
    'The address of the account, or the name of the key or device, as it is now. Null: it is gone, or not told.',
  from_root: 'Whether it was a super-user.',
  before: 'What it was before. Null: nothing.',
  after: 'What it is now. Null: nothing.',
  personal: 'Names and addresses among what changed.',
  field: 'The field.',

  // Organisations.
  organisation: 'The name of the organisation.',
  phone: 'The phone number. Null: none.',
  legal_documents: 'The address of its legal documents, or words. Null: none.',
  twitter: 'Its address there, or its name. Null: none.',
  facebook: 'Its address there, or its name. Null: none.',
  instagram: 'Its address there, or its name. Null: none.',
  button_adhesion: 'Whether the home page shows the membership button. Null: not said; of a new one false.',
  map_img: 'The address of the map of how to come. Null: none.',
  carte_restaurant: 'The address of the menu of the restaurant. Null: none.',
  sandbox:
    'Whether it is to try things in: its payments are test payments, its visitors get no mail, and no Meta shows it. It stays what it was made. Null: not said, false.',
  categorie: 'What it is: `S` venue, `F` festival, `A` project, `P` producer, `M` Meta, `R` Root.',
  language: 'The language of its mails and documents. Null: not said; of a new one English.',
  languages:
    'The languages in which its pages are offered; its own is always among them. Null, or every one: also those that the server speaks later.',
  time_zone: 'The time zone of its days, by IANA. Null: not said; of a new one that of the server.',
  online_hold_minutes: 'How many minutes places are held for who pays online. Null: not said; of a new one 15.',
  email_hold_hours: 'How many hours places are held for who has to confirm by mail. Null: not said; of a new one 24.',
  cancellation_hours:
    'Until how many hours before the start bookers may cancel what they paid online. Null: not by themselves.',
  offer_hours: 'How many hours places are held for the next on a waiting list. Null: not said; of a new one 12.',
  transfers: 'Whether bookers may give tickets to somebody else. Null: not said; of a new one true.',
  accent_color: 'The one strong colour of its pages, `#rrggbb`. Null: not said; of a new one `#2b3fd6`.',
  type_pair:
    'The fonts of its pages, by their character; `system`: those of the reader’s device. Null: not said; of a new one `grotesque`.',
  color_scheme:
    'Whether its pages are light or dark, or as the reader’s `device` says. Null: not said; of a new one `device`.',
  picture_header:
    'Where its home page has its picture: `beside` the name, as a `banner` above it, or not at all (`none`). Null: not said; of a new one `beside`.',
  sites:
    'Origins of its own web sites, such as `https://www.example.org`: their pages may call the interface from browsers, and `return_url` leads to them. Null: none.',
  mail_sender: 'In whose name its mails go out. Null: its own.',
  reply_email: 'Where answers to its mails go. Null: to its `email`.',
  permissions: 'What the key may.',
  expires_at: 'Until when. Null: without end.',
  addresses: 'The addresses and ranges that it may be used from. Null, or none: anywhere.',

  // At the door.
  device_info: 'The device.',
  scan_app: 'The device, as in `device_info`.',
  server_info: 'Where it is.',
  tenant: 'The name of the organisation.',
  domain: 'The host of the organisation.',
  timestamp: 'The clock of the service.',
  qrcode_data: 'The text of the code, `<base64_data>:<signature>`.',
  ticket: 'The ticket.',
  tickets_count: 'How many tickets it has.',
  is_scanned: 'Whether it was scanned. Null: all.',
  scanned_by: 'The id of the device that scanned it. Null: none did.',
  scanned_at: 'When it was scanned. Null: it was not.',
  event_uuid: 'The id of the event that the door is set to. Null: any.',
  event_datetime: 'When its event starts.',
  nonce: 'A uuid of the device’s own choice, by which a repeat is known. Null: none.',
  error: 'As `message`, where it is refused.',
  detail: 'What to do, in the language of the caller.',
  canceled: 'Whether it was cancelled.',
  place: 'Where it is. Null: not said.',
  keys: 'The public keys whose signatures are good.',
  kid: 'The id of the key.',
  x: 'The public key, base64url.',
  n: 'The modulus of the public key of RSA, base64url.',
  e: 'The exponent of the public key of RSA, base64url.',
  former_keys: 'The keys by which another server signed tickets of this event.',
  former_keys_elsewhere: 'The keys by which another server signed tickets of other events, of the latest ones.',
  ticket_hash:
    'The SHA-256 of what is signed in its codes, base64url: the same in each row of a ticket that has several.',
  kty: 'The kind of key, as JWK has it.',
  crv: 'The curve, as JWK has it.',
  alg: 'The algorithm, as JWK has it.',
  use: 'What it is for, as JWK has it.',
  devices: 'The devices.',
  lookup: 'The SHA-256 of the text of the code, base64url.',
  holder: 'Who holds it, sealed: only the ticket in hand opens it.',
  total: 'How many rows the device should have.',
  cursor: 'Where the next page begins. Null: at the first, or there is none.',
  more: 'Whether there is another page.',
  scans: 'The scans, in the order they were sent.',
  result: 'What the device decided.',
  acknowledged: 'Whether the device may forget it; otherwise it sends it again.',
  query: 'Beginnings of words of a name, or of a number.',
  limit: 'How many on a page. Null: 50.',
  page: 'Which page, from 1. Null: the first, or that of `cursor`.',
  given_away: 'Whether it was given to somebody else, whose ticket took its place.',
  conflicts: 'The people who were let in without network beside the one that the ticket stands for.',
  ticket_uuid: 'The id of the ticket.',
  expected: 'How many tickets open the door, or did.',
  inside: 'How many people are inside.',
  gates: 'By gate.',
  api_key: 'The key of the device, shown this once.',
  device_uuid: 'The id of the device.',
  device_name: 'What the device is called.',
  state: '`not_scanned`, `scanned`, `canceled`, `unpaid` or `not_active`.',

  // Refusals.
  type: 'Where the code is explained.',
  title: 'The code in a few words, in the language of the caller.',
  request_id: 'The id of the request, for whoever runs the server.',
  errors: 'What is wrong, by field; a nested field by its path.',
  index: 'Where it stands among the `prices` of the body, from 0.',
  parameters: 'What is to be solved.',
  signature: 'Who asked.',
}

const toldByName: Meanings = {
  product: 'What the product is called.',
  price: 'What the price is called.',
  event: 'What the event is called.',
}
const ofTakings: Meanings = { received: `What came. ${whole}.` }
const ofOrder: Meanings = { amount: `What it costs. ${whole}.` }
const paid: Meanings = { amount: `How much. In whole units of \`currency\`.` }
const settledCost: Meanings = { label: 'What it is for.', amount: `What it costs, without VAT. ${whole}.` }
const settledDeal: Meanings = {
  uuid: 'The id of the artist.',
  deal: '`guarantee`: a fixed sum. `share`: a part of what is to be shared. `versus`: whichever of the two is more. `plus`: both.',
  guarantee: `The fixed sum, without VAT. ${whole}. Null: the deal has none.`,
  share: 'The share in percent. Null: the deal has none.',
}
const refundWords: Meanings = {
  status: '`requested`, `succeeded` or `failed`.',
  reason:
    '`cancellation`, `late` (the places were gone), `amount` (not what was due), `duplicate` (paid or cancelled before), `at_provider` (refunded on the payment service’s own pages) or `maximum` (more than one person may have).',
}
const notice: Meanings = { reason: 'Why, as people are told. Null: nothing is said.', datetime: 'When it began.' }
const organisation: Meanings = {
  uuid: 'The id of the organisation.',
  url: 'Where its pages answer.',
  domains: 'The own domains that it answers at.',
  email: 'Where the organisation is reached; of a new one, its first administrator. Null: none.',
  adhesion_obligatoire: 'Whether booking anything here takes a membership. Null: not said; of a new one false.',
}
const bookedReservation: Meanings = {
  amount: `What it comes to. ${whole}.`,
  options: 'The ids of the options that were asked for.',
  lines: 'What was booked, as it was booked: whatever was cancelled since.',
  datetime: 'When it was booked.',
}
const thing: Meanings = { ...toldByName, handed_out: 'How many went over the desk.', quantity: 'How many were booked.' }
const answeredTicket: Meanings = {
  ...toldByName,
  status: 'How it stands, in the language of the caller.',
  seat: 'The numbered seat. Left out: free seating.',
}
const ofMove: Meanings = {
  from: 'With `invalid_transition`: the status that it has. A webhook that is switched off is `off`; `none` is the status of what there never was.',
  to: 'With `invalid_transition`: the status that it would have had; the same as `from` where it would have kept it.',
}
const ofFile = `What the file holds. ${eachMeans(importKinds, (kind) => importTexts.en.kinds[kind])}`
const scanCodes =
  '`already_scanned`, `wrong_event` it is for another event, `canceled`, `unpaid`, `not_active`, `outside_window` the doors are not open'
const signatures =
  'How calls are signed: `hmac` with a secret that both know (`v1`), `ed25519` with a key whose public half the receiver has (`v1a`).'
const occurrences = [...occurrenceKinds, trialKind] as const
const meaningOfKind = (kind: (typeof occurrences)[number]) => webhookTexts.en.kinds[kind]
const columnsOf = (list: ExportList): Meanings => ({
  columns: `Its columns, in the order they are wanted, each with its heading: ${eachMeans<ExportColumn>(exportColumns[list], (column) => exportTexts.en.columns[column])}`,
})
const toldWebhook: Meanings = {
  url: 'Where it is told, over https.',
  events: `The kinds of what it is told of. ${eachMeans(occurrenceKinds, meaningOfKind)}`,
  signature: signatures,
  active: 'Whether it is told what happens.',
}
const span: Meanings = { datetime: 'When it starts.', end_datetime: 'When it ends. Null: at 04:00 after it began.' }

/** By the schema, and the fields it lies in. */
const within: Readonly<Record<string, Meanings>> = {
  Product: { img: 'The address of the picture on the domain of the organisation. Null: none.' },
  ProductCreation: { img: 'The picture, as a file.' },
  ProductChange: { img: 'The picture, as a file.' },
  ProductCopy: { uuid: 'The id of the copy, by which a repeat is known. Null: a new one.' },
  PromotionalCode: {
    code: 'The code, in capitals.',
    products: 'The ids of the products that it is for; empty: everything but memberships.',
    end_datetime: 'When it ends. Null: it does not.',
  },
  ManyPromotionalCodesCreation: {
    uuid: 'One’s own id of the request, by which a repeat is known. Null: none.',
    products: 'The ids of the products that they are for; empty: everything but memberships.',
    end_datetime: 'When they end. Null: they do not.',
    count: 'How many codes.',
  },
  Event: {
    ...span,
    name: 'What it is called. Null, of a new one: as its artists.',
    products: 'The ids of the products that are sold for it. Null: none.',
    max_per_user: 'How many tickets one person may have, of all prices together. Null: as many as each price allows.',
  },
  SharedCalendar: {
    organisation: 'What the Meta is called.',
    url: 'Where the calendar is.',
    state:
      'How it stands to this organisation: `everybody` (it lists every organisation by itself), `member`, `waiting`, `declined` or `none`.',
    since: 'Since when it is a member, or waits. Null: neither.',
  },
  Appearance: {
    ...span,
    event: 'The id of the event, at its organiser.',
    place: 'Where it is. Null: not said.',
    city: 'The town. Null: not said.',
    organisation: 'The id of its organiser.',
    organisation_name: 'What its organiser is called.',
    url: 'Its page, at its organiser.',
    state: '`waiting`, `agreed` (shown) or `refused`.',
  },
  Fediverse: {
    on: 'Whether other servers may follow it.',
    account: 'What people search for on their server to follow it. Null: it never had an account.',
    followers: 'How many accounts of other servers follow it.',
    servers: 'How many servers are told what changes.',
    failing: 'How many of them do not answer at the moment.',
  },
  FediverseChange: { on: 'Whether other servers may follow it.' },
  AppearanceConsent: { standing: 'Whether events that name it are shown without asking.' },
  FederationMember: {
    organisation: 'What it is called.',
    city: 'Its town. Null: not said.',
    url: 'Where its pages are.',
    state: '`waiting`: it asks; `member`: its events are shown.',
    since: 'Since when.',
  },
  RemoteAgenda: {
    address: 'Where the calendar is: iCalendar, by https or http.',
    site_web: 'Where an event leads that has no page of its own.',
    city: 'Where its events are found by somebody who searches for a town. Null: nowhere.',
    trusted: 'Whether its events are shown without being accepted. In a change, null leaves it as it is.',
    account: 'The address of the account of the fediverse that it is. Null: it is a file, or was not read yet.',
    followed_at: 'Since when the account is followed. Null: it is read by the hour alone.',
    fetched_at: 'When it last answered. Null: it never did.',
    next_fetch_at: 'When it is read the next time. Never null.',
    problem:
      'Why it brought nothing the last time: `unreachable`, `bad_status`, `too_large`, `too_slow`, `no_calendar` or `unreadable`. Null: it did.',
    unread_entries: 'How many of its entries say no event that can be read.',
    cut: 'Whether it has more events than the 2,000 that are taken, later ones.',
  },
  RemoteEvent: {
    ...span,
    agenda: 'The id of the agenda that brings it.',
    agenda_name: 'What the agenda is called.',
    description: 'What the agenda says about it, as text. Null: nothing.',
    all_day: 'Whether it is on whole days: its times are midnights.',
    time_zone: 'By whose clocks it is written.',
    place: 'Where it is, in the words of the agenda. Null: not said.',
    url: 'Where it is booked: its own page, or the web site of the agenda.',
    state: '`waiting`, `accepted` or `refused`.',
    cancelled_at: 'When the agenda was seen to say that it does not take place. Null: it takes place.',
    gone_at: 'When the agenda was seen to name it no more. Null: it names it.',
  },
  EventCreation: { img: 'The picture, as a file.' },
  EventChange: { img: 'The picture, as a file.' },
  'Event.artists': { uuid: 'The id of the artist.', datetime: 'When they play. Null: not said.' },
  EventCopies: {
    uuid: 'One’s own id of the request, by which a repeat is known. Null: none.',
    published: 'Whether everybody sees them. Null: as the event.',
  },
  EventCancellation: notice,
  EventPostponement: {
    ...notice,
    datetime: 'When it starts now.',
    end_datetime: 'When it ends now. Null: it moves along.',
    doors_open: 'When scans begin to be taken now. Null: it moves along.',
    doors_close: 'When scans end being taken now. Null: it moves along.',
  },
  EventNotice: { ...notice, kind: 'What happened to the event: it was `cancelled`, or `postponed` to another date.' },
  'EventNotice.refunds': {
    state: '`done`, `under_way` (with the payment service), `owed` (to be handed over at the desk) or `failed`.',
    amount: `How much. In whole units of \`currency\`.`,
  },
  NoticeProgress: {
    kind: 'What is told: that the event is `cancelled` or `postponed`, or a `message` to everybody.',
    datetime: 'When it began.',
  },
  EventMessage: { uuid: 'Its id, by which a repeat is known. Null: a new one.', message: 'The text of the mail.' },
  Thing: thing,
  Reservation: {
    ...bookedReservation,
    payments: 'Its payments, with their refunds.',
    memberships: 'The ids of the memberships that it granted, cancelled ones too.',
    url: 'The page of the booking. Whoever opens it acts as the booker. Null: the caller may not change reservations.',
  },
  BookedReservation: bookedReservation,
  ReservationLine: {
    amount: `What all of them cost, after the promotional code. ${whole}.`,
    prix: `What each costs, after the promotional code. ${whole}.`,
    discount: `What the promotional code took off all of them. ${whole}.`,
    card: 'The number of the card that a top-up was ordered for. Null: none was named.',
  },
  ReservationBooking: {
    email: 'Whose it is. Null: whoever is signed in; of staff, nobody.',
    options: 'The ids of the options that are asked for.',
    prices: 'What is booked, at which price.',
  },
  DeskSale: {
    email: 'Whose it is. Null: nobody’s.',
    options: 'The ids of the options that are asked for.',
    prices: 'What is sold, at which price.',
    amount: 'What the buyer was told it comes to. Null: whatever it comes to.',
  },
  BookingLine: { uuid: 'The id of the price.' },
  Payment: {
    ...paid,
    status:
      '`open` waits for money, `closed` waits no longer, `settled`, or `rejected`: what came pays for nothing and is refunded.',
  },
  'Payment.refunds': { ...paid, ...refundWords },
  'Payment.disputes': { ...paid, status: '`open`, `won` or `lost`.', withdrawn: 'Whether the bank has the money.' },
  ReservationCancellation: {
    handed_over: 'Whether what was paid at the desk is handed over at this moment. Null: false.',
    tickets: 'The ids of the tickets that alone are cancelled. Left out: all of it.',
  },
  AddressCorrection: { email: 'The address that is right.' },
  Quote: { amount: `What it comes to. ${whole}.` },
  HandOutCreation: { quantity: 'How many.' },
  HandOut: { handed_out: 'How many were out then.', quantity: 'How many; below zero, they came back.' },
  Refund: { ...paid, ...refundWords },
  Takings: ofTakings,
  Ticket: {
    status: '`C` created, `N` not active, `K` not scanned, `S` scanned.',
    options: 'The names of the options that were asked for.',
    qrcode_data: 'The text of its QR code. Null: it opens no door, or the caller lacks `ticket:secret`.',
  },
  FormerTicketKey: { public_key: 'The public key, as PEM.' },
  FormerTicketKeyCreation: { public_key: 'The public key, as PEM: SubjectPublicKeyInfo or PKCS #1.' },
  WaitingEntry: {
    status: '`unconfirmed`, `waiting`, `offered`, `taken` or `left`.',
    reservation: 'The id of the reservation that holds places for them. Null: none does.',
  },
  WaitingOffer: { reason: 'Why nobody was offered anything. Null: somebody was.' },
  WaitingListChange: { price: 'The id of the price whose list it is. Null: that of the whole event.' },
  GuestsInvitation: { name: 'What the list is called. Null: nothing.' },
  GuestInvitation: { email: 'Where their tickets are mailed. Null: nowhere.' },
  Invited: { guests: 'How many are invited by it.', places: 'How many places they have.' },
  'Invited.refused': { code: 'Why, as a booking is refused.' },
  Membership: { amount: `What it cost. ${whole}.`, datetime: 'When it was made.' },
  DeskSaleQuote: {
    email: 'Whose it would be. Null: nobody’s.',
    options: 'The ids of the options that are asked for.',
    prices: 'What would be sold, at which price.',
    method: 'Changes nothing.',
    amount: 'Changes nothing. Null: as if it were not sent.',
  },
  MembershipSaleQuote: { method: 'Changes nothing.', amount: 'Changes nothing. Null: as if it were not sent.' },
  MembershipSale: { amount: 'What they were told it comes to. Null: whatever it comes to.' },
  MembershipOrder: ofOrder,
  TopUpOrder: ofOrder,
  CardMembership: { name: 'What the membership is called.' },
  Card: { number: 'What is printed on it.' },
  CardOpening: { number: 'What is printed on it.' },
  CardMovement: {
    kind: '`credit` put money on it, `debit` took it off, `reversal` undid one of these; `top_up`, `membership` and `cancellation` came of reservations, `card_replaced` of another card, `opening_balance` of another server.',
    amount: `How much, always above zero. ${whole}. Null, of a reversal: all of it.`,
  },
  Device: { state: '`waiting` for a phone, `code_expired`, `paired`, `ended` or `archived`.' },
  MadeDevice: { state: '`waiting` for a phone, `code_expired`, `paired`, `ended` or `archived`.' },
  DeviceScansMistake: { from: 'The beginning.' },
  Import: {
    kind: ofFile,
    file_name: 'What the file is called.',
    state:
      '`draft`: it was looked at. `checking`, `importing`: it is under way. `checked`: `refusals` says what would be left out. `done`: it was imported.',
    headings: 'What its columns are called.',
    columns: 'Which column is read for each field.',
    unread: 'The columns that no field is read from: what they hold is not imported.',
    lines: 'How many lines it has.',
    done: 'How many lines the last check or import has dealt with.',
    taken: 'How many of these were imported, or would be.',
    known: 'How many of these are there already.',
    refused: 'How many of these are left out.',
    refusals: 'The first thousand lines that are left out.',
    created: 'When it was brought.',
    ended: 'When the last check or import ended. Null: there was none, or it is under way.',
  },
  ImportColumn: {
    field: 'The name of a field.',
    column: 'The heading of the column that it is read from. Null: it stays empty.',
  },
  ImportRefusal: {
    line: 'The number of the line in the file, from 1; in JSON that of the object.',
    field: 'What is wrong in it. Null: the line as a whole.',
    problem: `Why it is left out. ${eachMeans(importProblems, (problem) => importTexts.en.problems[problem])}`,
  },
  ImportCreation: {
    kind: ofFile,
    file_name: 'What it is called. Absent: as its kind.',
    content: 'The file: CSV with a line of headings, or JSON.',
  },
  ImportRun: { columns: 'Which column is read for each field; what is not named stays empty. Absent: as they are.' },
  ImportRunColumn: { field: 'The name of a field.', column: 'The heading of its column.' },
  Webhook: toldWebhook,
  MadeWebhook: toldWebhook,
  WebhookCreation: { signature: `${signatures} Null: \`hmac\`.` },
  WebhookDelivery: {
    uuid: 'The id of what happened, which is `webhook-id` at every attempt.',
    type: `The kind of what happened. ${eachMeans(occurrences, meaningOfKind)}`,
    datetime: 'When it happened.',
    body: 'What is sent and signed, as it was when it happened.',
    status: '`due`: it is, or will be, tried. `delivered`. `failed`: it is tried no more.',
    attempts: 'The last 20 attempts, in their order.',
  },
  WebhookAttempt: {
    datetime: 'When it was made.',
    refusal:
      'Why there was no answer: `invalid_url`, `forbidden_address` inside a network, `unreachable`, `too_many_redirects`, `too_large`, `too_slow` or `bad_status`. Null: there was one.',
    answer: 'The first 1,024 bytes of the answer.',
  },
  WebhookReplay: {
    from: 'The beginning.',
    status: 'Only what is in this status: `due`, `delivered` or `failed`. Null: in any.',
  },
  Accounting: {
    ...toldByName,
    from: 'The first day.',
    to: 'The last day, included.',
    vat: `The VAT in it. ${whole}.`,
    products: 'By product.',
    prices: 'By price.',
    received: `What came. ${whole}.`,
  },
  Settlement: {
    takings: `What was sold, less what was credited, without VAT. ${whole}.`,
    costs: 'What the event costs, as it was typed in.',
    left: `What is left after \`withdrawn\` and \`costs\`; below zero where it is not enough. ${whole}.`,
    others: `What of \`left\` was for other things than tickets, of which no artist has a share: less what banks withdrew of that, so below zero where that is more. ${whole}.`,
    guaranteed: `The fixed sums of the deals \`guarantee\` and \`plus\`, and of those \`versus\` whose fixed sum is more than their share. ${whole}.`,
    shared: `What shares are of: \`left\` less \`others\` and \`guaranteed\`, and never below zero. ${whole}.`,
    artists: 'Who has a deal, and what is owed to them.',
    owed: `What all artists are owed, without VAT. ${whole}.`,
    house: `What remains to the organisation; below zero it pays. ${whole}.`,
  },
  'Settlement.costs': settledCost,
  'Settlement.artists': { ...settledDeal, name: 'What the artist is called.', owed: `What they are owed. ${whole}.` },
  'SettlementChange.costs': settledCost,
  'SettlementChange.artists': settledDeal,
  SettlementChange: {
    costs: 'What the event costs, in place of what was typed in before.',
    artists: 'Who has a deal, in place of those there were.',
  },
  Receipt: {
    number: 'Its number, in one series with all others.',
    kind: 'A `receipt`, or a `credit_note` that corrects one.',
    amount: `How much; of a credit note below zero. In whole units of \`currency\`.`,
  },
  AuditEntry: { subject: 'The id of what it was done to. Null: nothing in particular.' },
  Settings: organisation,
  Place: organisation,
  PlaceCreation: { first_key: 'The API key that it has from the start. Null: none.' },
  MadePlace: { ...organisation, first_key: 'The API key that was asked for. Null: none was.' },
  FirstKeyCreation: {
    name: 'What the key is called on the page of its administrators.',
    permissions: `What it may do. ${eachMeans(permissions, (permission) => apiKeyTexts.en.permissions[permission])}`,
  },
  ReservationsExport: columnsOf('reservations'),
  TicketsExport: columnsOf('tickets'),
  ThingsExport: columnsOf('things'),
  MembersExport: columnsOf('members'),
  PaymentsExport: columnsOf('payments'),
  RefundsExport: columnsOf('refunds'),
  FirstKey: {
    prefix: 'The eight characters before the point, by which it is known.',
    key: 'The whole key, which is not kept. Null: it was shown before, and somebody has used it or a day is over.',
  },
  CheckedTicket: answeredTicket,
  Scan: { ...answeredTicket, code: `Why not, for programs: ${scanCodes}. Left out: admitted.` },
  DoorEvent: span,
  DoorTicket: { ...toldByName, event_uuid: 'The id of the event.' },
  'DoorTicket.conflicts': {
    code: `Why it would have been refused: ${scanCodes}, \`too_fast\` too many scans of one device at once.`,
  },
  DoorEvents: { events: 'The events it may scan, in the order they start.', device: 'The device.' },
  Snapshot: { ...toldByName, event: 'The event.', tickets: 'The tickets that are new or changed.' },
  'Snapshot.tickets': { price: 'Its place in `prices`, from 0.' },
  DoorStats: {
    event: 'The event.',
    conflicts:
      'The last 20 people in conflict, those last told of first: to a supervisor all of the event, to a steward those whom this device let in, or whose ticket it had scanned before.',
  },
  'DoorStats.conflicts': {
    ticket_uuid: 'The id of the ticket. Null: the device is a steward’s.',
    code: `Why it would have been refused: ${scanCodes}, \`too_fast\` too many scans of one device at once.`,
    prior_scanned_by: 'The id of the device that scanned the ticket before. Null: none did.',
    prior_scanned_at: 'When the ticket was scanned before. Null: it was not.',
  },
  DoorHandOut: { quantity: 'How many.' },
  FoundTickets: { tickets: 'The tickets.' },
  ListedTickets: { tickets: 'The tickets.' },
  TicketToScan: { scanned_at: 'When it happened, of a scan without network. Null: now.' },
  ScanBatch: {
    event_uuid: 'The id of the event that the door was set to, or null.',
    nonce: 'A uuid by which a repeat is known.',
    scanned_at: 'When it happened.',
  },
  ReceivedScans: { received: 'How many rows came.' },
  'ReceivedScans.scans': {
    code: `Why not, for programs: ${scanCodes}, \`too_fast\` too many scans of one device at once, or a code of refusals. Left out: admitted.`,
  },
  Problem: { status: 'The HTTP status.', detail: 'What to do, in the language of the caller.', ...ofMove },
  ScanRefusal: ofMove,
}

/** What parameters mean that do not say it themselves, by name. */
export const parameterMeanings: Meanings = {
  delivery: 'The id of what a webhook was told.',
  key: 'The id of the key.',
  slug: 'The last part of the address of its page.',
  type: 'Only what is of this kind, or a `trial`.',
  uuid: 'The id of what the call is about.',
  tag_id: 'What a reader shows: eight hexadecimal digits.',
  token: 'What the address of the pairing code has there.',
  limit: 'How many on a page; the `Link` of the answer leads to the next. Without it all of them.',
  cursor: 'Where the page begins: from the `Link` of the page before.',
  event: 'The id of the event: only what concerns it.',
  product: 'The id of the product: only what concerns it.',
  email: 'Only what this e-mail address has.',
  category: 'Only events of that kind.',
  published: 'Only what everybody sees (`true`), or only what they do not (`false`).',
  form: 'What stands between the columns: `semicolon`, or `comma`.',
  subject: 'The id of what it was done to.',
  agenda: 'The id of the agenda that brings them.',
  actor: 'The id of whoever did it.',
  noun: 'Only what was done to things of this kind.',
  'If-None-Match': 'The `ETag` of an earlier answer: 304 where nothing changed since.',
}

/** The schemas with what each of their fields means, before whatever is said of it already. */
export function withMeanings(schemas: Schemas): Schemas {
  return Object.fromEntries(Object.entries(schemas).map(([title, schema]) => [title, told(schema, [title])]))
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** @param path the title of the schema, and the fields it lies in */
function told(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(items && { items: told(items, path) }),
    ...(anyOf && { anyOf: anyOf.map((one) => told(one, path)) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const meaning = meaningOf(path, name)
          const said = mayBeNull(field) ? meaning : meaning?.replace(ofNull, '')
          const description = sentences(said, field['description'])
          return [name, { ...told(field, [...path, name]), ...(description !== '' && { description }) }]
        }),
      ),
    }),
  }
}

/** The last sentence of a meaning. */
const ofNull = / Null[:,].*$/

const mayBeNull = ({ type, anyOf = [] }: JsonSchema): boolean => [type].flat().includes('null') || anyOf.some(mayBeNull)

function meaningOf([title = '', ...fields]: readonly string[], name: string): string | undefined {
  const titles = [title, title.replace(/WithFile$/, ''), title.replace(/(Creation|Change)(WithFile)?$/, '')]
  const places = titles.flatMap((one) => [[one, ...fields].join('.'), one])
  const own = places.find((place) => within[place]?.[name] !== undefined)
  return own === undefined ? meanings[name] : within[own]?.[name]
}
