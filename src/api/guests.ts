import { type Static, Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { getEvent } from '../features/event/event.queries.ts'
import {
  guestKey,
  type ListedGuest,
  longestListName,
  longestNote,
  mostGuests,
} from '../features/guest-list/guest-file.ts'
import { countInvited, type InvitedGuest, listInvited } from '../features/guest-list/guest-list.queries.ts'
import { requireGuestPrice } from '../features/guest-list/guest-prices.ts'
import { inviteGuests } from '../features/guest-list/invite-guests.ts'
import { mostPlaces } from '../features/reservation/places.ts'
import { normalizeEmail } from '../lib/text.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import {
  ArrayIn,
  BooleanIn,
  EmailIn,
  IntegerIn,
  IntegerOut,
  Maybe,
  Text,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { answerList } from './answer-list.ts'
import { byId, listOffer } from './list-offer.ts'
import { NameIn, readName } from './name-wire.ts'

const GuestIn = Type.Object(
  {
    ...NameIn,
    email: Maybe(EmailIn),
    places: Maybe(IntegerIn({ min: 1, max: mostPlaces, example: 2 })),
    note: Maybe(Text({ max: longestNote, example: 'Press' })),
  },
  { title: 'GuestInvitation' },
)

const InvitationIn = Type.Object(
  {
    list: Maybe(UuidIn),
    name: Maybe(Text({ max: longestListName, example: 'The band' })),
    price: UuidIn,
    to_mail: Maybe(BooleanIn),
    guests: ArrayIn(GuestIn, { min: 1, max: mostGuests }),
  },
  { title: 'GuestsInvitation' },
)

const InvitedOut = Type.Object(
  {
    list: UuidOut,
    guests: withExample(IntegerOut, 12),
    places: withExample(IntegerOut, 18),
    known: withExample(IntegerOut, 3),
    refused: Type.Array(Type.Object({ guest: withExample(IntegerOut, 7), code: withExample(TextOut, 'sold_out') })),
  },
  { title: 'Invited' },
)

const ofGuest = fieldsOf<InvitedGuest>()
const guest = ofGuest.object('Guest', {
  reservation: ofGuest.uuid('id'),
  list: ofGuest.uuid('listId'),
  list_name: ofGuest.text('listName', 'The band'),
  first_name: ofGuest.text(({ firstName }) => firstName ?? '', 'Ada'),
  last_name: ofGuest.text(({ lastName }) => lastName ?? '', 'Lovelace'),
  email: ofGuest.text('bookerEmail', 'ada@example.org'),
  places: ofGuest.integer('places', 2),
  scanned: ofGuest.integer(({ inside }) => inside ?? 0, 1),
  note: ofGuest.text('note', 'Press'),
  cancelled: ofGuest.yesNo(({ isIn }) => !isIn, false),
})

const guests = section({
  tag: 'Reservations',
  url: '/api/events/:uuid/guests/',
  access: needs('reservation:read', 'reservations'),
  writes: needs('reservation:write', 'reservations'),
})

/** The guests of an event (ADR 0161). Not in the interface. */
export const registerGuests = guests.register

const offer = listOffer({ dates: 'was invited', sorts: { created: byId } })

guests.get('', {
  operationId: 'listGuests',
  summary: 'List who is invited to an event',
  description:
    'In the order they were booked. `places` are those that were not cancelled, `scanned` how many of them came in; one whose booking is `cancelled` may be invited again.',
  query: offer.query,
  response: { 200: Type.Array(guest.out) },
  handler: async (call) => {
    const { id, inTenant } = call
    const event = await inTenant((tx) => getEvent(tx, id))
    return answerList(call, offer, {
      item: guest.out,
      present: guest.present,
      next: (page) => inTenant((tx) => listInvited(tx, event.id, page)),
      count: (narrowing) => inTenant((tx) => countInvited(tx, event.id, narrowing)),
    })
  },
})

guests.post('', {
  operationId: 'inviteGuests',
  refuses: ['category_rule', 'not_on_sale'],
  madeApart: true,
  summary: 'Invite guests to an event',
  description:
    'Each is a booking of their own, free of charge, at a price of tickets that is on sale and takes no membership. Whoever finds no place is `refused`, by where they stand in `guests` from 0 and the `code` of a booking, and keeps nobody else out. A guest is known by name and address: who is invited already stays as they are (`known`), so that a list may be sent twice, or with three names more. The same `list` goes on where it was. Whoever has an address gets their tickets by mail, unless `to_mail` is false; those of a new organisation wait for their turn once it mailed 200 people within a day who did not ask for it, more as it sells and grows old.',
  body: InvitationIn,
  response: { 200: InvitedOut },
  handler: async ({ context, id, idOfNew, tenant, actor, body }) => {
    const [eventId, priceId] = [id, body.price]
    const list = { id: body.list ?? idOfNew, name: body.name ?? '' }
    await requireGuestPrice(context, tenant, { eventId, priceId })
    const { refused, ...invited } = await inviteGuests(context, tenant, actor, {
      eventId,
      priceId,
      list,
      toMail: body.to_mail ?? true,
      language: tenant.language,
      guests: readGuests(body.guests),
    })
    const told = refused.map(({ guest: { line }, error }) => ({ guest: line, code: error.code }))
    return { list: list.id, ...invited, refused: told }
  },
})

/** `line` is where somebody is in the list, from 0. @throws AppError validation_failed naming the guest */
function readGuests(guests: readonly Static<typeof GuestIn>[]): readonly ListedGuest[] {
  const seen = new Set<string>()
  return guests.map((guest, line) => {
    const listed = {
      line,
      text: '',
      ...readName(guest),
      email: guest.email == null ? '' : normalizeEmail(guest.email),
      places: guest.places ?? 1,
      note: guest.note ?? '',
    }
    if (listed.firstName === '' && listed.lastName === '') throw fieldError(`guests.${line}.last_name`, 'required')
    if (seen.has(guestKey(listed))) throw fieldError(`guests.${line}`, 'guest_twice')
    seen.add(guestKey(listed))
    return listed
  })
}
