import {
  amount,
  email,
  type Fields,
  line,
  lines,
  link,
  links,
  moment,
  vatRate,
  wholeNumber,
  yesNo,
} from '../../lib/field.ts'
import type { Permission } from '../account/permission.ts'
import { priceFields } from '../catalog/price-fields.ts'
import { productFields } from '../catalog/product-fields.ts'
import { longestKeyText } from '../ticket/former-ticket-key.ts'
import { eventColumns } from '../event/event-fields.ts'
import { programmeFields } from '../tenant/programme-fields.ts'

/** What is brought from another server, in the order in which it is: what comes later names what came before. */
export const importKinds = [
  'locations',
  'artists',
  'options',
  'products',
  'events',
  'members',
  'tickets',
  'cards',
] as const
export type ImportKind = (typeof importKinds)[number]

/** A list of words that are read later: letters of the interface, or words of a spreadsheet. */
const word = <const Wire extends string>(wire: Wire) => line({ wire, most: 60 })
/** A thing that is named by its id or its name. */
const named = <const Wire extends string>(wire: Wire) => line({ wire, most: 200 })

/** But where it takes place: a line names its place, and no stage or project. */
const { locationId, stageId, projectId, imageFocus, ...ofEvents } = eventColumns

/** The number of a member, and room for those that come after. */
const mostMemberNumber = 99_999_999

/**
 * What a line may say, by kind: the fields of a thing under the interface's own names, so that what its lists answer is read as it is. A price
 * beside its product is `prices.…`, as there.
 */
export const importFields = {
  locations: { id: link({ wire: 'uuid' }), ...programmeFields.location },
  artists: { id: link({ wire: 'uuid' }), ...programmeFields.artist },
  options: { id: link({ wire: 'uuid' }), ...programmeFields.ticketOption },
  products: {
    id: link({ wire: 'uuid' }),
    ...productFields,
    kind: word('categorie_article'),
    priceId: link({ wire: 'prices.uuid' }),
    priceName: line({ wire: 'prices.name', most: priceFields.name.most }),
    amountMinor: amount({ wire: null, form: 'prices.prix' }),
    vatRateHundredths: vatRate({ wire: null, form: 'prices.vat' }),
    stock: wholeNumber({ wire: 'prices.stock', least: 0 }),
    maxPerUser: wholeNumber({ wire: 'prices.max_per_user', least: 1 }),
    period: word('prices.subscription_type'),
    openAmount: yesNo({ wire: 'prices.free_price', usual: false }),
    recurringPayment: yesNo({ wire: 'prices.recurring_payment', usual: false }),
    saleStartsAt: moment({ wire: 'prices.sales_start' }),
    saleEndsAt: moment({ wire: 'prices.sales_end' }),
    requiredMembership: named('prices.adhesion_obligatoire'),
    priceShortDescription: line({ wire: 'prices.short_description', most: priceFields.shortDescription.most }),
    priceLongDescription: lines({ wire: 'prices.long_description', most: priceFields.longDescription.most }),
    priceScanNote: line({ wire: 'prices.scan_note', most: priceFields.scanNote.most }),
    priceArchived: yesNo({ wire: 'prices.archived', usual: false }),
  },
  events: {
    id: link({ wire: 'uuid' }),
    slug: line({ wire: 'slug', most: 200 }),
    ...ofEvents,
    cancelledAt: moment({ wire: 'cancelled_at' }),
    productIds: links({ wire: 'products', most: 100 }),
    location: named('location'),
    artists: line({ wire: 'artists', most: 5000 }),
    options: line({ wire: 'options', most: 5000 }),
    exclusiveOptions: line({ wire: 'options_radio', most: 5000 }),
    publicKey: lines({ wire: 'public_key', most: longestKeyText }),
  },
  members: {
    id: link({ wire: 'uuid' }),
    email: email({ wire: 'email', required: true }),
    number: wholeNumber({ wire: 'number', least: 1, most: mostMemberNumber }),
    firstName: line({ wire: 'first_name', most: 200 }),
    lastName: line({ wire: 'last_name', most: 200 }),
    product: named('product'),
    price: named('price'),
    validFrom: moment({ wire: 'valid_from', required: true }),
    validUntil: moment({ wire: 'valid_until' }),
    amountMinor: amount({ wire: null, form: 'amount' }),
    cancelled: yesNo({ wire: 'cancelled', usual: false }),
    cancelledAt: moment({ wire: 'cancelled_at' }),
  },
  tickets: {
    id: link({ wire: 'uuid', required: true }),
    reservation: line({ wire: 'reservation', most: 100 }),
    bookedAt: moment({ wire: 'datetime' }),
    email: email({ wire: 'user_mail' }),
    reservationStatus: word('reservation_status'),
    event: line({ wire: 'event', most: 200, required: true }),
    product: named('product'),
    price: named('price'),
    amountMinor: amount({ wire: null, form: 'amount' }),
    firstName: line({ wire: 'first_name', most: 200 }),
    lastName: line({ wire: 'last_name', most: 200 }),
    status: word('status'),
    scannedAt: moment({ wire: 'scanned_at' }),
    seat: line({ wire: 'seat', most: 50 }),
  },
  cards: {
    id: link({ wire: 'uuid' }),
    tagId: line({ wire: 'tag_id', most: 20 }),
    number: line({ wire: 'number', most: 30 }),
    balanceMinor: amount({ wire: null, form: 'balance' }),
  },
} as const satisfies Record<ImportKind, Fields>

