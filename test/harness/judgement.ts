import { Ajv } from 'ajv'
import { expect } from 'vitest'
import { type HostileValue, oddDate } from './hostile-values.ts'
import type { Schema } from './openapi-operations.ts'

/** A place in a body: `['prices', 0, 'qty']`. */
export type Place = readonly (string | number)[]

/** The value that means that a field is left out. */
export const nothing = Symbol('nothing')

export type Verdict =
  /** `names`: the field that the refusal is about, when it is another one. */
  | { readonly refused: readonly [status: number, code: string]; readonly names?: string }
  /** The value as the service should have understood it. */
  | { readonly taken: unknown }

type Asked = {
  /** `POST /api/events/` */
  readonly operation: string
  readonly place: Place
  readonly schema: Schema
  readonly required: boolean
  /** The value of that field in the working body. */
  readonly working: unknown
}

/**
 * Decides what the interface makes of a value in a field: the published schema decides after the documented leniency (ADR 0022),
 * then the rules below, which no schema can express. Written from docs/interface and docs/adr, not from the code.
 */
export function judge(asked: Asked, { value, formats = [], refused }: HostileValue): Verdict {
  if (refused) return { refused }
  const { operation, schema, required } = asked
  const invalid = operation.includes(' /scan/') && asked.place[0] === 'qrcode_data'
  const unfit = { refused: [400, invalid ? 'invalid_qrcode' : 'validation_failed'] } as const
  const isLeftOut = value === nothing
  const name = asked.place.findLast((step) => typeof step === 'string')
  const sent = isLeftOut ? undefined : readLeniently(schema, asJson(value), name)
  if (isLeftOut ? required : !fits(schema, sent, formats)) return unfit
  const field = `${operation} ${asked.place.filter((step) => typeof step === 'string').join('.')}`
  for (const rule of beyondTheSchema) {
    if (!rule.field.test(field)) continue
    const code = rule.refuses(sent, asked)
    if (code) return { refused: [statusOf[code], code], ...(rule.names ? { names: rule.names } : {}) }
  }
  return { taken: isLeftOut ? nothing : sent }
}

/** Whether a whole body is valid by its schema alone. */
export function fitsBody(schema: Schema, value: unknown): boolean {
  // No body, null and `{}` are equal: no body.
  const isNothing = value === null || Object.keys(value as object).length === 0
  const isOptional = [schema.type].flat().includes('null')
  return fits(schema, isNothing ? (isOptional ? null : {}) : readLeniently(schema, value), [])
}

const statusOf = {
  validation_failed: 400,
  not_found: 404,
  category_rule: 400,
  invalid_qrcode: 400,
  cashless_product_exists: 409,
  root_exists: 409,
  amount_mismatch: 409,
  max_per_user: 409,
  already_handed_out: 409,
  changed_meanwhile: 409,
  invalid_transition: 409,
} as const

type Rule = {
  /** Matches `METHOD /path/ field.part`. */
  readonly field: RegExp
  /** The code of the refusal of a value that the schema allows, or null. */
  readonly refuses: (sent: unknown, asked: Asked) => keyof typeof statusOf | null
  readonly names?: string
}

const unless = (fine: boolean) => (fine ? null : 'validation_failed')
type Named = { readonly first_name?: unknown; readonly last_name?: unknown }
const isNone = (sent: unknown) => sent === null || sent === undefined

export const promotionalCode = /^[a-z0-9][a-z0-9_-]{1,39}$/i

