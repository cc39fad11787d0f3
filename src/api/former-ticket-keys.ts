import { Type } from 'typebox'
import { getEvent } from '../features/event/event.queries.ts'
import { addFormerKey } from '../features/ticket/add-former-key.ts'
import { fingerprintOf, keySizeOf, longestKeyText, pemOf } from '../features/ticket/former-ticket-key.ts'
import { type FormerTicketKey, getFormerKey, listFormerKeys } from '../features/ticket/former-ticket-key.queries.ts'
import { removeFormerKey } from '../features/ticket/remove-former-key.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { Text, UuidIn } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { chooseWhole } from './answer-list.ts'
import { byId, listOffer } from './list-offer.ts'

const examplePem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsF8OGEoquW+U/2AB4E2H
Kxzgqi1hL8oFjW56CvVzr9b0eM8s6FoiOvrQ8FzbE27PIGnwHCV/H6n1e+rbuE8P
A6xsxPJGSYfSkPMDXiRs2rbXp+gU5CStZ/ljGeXEQLryjaBwl4ZzAiyNKbpDWGKX
bldS/+9Gt8NlPpBJfQfJse9WbDEtRSzEjtd3o5xqUBREbI9DuDLHdAoFRPBBZ3Ir
W7jQ8u8gtPzdSUlG/nwlj/7rxhvIbShgi3IowpwLuwIQdU9bxzmrru/HhVksizdI
sL52TYpp/8jnXqSkshqD8P65rMMmQImOSavyzNbDAjr+NZWGVdk98G7M4wv6TeqW
ZwIDAQAB
-----END PUBLIC KEY-----
`

const ofKey = fieldsOf<FormerTicketKey>()
const formerKey = ofKey.object('FormerTicketKey', {
  uuid: ofKey.uuid('id'),
  public_key: ofKey.text(({ publicKey }) => pemOf(publicKey), examplePem),
  fingerprint: ofKey.text(
    ({ publicKey }) => fingerprintOf(publicKey),
    '7dca16e658ac5d89132c1f94620d72e60c56fd1ee26be32f52649f3e108aa42e',
  ),
  bits: ofKey.integer(({ publicKey }) => keySizeOf(publicKey), 2048),
  added_at: ofKey.moment('addedAt'),
})

const keys = section({
  tag: 'Programme',
  url: '/api/events/:uuid/former-ticket-keys/',
  access: needs('event:read', 'programme'),
  // Whoever has the other half of a key makes codes that open the door.
  writes: needs('ticket:secret', 'programme'),
})

/** The keys by which another server signed tickets of an event (ADR 0277). Not in the interface. */
export const registerFormerTicketKeys = keys.register

const offer = listOffer({ sorts: { created: byId } })

keys.get('', {
  operationId: 'listFormerTicketKeys',
  summary: 'List the former ticket keys of an event',
  description: 'Public keys of another server, whose codes open the door of this event, in the order they were added.',
  query: offer.query,
  response: { 200: Type.Array(formerKey.out) },
  handler: async (call) => {
    const { id, inTenant } = call
    const all = await inTenant(async (tx) => listFormerKeys(tx, (await getEvent(tx, id)).id))
    return chooseWhole(call, offer, all, { changes: ({ addedAt }) => [addedAt] }).map(formerKey.present)
  },
})

keys.post('', {
  operationId: 'addFormerTicketKey',
  madeAt: '/api/events/:uuid/former-ticket-keys/',
  summary: 'Add a former ticket key to an event',
  description:
    'The public half of the key by which another server signed tickets of this event: RSA of 2,048 to 4,096 bits, as PEM. Codes that it signed open the door as ours do, for the tickets of this event by their `uuid`. 201 when the event did not have it, else 200, and it stays as it is; an event has 10 at most. A private key is refused and not kept.',
  body: Type.Object(
    { public_key: Text({ min: 1, max: longestKeyText, multiline: true, example: examplePem }) },
    { title: 'FormerTicketKeyCreation' },
  ),
  response: { 200: formerKey.out, 201: formerKey.out },
  handler: async ({ context, id: eventId, idOfNew, tenant, actor, body, inTenant, reply }) => {
    const key = { id: idOfNew, eventId, publicKey: body.public_key }
    const id = await addFormerKey(context, tenant, actor, key)
    if (id === idOfNew) reply.code(201)
    return formerKey.present(await inTenant((tx) => getFormerKey(tx, { eventId, id })))
  },
})

keys.delete(':key/', {
  operationId: 'removeFormerTicketKey',
  summary: 'Remove a former ticket key from an event',
  description: 'The codes that it signed open nothing from now on.',
  params: Type.Object({ uuid: UuidIn, key: UuidIn }),
  response: { 204: Type.Null() },
  handler: ({ context, tenant, actor, params: { uuid: eventId, key: id } }) =>
    removeFormerKey(context, tenant, actor, { eventId, id }),
})