export type ImportFields<Kind extends ImportKind> = (typeof importFields)[Kind]

type NameOf<Of> = Of extends { readonly wire: infer Name extends string }
  ? Name
  : Of extends { readonly form: infer Name extends string }
    ? Name
    : never
type NamesOf<Kind extends ImportKind> = Kind extends ImportKind
  ? NameOf<ImportFields<Kind>[keyof ImportFields<Kind>]>
  : never
/** The name of a field for people and programs: the interface's. */
export type ImportFieldName = NamesOf<ImportKind>

/** What a key needs for each, beside being one that may import. */
export const importPermissions: Readonly<Record<ImportKind, Permission>> = {
  locations: 'event:write',
  artists: 'event:write',
  options: 'event:write',
  products: 'product:write',
  events: 'event:write',
  members: 'membership:write',
  tickets: 'reservation:write',
  cards: 'card:write',
}

/** Why a line is not taken. */
export const importProblems = [
  'quotes',
  'required',
  'too_long',
  'id',
  'email',
  'number',
  'amount',
  'vat_rate',
  'moment',
  'yes_no',
  'degrees',
  'web_address',
  'choice',
  'kind',
  'period',
  'status',
  'times',
  'not_paid',
  'no_ticket',
  'unknown_product',
  'unknown_price',
  'several_prices',
  'unknown_membership',
  'unknown_location',
  'unknown_artist',
  'unknown_option',
  'several_entries',
  'category_rule',
  'unknown_event',
  'several_events',
  'public_key',
  'private_key',
  'id_elsewhere',
  'id_of_another',
  'number_taken',
  'number_differs',
  'seat_taken',
  'other_amount',
  'made_here',
  'reservation_cancelled',
  'unknown_card',
  'card_lost',
  'balance_differs',
  'cashless_product_exists',
  'refused',
] as const
export type ImportProblem = (typeof importProblems)[number]

export type LineProblem = { readonly field: string | null; readonly problem: ImportProblem }

/** What became of a line: taken, there already as it is, or why not. */
export type LineOutcome = 'taken' | 'known' | LineProblem

/** The states of an import: a draft says what its columns mean, may be checked without being written, and is imported once. */
export const importStates = ['draft', 'checking', 'checked', 'importing', 'done'] as const
export type ImportState = (typeof importStates)[number]

/** By the name of a field, the column that it is read from, counted from 0. */
export type Mapping = Readonly<Record<string, number>>

/** The lines of a part: what is imported in one step. */
export const linesOfPart = 500
/** The most lines of a file, and its most bytes. */
export const mostLines = 100_000
export const mostImportBytes = 10 * 1024 * 1024
/** Days after which a file that was not imported is deleted, and how many are at once: each holds thousands of lines. */
export const keptDraftDays = 7
export const draftsAtOnce = 10