/** Values that the schema allows and the interface still refuses, each with the source that says so. */
const beyondTheSchema: readonly Rule[] = [
  // ADR 0035: a record of another tenant is unknown. Every field that names another row must name one of this tenant.
  {
    field:
      /^(?!\w+ \/api\/webhooks\/).* (product|products|options|options_radio|events|artists\.uuid|adhesion_obligatoire|location|stage|project|event|prices\.uuid|price)$/,
    refuses: (sent, { working }) => unless(typeof sent !== 'string' || sent.toLowerCase() === working),
  },
  // A link set by programs leads to the web, a mailbox or a telephone, or nowhere (lib/safe-link.ts).
  {
    field: / (twitter|facebook|instagram|legal_documents)$/,
    refuses: (sent) => unless(!/^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:\S*$/i.test(`${sent}`.trim())),
  },
  // ADR 0057: the decimals of an amount are those of its currency, here the euro.
  {
    field: / (prices\.|costs\.|artists\.)?(prix|custom_amount|discount_amount|amount|guarantee)$/,
    refuses: (sent) => unless(typeof sent !== 'number' || Number(sent.toFixed(2)) === sent),
  },
  // ADR 0271: both coordinates or neither; the working body has both, and a change keeps what it leaves out.
  {
    field: / (latitude|longitude)$/,
    refuses: (sent, { operation }) => unless(sent !== null && (sent !== undefined || operation.startsWith('PATCH'))),
  },
  // ADR 0274: an address is read once, and those of the creations that came before are.
  {
    field: /^PATCH \/api\/remote-agendas\/.* address$/,
    refuses: (sent, { working }) => unless(sent === undefined || `${sent}`.trim() === working),
  },
  // ADR 0070: fetched from public addresses only, and decoded.
  {
    field: / (img_url|logo_url|map_img|carte_restaurant)$/,
    refuses: (sent, { working }) => unless(isNone(sent) || sent === working),
  },
  // ADR 0273: told on the internet alone, over https.
  { field: / \/api\/webhooks\/.* url$/, refuses: (sent, { working }) => unless(isNone(sent) || sent === working) },
  // ADR 0281: a line of headings and one below it; columns of the file and fields of its kind, those that are needed among them.
  {
    field: / \/api\/imports\/ content$/,
    refuses: (sent) => unless(/\S[^\r\n]*[\r\n]\s*\S/.test(`${sent}`) && !`${sent}`.includes('\0')),
  },
  {
    field: / \/api\/imports\/.* columns\.(field|column)$/,
    refuses: (sent, { working }) => unless(`${sent}`.trim() === working),
  },
  {
    field: / \/api\/imports\/.* columns$/,
    refuses: (sent, { working }) => unless(sent === undefined || JSON.stringify(sent) === JSON.stringify(working)),
    names: 'columns.name',
  },
  // ADR 0243: the addresses of a key are those of machines.
  {
    field: / first_key\.addresses$/,
    refuses: (sent, { working }) =>
      unless(isNone(sent) || ['[]', JSON.stringify(working)].includes(JSON.stringify(sent))),
  },
  {
    field: / first_key\.addresses\.\d+$/,
    refuses: (sent, { working }) => unless(sent === working),
    names: 'first_key.addresses',
  },
  // ADR 0277: a public key.
  { field: / public_key$/, refuses: (sent, { working }) => unless(sent === working) },
  // ADR 0038, check 2: its form is not the schema's, since it has a code of its own.
  { field: / \/scan\/.* qrcode_data$/, refuses: (sent, { working }) => (sent === working ? null : 'invalid_qrcode') },
  // ADR 0182: an event of this device, a ticket of its tenant, the cursor of a page, three letters at least.
  {
    field: / \/scan\/(search_ticket|list_tickets)\/ event_uuid$/,
    refuses: (sent, { working }) => (isNone(sent) || `${sent}`.toLowerCase() === working ? null : 'not_found'),
  },
  {
    field: / \/scan\/(undo|admit_ticket)\/ ticket_uuid$/,
    refuses: (sent, { working }) => (`${sent}`.toLowerCase() === working ? null : 'not_found'),
  },
  // A scan of that ticket, in the log.
  {
    field: / \/((scan|api\/ticket\/\{uuid\})\/undo\/ scan_uuid|admin\/.*\/mistakes\/ scan)$/,
    refuses: (sent) => (isNone(sent) ? null : 'not_found'),
  },
  { field: / \/scan\/.* cursor$/, refuses: (sent) => unless(isNone(sent)) },
  {
    field: / \/scan\/search_ticket\/ query$/,
    refuses: (sent) => unless(`${sent}`.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 3),
  },
  // ADR 0023: years 1970 to 2999.
  {
    // A row of a queue is looked at by itself, and refused in its own answer (ADR 0182).
    field:
      /^(?!POST \/scan\/batch\/).* .*(datetime|doors_open|doors_close|scanned_at|sales_start|sales_end|ends_at|expires_at|starts|(undo|replay)\/ (from|until))$/,
    refuses: (sent) => unless(!`${sent}`.startsWith('9999')),
  },
  // ADR 0039: an offline scan happened in the last seven days.
  { field: / scanned_at$/, refuses: (sent) => unless(isNone(sent)) },
  // ADR 0055: NA, a code, or a rate up to 100 with two decimals.
  {
    field: / vat$/,
    refuses: (sent) => unless(isNone(sent) || (/^\d+(\.\d{1,2})?$/.test(`${sent}`) && Number(sent) <= 100)),
  },
  // docs/interface/reservations.md, "Payment": a payment pays what is due.
  {
    field: /\/(payments|sales)\/ amount$/,
    refuses: (sent, { working }) => (isNone(sent) || sent === working ? null : 'amount_mismatch'),
  },
  // A gift has no amount.
  { field: /\/payments\/ method$/, refuses: (sent) => (sent === 'free' ? 'amount_mismatch' : null) },
  // What was paid by card is under that method already.
  { field: /\/payment-correction\/ method$/, refuses: (sent) => (sent === 'card' ? 'invalid_transition' : null) },
  // ADR 0280: the shop's price is of a ticket.
  { field: / recurring_payment$/, refuses: (sent) => unless(sent !== true && sent !== 'true') },
  // Nobody waits for more than they could book.
  { field: /\/waiting-list\/ places$/, refuses: (sent) => (Number(sent) > 10 ? 'max_per_user' : null) },
  // ADR 0058: the customers are those of the places.
  { field: / prices\.qty$/, refuses: (sent) => unless(isNone(sent) || sent === 1) },
  // ADR 0121: nobody made such a code; a new one has one discount.
  { field: /\/(reservations|memberships|sales|quote)\/ promotional_code$/, refuses: (sent) => unless(isNone(sent)) },
  {
    field: /\/promotional-codes\/.* code$/,
    refuses: (sent) => unless(sent === undefined || promotionalCode.test(`${sent}`)),
  },
  { field: /\/promotional-codes\/many\/ prefix$/, refuses: (sent) => unless(promotionalCode.test(`${sent}`)) },
  {
    field: /\/promotional-codes\/.* discount_rate$/,
    refuses: (sent, { operation }) =>
      unless((sent === undefined && operation.startsWith('PATCH')) || (Number(sent) > 0 && Number(sent) <= 100)),
  },
  { field: /\/promotional-codes\/.* discount_amount$/, refuses: (sent) => unless(isNone(sent) || Number(sent) > 0) },
  {
    field: /\/promotional-codes\/.* discount_amount$/,
    refuses: (sent) => unless(isNone(sent)),
    names: 'discount_rate',
  },
  // ADR 0120: the price is fixed, and free; a top-up is never free.
  { field: /(?<!top-ups\/) (prices\.)?custom_amount$/, refuses: (sent) => unless(isNone(sent) || sent === 0) },
  { field: /top-ups\/ custom_amount$/, refuses: (sent) => unless(isNone(sent) || sent === 5) },
  // ADR 0263: there is one such card.
  { field: /top-ups\/ card$/, refuses: (sent, { working }) => unless(isNone(sent) || sent === working) },
  // ADR 0052: the shop has its one cashless product.
  { field: / send_to_cashless$/, refuses: (sent) => (sent === true ? 'cashless_product_exists' : null) },
  // ADR 0068: a name has a letter or a digit, of whatever script; and Root exists.
  { field: /^POST \/api\/place\/ organisation$/, refuses: (sent) => unless(/[\p{L}\p{N}]/u.test(`${sent}`)) },
  { field: /^POST \/api\/place\/ categorie$/, refuses: (sent) => (sent === 'R' ? 'root_exists' : null) },
  // ADR 0073: every event of a producer belongs to a project.
  { field: /^PATCH \/api\/events\/.* project$/, refuses: (sent) => (sent === null ? 'category_rule' : null) },
  // ADR 0266: a page of a site of the organisation's own, of which the shop has none but while its settings are tried.
  { field: / return_url$/, refuses: (sent) => unless(isNone(sent)) },
  // ADR 0288: the working deal has a fixed sum and a share.
  { field: / artists\.(guarantee|share)$/, refuses: (sent) => unless(!isNone(sent)) },
  { field: / artists\.deal$/, refuses: (sent) => unless(sent !== 'guarantee'), names: 'artists.0.share' },
  { field: / artists\.deal$/, refuses: (sent) => unless(sent !== 'share'), names: 'artists.0.guarantee' },
  // Origins.
  {
    field: / sites$/,
    refuses: (sent, { place }) =>
      unless((place.length === 1 && (isNone(sent) || Array.isArray(sent))) || sent === 'https://www.place.test'),
  },
  { field: / accent_color$/, refuses: (sent) => unless(isNone(sent) || /^#[0-9a-f]{6}$/i.test(`${sent}`)) },
  { field: / currency$/, refuses: (sent, { working }) => unless(isNone(sent) || sent === working) },
  { field: / time_zone$/, refuses: (sent, { working }) => unless(isNone(sent) || sent === working) },
  { field: / hand_out$/, refuses: (sent, { working }) => (`${sent}`.toLowerCase() === working ? null : 'not_found') },
  // A guest has a name.
  {
    field: /\/guests\/ guests$/,
    refuses: (sent) =>
      unless([sent].flat().every((guest) => !!(guest as Named).first_name || !!(guest as Named).last_name)),
  },
  // The person's present address.
  {
    field: /\/address\/ former$/,
    refuses: (sent, { working }) => (isNone(sent) || sent === working ? null : 'changed_meanwhile'),
  },
  // The tag of a card and the number printed on it belong together.
  { field: /\/cards\/ number$/, refuses: (sent, { working }) => (sent === working ? null : 'not_found') },
  // ADR 0110: a thing of this reservation; there are never as many left of its 500 shirts.
  { field: / thing$/, refuses: (sent, { working }) => (`${sent}`.toLowerCase() === working ? null : 'not_found') },
  { field: /\/hand.outs?\/ quantity$/, refuses: (sent) => (Number(sent) > 500 ? 'already_handed_out' : null) },
  // A movement has an amount, and only a reversal names the one that it undoes. The working one is a credit.
  { field: /\/movements\/ kind$/, refuses: (sent) => unless(sent !== 'reversal'), names: 'reversal_of' },
  { field: /\/movements\/ amount$/, refuses: (sent) => unless(!isNone(sent)) },
  { field: /\/movements\/ reversal_of$/, refuses: (sent) => unless(isNone(sent)) },
]

/** Fields whose values programs compare, listed by hand: no character is left out of these. */
const machineValues =
  /^(from|to|code|promotional_code|vat|currency|time_zone|accent_color|tag_id|number|card|qrcode_data|thing|nonce|cursor|return_url|sites)$/

/** Reads a value with the leniency of ADR 0022 and 0155. */
function readLeniently(schema: Schema, value: unknown, name = ''): unknown {
  const types = [schema.type ?? []].flat()
  if (schema.items && Array.isArray(value)) {
    const { items } = schema
    return value.map((item) => readLeniently(items, item, name))
  }
  if (schema.properties && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const given = value as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key]) => Object.hasOwn(given, key))
        .map(([key, child]) => [key, readLeniently(child, given[key], key)]),
    )
  }
  // A telephone number, a rate or a post code may come as a number, as the interface declares some of them.
  if (types.includes('string') && typeof value === 'number') return digitsOf(value)
  // JSON has a minus zero; it is zero.
  if (value === 0) return 0
  if (typeof value !== 'string') return value
  const isForPeople = !schema.format && !schema.enum && types.includes('string') && !machineValues.test(name)
  const text = isForPeople ? asSeen(value, /^(long_description|access_notes|reason)$/.test(name)) : value.trim()
  if (text === '' && types.includes('null')) return null
  if (types.includes('string')) return text
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text)
  if (types.includes('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && ['true', 'false'].includes(text)) return text === 'true'
  return value
}

/** ADR 0155, implemented a second time: without characters that reverse a line, and '' where nobody would see anything. */
function asSeen(value: string, isLong: boolean): string {
  const left = [...value]
    .filter((character) => !/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff]/.test(character))
    .join('')
    .replace(/[\u2028\u2029]+/g, (ends) => (isLong ? '\n'.repeat(ends.length) : ' '))
  const isSeen = [...left].some(
    (character) => !/[\s\u2800]|\p{Default_Ignorable_Code_Point}|\p{M}|\p{Cf}/u.test(character),
  )
  return isSeen ? left.trim() : ''
}

/** Turns a number into its digits, but not one past 2^53, which is no longer the one that was sent, nor one with an exponent. */
function digitsOf(value: number): unknown {
  const digits = String(value)
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && /^-?\d+(\.\d+)?$/.test(digits) ? digits : value
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

let formatsOfValue: readonly string[] = []
const ajv = new Ajv({ strict: false, multipleOfPrecision: 6 })
for (const format of ['uuid', 'email', 'uri', 'date-time', 'binary'])
  ajv.addFormat(format, () => formatsOfValue.includes(format))
// An odd mailbox is no account: those have plain names.
ajv.addFormat('address', () => formatsOfValue.includes('uri'))

function fits(schema: Schema, value: unknown, formats: readonly string[]): boolean {
  formatsOfValue = formats
  return ajv.validate(schema, value)
}

type Shown = {
  /** The name under which a reader finds the field, when it is not its own. */
  readonly as?: string
  /** The value as the interface shows it. */
  readonly form?: (sent: unknown) => unknown
  /** The shown value when the field was null or left out at creation; null unless stated. */
  readonly absent?: unknown
  /** True when a change to null leaves the former value. */
  readonly nullLeaves?: boolean
}

const lower = (sent: unknown) => `${sent}`.normalize('NFC').toLowerCase()
/** ADR 0271: six decimals. */
const degrees: Shown = { form: (sent) => Math.round(Number(sent) * 1e6) / 1e6 }
const lowerEach = (sent: unknown) => (Array.isArray(sent) ? sent : lower(sent))
const instant = {
  form: (sent: unknown) => (sent === oddDate.text ? oddDate.shown : `${sent}`.replace('+00:00', '.000000+00:00')),
}

/** ADR 0064: L is free seating. Case and invisible characters make no different seat. */
const seatShown: Shown = {
  form: (sent) => `${sent}`.toUpperCase().normalize('NFC').replace(/\p{C}/gu, ''),
  absent: 'L',
}

/** Where and how the interface shows a field; one that is not listed is shown under its own name as it was sent. */
const shownAs: Readonly<Record<string, Shown>> = {
  // Its own language is always one; nothing stated means every spoken one.
  languages: {
    form: (sent) => (Array.isArray(sent) && sent.length === 0 ? [expect.any(String)] : sent),
    absent: expect.arrayContaining(['de', 'en', 'es', 'fr']),
  },
  latitude: degrees,
  longitude: degrees,
  sandbox: { absent: false },
  trusted: { absent: false, nullLeaves: true },
  publish: { absent: true, nullLeaves: true },
  published: { absent: true, nullLeaves: true },
  send_to_cashless: { absent: false, nullLeaves: true },
  signature: { absent: 'hmac' },
  free_price: { absent: false, nullLeaves: true },
  recurring_payment: { absent: false, nullLeaves: true },
  subscription_type: { form: (sent) => (sent === 'N' || sent === 'L' ? null : sent) },
  categorie_article: { form: (sent) => (sent === 'S' ? 'R' : sent) },
  max_per_ser: { as: 'max_per_user', absent: 10, nullLeaves: true },
  max_per_user: { absent: 10, nullLeaves: true },
  vat: { form: (sent) => Number(sent).toFixed(2), absent: 'NA' },
  product: { form: lower },
  location: { form: lower },
  stage: { form: lower },
  // Not null but a uuid: the tenant's first location, or that of the stage.
  'POST event location': { form: lower, absent: expect.any(String) },
  'POST event stage': { form: lower, absent: expect.any(String) },
  'POST event project': { form: lower, absent: expect.any(String) },
  project: { form: lower },
  sites: { absent: [] },
  event: { form: lower },
  price: { form: lower },
  datetime: instant,
  end_datetime: instant,
  doors_open: instant,
  doors_close: instant,
  sales_start: instant,
  sales_end: instant,
  ends_at: instant,
  'artists.datetime': instant,
  'artists.uuid': { form: lower },
  products: { form: lowerEach, absent: [] },
  start_datetime: instant,
  active: { absent: true, nullLeaves: true },
  archived: { absent: false, nullLeaves: true },
  kept_out: { absent: false, nullLeaves: true },
  // The body beside it publishes the product or event, which restores what was archived.
  'PATCH product archived': { absent: false },
  'PATCH event archived': { absent: false },
  options: { form: lowerEach, absent: [] },
  options_radio: { form: lowerEach, absent: [] },
  offline_policy: { absent: 'ask', nullLeaves: true },
  'event img_focus': { absent: '50% 50%', nullLeaves: true },
  // That of its artists.
  'POST event name': { absent: 'Albatross owls' },
  'event max_per_user': {},
  artists: { absent: [] },
  img_url: { as: 'img' },
  postal_code: { as: 'postal_code_text' },
  // A person has one address, however it is spelled.
  'reservation email': { as: 'user_mail', form: lower, absent: '' },
  'membership email': { form: lower },
  'ticket first_name': { absent: '' },
  'ticket last_name': { absent: '' },
  'ticket seat': seatShown,
  events: { form: lowerEach },
  gate: { absent: '' },
  role: { absent: 'steward', nullLeaves: true },
  'prices.qty': { absent: 1 },
  'prices.customers.first_name': { absent: '' },
  'prices.customers.last_name': { absent: '' },
  'prices.customers.seat': seatShown,
  'POST import file_name': { absent: 'products' },
  'POST place adhesion_obligatoire': { absent: false },
  'POST place button_adhesion': { absent: false },
  'POST place language': { absent: 'en' },
  'POST place time_zone': { absent: 'Europe/Paris' },
  'POST place currency': { absent: 'EUR' },
  'POST place online_hold_minutes': { absent: 15 },
  'POST place email_hold_hours': { absent: 24 },
  'POST place offer_hours': { absent: 12 },
  'POST place transfers': { absent: true },
  'POST place accent_color': { absent: '#2b3fd6' },
  'POST place type_pair': { absent: 'grotesque' },
  'POST place color_scheme': { absent: 'device' },
  'POST place picture_header': { absent: 'beside' },
  'POST place img_focus': { absent: '50% 50%' },
  'place img_url': { as: 'img_variations', absent: {} },
  'place logo_url': { as: 'logo_variations', absent: {} },
}

/** Where and how an accepted value is shown; undefined when it is not, and `left` when a change leaves the former value. */
export function expectedShown(
  { operation, place }: Pick<Asked, 'operation' | 'place'>,
  taken: unknown,
): { readonly at: string; readonly value: unknown } | { readonly at: string; readonly left: true } {
  const [, method, noun] = /^(\w+) \/api\/(\w+?)s?\//.exec(operation) ?? []
  const name = place.filter((step) => typeof step === 'string').join('.')
  const {
    as = name,
    form = (sent: unknown) => sent,
    absent = null,
    nullLeaves,
  } = shownAs[`${method} ${noun} ${name}`] ?? shownAs[`${noun} ${name}`] ?? shownAs[name] ?? {}
  const isChange = operation.startsWith('PATCH') && place.length === 1
  if (isChange && (taken === nothing || (taken === null && nullLeaves))) return { at: as, left: true }
  if (taken === null || taken === nothing) return { at: as, value: absent }
  return { at: as, value: typeof place.at(-1) === 'number' ? [form(taken)] : form(taken) }
}
