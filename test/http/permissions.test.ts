import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/**
 * Every route × every kind of caller. The table says, by hand, who may call what; the server says which routes there
 * are (`guichet routes`). A route that is missing from the table fails, and so does one that no longer exists. What callers
 * who may everything get of another tenant's rows is in foreign-ids.test.ts.
 * Seen red with the `permission` case of plugins/access.ts returning early, and with `may` answering true for any key.
 */
type Gate =
  | 'Meta alone'
  | 'Root alone'
  | 'everybody'
  | 'health'
  | 'any key'
  | 'device'
  | 'signed in'
  | `staff:${string}`
  | `${string}:${'read' | 'write'}`
  | 'ticket:secret'

const expected: Readonly<Record<string, Gate>> = {
  'GET /healthz': 'health',
  'GET /readyz': 'health',
  'GET /hostz': 'health',
  'GET /assets/:asset': 'health',
  'GET /': 'everybody',
  'GET /organisations/': 'Meta alone',
  'GET /api/openapi.json': 'everybody',
  'GET /api/': 'everybody',
  'GET /openapi.json': 'everybody',
  'GET /api/docs/': 'everybody',
  'GET /api/docs/errors/': 'everybody',
  'GET /api/docs/operations/:tag/': 'everybody',
  'GET /api/docs/:folder/': 'everybody',
  'GET /api/docs/:folder/:chapter/': 'everybody',
  'GET /.well-known/jwks.json': 'everybody',
  'GET /.well-known/security.txt': 'everybody',
  'GET /.well-known/webfinger': 'everybody',
  'GET /.well-known/nodeinfo': 'everybody',
  'GET /nodeinfo/2.1': 'everybody',
  'GET /fediverse/actor/': 'everybody',
  'GET /fediverse/outbox/': 'everybody',
  'GET /fediverse/followers/': 'everybody',
  'GET /fediverse/pages/:slug/': 'everybody',
  'GET /fediverse/events/:uuid/:since/': 'everybody',
  'POST /fediverse/inbox/': 'everybody',
  'GET /api/fediverse/': 'place:read',
  'PATCH /api/fediverse/': 'place:write',
  'GET /api/user/keytest/': 'any key',

  'GET /api/products/': 'everybody',
  'GET /api/products/:uuid/': 'everybody',
  'POST /api/products/': 'product:write',
  'PATCH /api/products/:uuid/': 'product:write',
  'GET /api/prices/': 'everybody',
  'GET /api/prices/:uuid/': 'everybody',
  'POST /api/prices/': 'everybody',
  'GET /api/promotional-codes/': 'product:read',
  'POST /api/promotional-codes/': 'product:write',
  'GET /api/promotional-codes/:uuid/': 'product:read',
  'PATCH /api/promotional-codes/:uuid/': 'product:write',
  'PATCH /api/prices/:uuid/': 'product:write',

  'GET /api/remote-agendas/': 'event:read',
  'GET /api/remote-agendas/:uuid/': 'event:read',
  'POST /api/remote-agendas/': 'event:write',
  'PATCH /api/remote-agendas/:uuid/': 'event:write',
  'POST /api/remote-agendas/:uuid/fetch/': 'event:write',
  'DELETE /api/remote-agendas/:uuid/': 'event:write',
  'GET /api/remote-events/': 'event:read',
  'GET /api/remote-events/:uuid/': 'event:read',
  'POST /api/remote-events/:uuid/accept/': 'event:write',
  'POST /api/remote-events/:uuid/refuse/': 'event:write',

  'GET /api/appearances/': 'event:read',
  'POST /api/appearances/:uuid/agree/': 'event:write',
  'POST /api/appearances/:uuid/refuse/': 'event:write',
  'GET /api/appearances/consent/': 'event:read',
  'PATCH /api/appearances/consent/': 'event:write',

  'GET /api/federation/': 'event:read',
  'POST /api/federation/:uuid/accept/': 'event:write',
  'POST /api/federation/:uuid/decline/': 'event:write',
  'DELETE /api/federation/:uuid/': 'event:write',

  'GET /api/events/': 'everybody',
  'GET /api/events/:uuid/': 'everybody',
  'POST /api/events/': 'event:write',
  'PATCH /api/events/:uuid/': 'event:write',
  'DELETE /api/events/:uuid/': 'event:write',
  'POST /api/events/:uuid/cancellation/': 'event:write',
  'POST /api/events/:uuid/postponement/': 'event:write',
  'POST /api/events/:uuid/messages/': 'event:write',
  'GET /api/events/:uuid/messages/': 'event:read',
  'GET /api/events/:uuid/notices/': 'event:read',
  'GET /api/events/:uuid/former-ticket-keys/': 'event:read',
  'POST /api/events/:uuid/former-ticket-keys/': 'ticket:secret',
  'DELETE /api/events/:uuid/former-ticket-keys/:key/': 'ticket:secret',
  'POST /api/events/:uuid/copies/': 'event:write',
  'POST /api/products/:uuid/copies/': 'product:write',
  'POST /api/notices/:uuid/attempts/': 'event:write',

  'GET /api/reservations/': 'reservation:read',
  'GET /api/reservations/:uuid/': 'reservation:read',
  'POST /api/reservations/': 'everybody',
  'GET /api/reservations/:uuid/payments/': 'reservation:read',
  'POST /api/reservations/:uuid/payments/': 'reservation:write',
  'POST /api/reservations/:uuid/payment-correction/': 'reservation:write',
  'POST /api/reservations/:uuid/cancellation/': 'reservation:write',
  'POST /api/reservations/:uuid/erasure/': 'reservation:write',
  'GET /api/reservations/:uuid/hand-outs/': 'reservation:read',
  'POST /api/reservations/:uuid/hand-outs/': 'reservation:write',
  'POST /api/sales/': 'reservation:write',
  'POST /api/sales/quote/': 'reservation:write',
  'GET /api/events/:uuid/guests/': 'reservation:read',
  'POST /api/events/:uuid/guests/': 'reservation:write',
  'GET /api/events/:uuid/waiting-list/': 'reservation:read',
  'PATCH /api/events/:uuid/waiting-list/': 'reservation:write',
  'POST /api/events/:uuid/waiting-list/offers/': 'reservation:write',
  'POST /api/waiting-list/:uuid/offer/': 'reservation:write',
  'POST /api/promotional-codes/many/': 'product:write',
  'GET /api/refunds/': 'reservation:read',
  'POST /api/refunds/:uuid/handover/': 'reservation:write',
  'DELETE /api/refunds/:uuid/handover/': 'reservation:write',
  'POST /api/refunds/:uuid/attempts/': 'reservation:write',
  'GET /api/takings/': 'reservation:read',
  'GET /api/reservations/:uuid/tickets.pdf': 'reservation:write',
  'GET /api/reservations/:uuid/mails/': 'reservation:read',
  'POST /api/reservations/:uuid/mails/': 'reservation:write',
  'POST /api/reservations/:uuid/address/': 'reservation:write',
  'POST /api/reservations/:uuid/hand-outs/mistakes/': 'reservation:write',
  'GET /api/ticket/': 'ticket:read',
  'PATCH /api/ticket/:uuid/': 'ticket:write',
  'POST /api/ticket/:uuid/undo/': 'ticket:write',
  'GET /api/ticket/:uuid/': 'ticket:read',

  'GET /api/memberships/': 'membership:read',
  'GET /api/memberships/:uuid/': 'membership:read',
  'POST /api/memberships/': 'everybody',
  'POST /api/top-ups/': 'everybody',
  'POST /api/memberships/:uuid/erasure/': 'membership:write',
  'POST /api/personal-data/erasure/': 'reservation:write',

  'POST /api/memberships/sales/': 'membership:write',
  'POST /api/memberships/sales/quote/': 'membership:write',
  'PATCH /api/memberships/:uuid/': 'membership:write',
  'GET /api/memberships/:uuid/mails/': 'membership:read',
  'POST /api/memberships/:uuid/mails/': 'membership:write',
  'POST /api/memberships/:uuid/cancellation/': 'membership:write',
  'POST /api/memberships/:uuid/renewal-cancellation/': 'membership:write',
  'POST /api/cards/:tag_id/loss/': 'card:write',
  'GET /api/cards/:tag_id/': 'card:read',
  'POST /api/cards/': 'card:write',
  'POST /api/cards/:tag_id/movements/': 'card:write',

  'GET /api/devices/': 'ticket:read',
  'GET /api/devices/:uuid/': 'ticket:read',
  'POST /api/devices/': 'ticket:write',
  'POST /api/devices/batch/': 'ticket:write',
  'PATCH /api/devices/:uuid/': 'ticket:write',
  'POST /api/devices/:uuid/pairing-code/': 'ticket:write',
  'POST /api/devices/:uuid/archive/': 'ticket:write',
  'POST /api/devices/:uuid/undo/': 'ticket:write',

  'GET /api/events/:uuid/door-list.pdf': 'ticket:read',
  'POST /api/exports/reservations/': 'reservation:read',
  'POST /api/exports/tickets/': 'ticket:read',
  'POST /api/exports/things/': 'reservation:read',
  'POST /api/exports/members/': 'membership:read',
  'POST /api/exports/payments/': 'reservation:read',
  'POST /api/exports/refunds/': 'reservation:read',

  'GET /api/accounting/': 'reservation:read',
  'GET /api/events/:uuid/settlement/': 'reservation:read',
  'PATCH /api/events/:uuid/settlement/': 'reservation:write',
  'GET /api/accounting/closing.pdf': 'reservation:read',
  'GET /api/accounting/figures.xlsx': 'reservation:read',
  'GET /api/accounting/figures.csv': 'reservation:read',
  'GET /api/receipts/': 'reservation:read',
  'GET /api/receipts/:uuid/document.pdf': 'reservation:read',

  'GET /api/audit/': 'place:read',
  'GET /api/settings/': 'place:read',
  'PATCH /api/settings/': 'place:write',
  'GET /api/shared-calendars/': 'place:read',
  'POST /api/shared-calendars/:uuid/ask/': 'place:write',
  'POST /api/shared-calendars/:uuid/withdraw/': 'place:write',
  'POST /api/shared-calendars/:uuid/leave/': 'place:write',
  'GET /api/imports/': 'place:read',
  'GET /api/imports/:uuid/': 'place:read',
  'POST /api/imports/': 'place:write',
  'POST /api/imports/:uuid/check/': 'place:write',
  'POST /api/imports/:uuid/run/': 'place:write',
  'DELETE /api/imports/:uuid/': 'place:write',
  'GET /api/webhooks/': 'place:read',
  'POST /api/webhooks/': 'place:write',
  'GET /api/webhooks/:uuid/': 'place:read',
  'PATCH /api/webhooks/:uuid/': 'place:write',
  'DELETE /api/webhooks/:uuid/': 'place:write',
  'POST /api/webhooks/:uuid/roll/': 'place:write',
  'POST /api/webhooks/:uuid/trial/': 'place:write',
  'GET /api/webhooks/:uuid/deliveries/': 'place:read',
  'GET /api/webhooks/:uuid/deliveries/:delivery/': 'place:read',
  'POST /api/webhooks/:uuid/deliveries/:delivery/replay/': 'place:write',
  'POST /api/webhooks/:uuid/replay/': 'place:write',

  'GET /media/:tenant/:image/:file': 'everybody',
  'GET /sign-in/': 'everybody',
  'POST /sign-in/': 'everybody',
  'POST /sign-in/code/': 'everybody',
  'GET /sign-in/:token/': 'everybody',
  'GET /sign-in/provider/start/': 'everybody',
  'GET /sign-in/provider/': 'everybody',
  'POST /sign-in/:token/': 'everybody',
  'GET /set-up/:token/': 'everybody',
  'POST /set-up/:token/': 'everybody',
  'GET /admin/settings/sandbox/': 'staff:team',
  'POST /admin/settings/sandbox/deletion/': 'staff:team',
  'GET /test-payments/:token/': 'everybody',
  'POST /test-payments/:token/': 'everybody',
  'GET /confirm/:token/': 'everybody',
  'GET /invitation/:token/': 'everybody',
  'POST /invitation/:token/': 'everybody',
  'GET /legal/': 'everybody',
  'GET /report/': 'everybody',
  'POST /report/': 'everybody',
  'GET /top-up/': 'everybody',
  'POST /top-up/': 'everybody',
  'GET /membership/': 'everybody',
  'POST /membership/': 'everybody',
  'GET /membership/:uuid/:proof/': 'everybody',
  'POST /confirm/:token/': 'everybody',
  'GET /account/': 'signed in',
  'GET /account/data.json': 'signed in',
  'GET /account/erasure/': 'signed in',
  'GET /events/:slug/': 'everybody',
  'GET /events/:slug/pictures/:picture': 'everybody',
  'POST /events/:slug/booking/': 'everybody',
  'GET /bookings/:uuid/:proof/': 'everybody',
  'GET /bookings/:uuid/:proof/tickets.pdf': 'everybody',
  'GET /bookings/:uuid/:proof/pay/': 'everybody',
  'GET /bookings/:uuid/:proof/return/': 'everybody',
  'POST /payments/stripe/webhook/': 'everybody',
  'GET /bookings/:uuid/:proof/event.ics': 'everybody',
  'POST /bookings/:uuid/:proof/acceptance/': 'everybody',
  'POST /bookings/:uuid/:proof/': 'everybody',
  'GET /bookings/:uuid/:proof/tickets/:ticket/holder/': 'everybody',
  'GET /bookings/:uuid/:proof/tickets/:ticket/apple.pkpass': 'everybody',
  'GET /bookings/:uuid/:proof/tickets/:ticket/google-wallet/': 'everybody',
  'POST /bookings/:uuid/:proof/tickets/:ticket/holder/': 'everybody',
  'GET /bookings/:uuid/:proof/tickets/:ticket/given/': 'everybody',
  'GET /tickets/:uuid/:proof/': 'everybody',
  'GET /tickets/:uuid/:proof/ticket.pdf': 'everybody',
  'GET /tickets/:uuid/:proof/event.ics': 'everybody',
  'GET /tickets/:uuid/:proof/apple.pkpass': 'everybody',
  'GET /tickets/:uuid/:proof/google-wallet/': 'everybody',
  'GET /events/:slug/waiting-list/': 'everybody',
  'POST /events/:slug/waiting-list/': 'everybody',
  'GET /waiting-list/:uuid/:proof/': 'everybody',
  'POST /waiting-list/:uuid/:proof/': 'everybody',
  'POST /waiting-list/:uuid/:proof/confirmation/': 'everybody',
  'GET /objection/:token/': 'everybody',
  'POST /objection/:token/': 'everybody',
  'POST /objection/:token/end/': 'everybody',
  'GET /api/waiting-list/': 'reservation:read',
  'POST /api/waiting-list/': 'everybody',
  'DELETE /api/waiting-list/:uuid/': 'reservation:write',
  'GET /bookings/:uuid/:proof/cancellation/': 'everybody',
  'POST /bookings/:uuid/:proof/cancellation/': 'everybody',
  'GET /robots.txt': 'everybody',
  'GET /sitemap.xml': 'everybody',
  'GET /feeds/events.ics': 'everybody',
  'GET /feeds/events.rss': 'everybody',
  'GET /feeds/events.atom': 'everybody',
  'GET /feeds/events.json': 'everybody',
  'GET /rss/': 'everybody',
  'GET /rss/latest/feed/': 'everybody',
  'GET /qr/:uuid/': 'everybody',
  'GET /event/:slug/': 'everybody',
  'GET /api/eventslug/:slug/': 'everybody',
  'GET /embed/': 'everybody',
  'GET /embed/events/:slug/': 'everybody',
  'GET /embed/guichet.js': 'everybody',
  'GET /event/embed/:slug/': 'everybody',
  'GET /tenant/new/': 'everybody',
  'POST /tenant/new/': 'Meta alone',
  'GET /tenant/new/address/': 'Meta alone',
  'POST /tenant/new/code/': 'Meta alone',
  'GET /tenant/new/:token/': 'Meta alone',
  'POST /tenant/new/:token/': 'Meta alone',
  'GET /admin/': 'staff:overview',
  'GET /admin/live/': 'staff:overview',
  'GET /admin/search/': 'staff:overview',
  'GET /admin/keys/': 'staff:overview',
  'POST /admin/preview/': 'staff:overview',
  'GET /admin/sale/': 'staff:reservations',
  'POST /admin/sale/': 'staff:reservations',
  'GET /admin/cards/': 'staff:people',
  'GET /admin/cards/top-ups/new/': 'staff:reservations',
  'POST /admin/cards/top-ups/new/': 'staff:reservations',
  'GET /admin/cards/memberships/': 'staff:people',
  'POST /admin/cards/memberships/:uuid/reversal/': 'staff:people',
  'GET /admin/cards/:tag_id/': 'staff:people',
  'POST /admin/cards/:tag_id/loss/': 'staff:people',
  'POST /admin/cards/:tag_id/reversals/': 'staff:people',
  'GET /admin/members/': 'staff:people',
  'GET /admin/members/new/': 'staff:people',
  'POST /admin/members/new/': 'staff:people',
  'GET /admin/members/several/': 'staff:people',
  'POST /admin/members/several/mails/': 'staff:people',
  'POST /admin/members/several/renewal/': 'staff:people',
  'POST /admin/members/several/cancellation/': 'staff:people',
  'GET /admin/members/:uuid/': 'staff:people',
  'POST /admin/members/:uuid/name/': 'staff:people',
  'POST /admin/members/:uuid/mails/': 'staff:people',
  'POST /admin/members/:uuid/renewal-cancellation/': 'staff:people',
  'POST /admin/members/:uuid/cancellation/': 'staff:people',
  'GET /admin/members/:uuid/erasure/': 'staff:erasure',
  'POST /admin/members/:uuid/erasure/': 'staff:erasure',
  'GET /admin/personal-data/': 'staff:erasure',
  'POST /admin/personal-data/': 'staff:erasure',
  'POST /admin/personal-data/erasure/': 'staff:erasure',
  'GET /admin/reservations/:uuid/erasure/': 'staff:erasure',
  'POST /admin/reservations/:uuid/erasure/': 'staff:erasure',
  'GET /admin/reservations/': 'staff:reservations',
  'GET /admin/reservations/:uuid/': 'staff:reservations',
  'GET /admin/reservations/:uuid/tickets.pdf': 'staff:reservations',
  'POST /admin/reservations/:uuid/payments/': 'staff:reservations',
  'POST /admin/reservations/:uuid/payments/correction/': 'staff:reservations',
  'GET /admin/reservations/several/': 'staff:reservations',
  'POST /admin/reservations/several/mails/': 'staff:reservations',
  'POST /admin/reservations/several/cancellation/': 'staff:reservations',
  'POST /admin/reservations/:uuid/mails/': 'staff:reservations',
  'POST /admin/reservations/:uuid/address/': 'staff:reservations',
  'POST /admin/reservations/:uuid/cancellation/': 'staff:reservations',
  'POST /admin/reservations/:uuid/refunds/:refund/handover/': 'staff:reservations',
  'POST /admin/reservations/:uuid/tickets/:ticket/': 'staff:reservations',
  'POST /admin/reservations/:uuid/tickets/:ticket/mistakes/': 'staff:reservations',
  'GET /admin/hand-outs/': 'staff:reservations',
  'GET /admin/mails/': 'staff:reservations',
  'GET /admin/mails/:uuid/': 'staff:reservations',
  'POST /admin/mails/attempts/': 'staff:reservations',
  'POST /admin/mails/:uuid/attempts/': 'staff:reservations',
  'GET /admin/hand-outs/:uuid/': 'staff:reservations',
  'POST /admin/hand-outs/:uuid/': 'staff:reservations',
  'POST /admin/hand-outs/:uuid/mistakes/': 'staff:reservations',
  'GET /admin/events/': 'staff:programme',
  'GET /admin/events/new/': 'staff:programme',
  'POST /admin/events/new/': 'staff:programme',
  'GET /admin/events/:uuid/': 'staff:overview',
  'GET /admin/events/:uuid/settlement/': 'staff:money',
  'POST /admin/events/:uuid/settlement/': 'staff:money',
  'GET /admin/events/:uuid/more/': 'staff:programme',
  'GET /admin/events/:uuid/description/': 'staff:programme',
  'POST /admin/events/:uuid/description/': 'staff:programme',
  'GET /admin/events/:uuid/schedule/': 'staff:programme',
  'POST /admin/events/:uuid/schedule/': 'staff:programme',
  'GET /admin/events/:uuid/prices/': 'staff:programme',
  'POST /admin/events/:uuid/prices/': 'staff:programme',
  'GET /admin/events/:uuid/doors/': 'staff:programme',
  'POST /admin/events/:uuid/doors/': 'staff:programme',
  'POST /admin/events/:uuid/publication/': 'staff:programme',
  'POST /admin/events/:uuid/archive/': 'staff:programme',
  'POST /admin/events/:uuid/deletion/': 'staff:programme',
  'POST /admin/events/:uuid/description/image/': 'staff:programme',
  'POST /admin/events/:uuid/description/focus/': 'staff:programme',
  'POST /admin/events/:uuid/copies/': 'staff:programme',
  'GET /admin/events/:uuid/cancellation/': 'staff:programme',
  'POST /admin/events/:uuid/cancellation/': 'staff:programme',
  'GET /admin/shared-calendars/': 'staff:settings',
  'POST /admin/shared-calendars/:uuid/request/': 'staff:settings',
  'POST /admin/shared-calendars/:uuid/withdrawal/': 'staff:settings',
  'POST /admin/shared-calendars/:uuid/leaving/': 'staff:settings',
  'GET /admin/appearances/': 'staff:programme',
  'POST /admin/appearances/:uuid/agreement/': 'staff:programme',
  'POST /admin/appearances/:uuid/refusal/': 'staff:programme',
  'POST /admin/appearances/consent/': 'staff:programme',
  'GET /admin/federation/': 'staff:programme',
  'POST /admin/federation/:uuid/acceptance/': 'staff:programme',
  'POST /admin/federation/:uuid/refusal/': 'staff:programme',
  'POST /admin/federation/:uuid/removal/': 'staff:programme',
  'GET /admin/remote-agendas/': 'staff:programme',
  'GET /admin/remote-agendas/new/': 'staff:programme',
  'POST /admin/remote-agendas/new/': 'staff:programme',
  'GET /admin/remote-agendas/:uuid/': 'staff:programme',
  'POST /admin/remote-agendas/:uuid/': 'staff:programme',
  'POST /admin/remote-agendas/:uuid/fetch/': 'staff:programme',
  'POST /admin/remote-agendas/:uuid/removal/': 'staff:programme',
  'GET /admin/remote-events/': 'staff:programme',
  'POST /admin/remote-events/decision/': 'staff:programme',
  'GET /admin/promotional-codes/': 'staff:programme',
  'GET /admin/promotional-codes/codes.csv': 'staff:programme',
  'GET /admin/promotional-codes/new/': 'staff:programme',
  'POST /admin/promotional-codes/new/': 'staff:programme',
  'GET /admin/promotional-codes/many/': 'staff:programme',
  'POST /admin/promotional-codes/many/': 'staff:programme',
  'GET /admin/promotional-codes/:uuid/': 'staff:programme',
  'POST /admin/promotional-codes/:uuid/': 'staff:programme',
  'POST /admin/promotional-codes/:uuid/archive/': 'staff:programme',
  'GET /admin/waiting-lists/': 'staff:people',
  'GET /admin/waiting-lists/:uuid/': 'staff:people',
  'POST /admin/waiting-lists/entries/:uuid/removal/': 'staff:people',
  'POST /admin/waiting-lists/entries/:uuid/offer/': 'staff:people',
  'POST /admin/waiting-lists/:uuid/offers/': 'staff:people',
  'POST /admin/waiting-lists/:uuid/closing/': 'staff:people',
  'POST /admin/waiting-lists/:uuid/opening/': 'staff:people',
  'GET /admin/events/:uuid/guests/': 'staff:reservations',
  'POST /admin/events/:uuid/guests/': 'staff:reservations',
  'POST /admin/events/:uuid/guests/bookings/': 'staff:reservations',
  'GET /admin/events/:uuid/former-ticket-keys/': 'staff:programme',
  'POST /admin/events/:uuid/former-ticket-keys/': 'staff:programme',
  'POST /admin/events/:uuid/former-ticket-keys/removal/': 'staff:programme',
  'GET /admin/events/:uuid/message/': 'staff:programme',
  'POST /admin/events/:uuid/message/': 'staff:programme',
  'GET /admin/events/:uuid/postponement/': 'staff:programme',
  'POST /admin/events/:uuid/postponement/': 'staff:programme',
  'GET /admin/notices/:uuid/': 'staff:programme',
  'POST /admin/notices/:uuid/': 'staff:programme',
  'GET /admin/products/': 'staff:programme',
  'GET /admin/products/new/': 'staff:programme',
  'POST /admin/products/new/': 'staff:programme',
  'GET /admin/products/:uuid/': 'staff:programme',
  'POST /admin/products/:uuid/': 'staff:programme',
  'POST /admin/products/:uuid/publication/': 'staff:programme',
  'POST /admin/products/:uuid/archive/': 'staff:programme',
  'POST /admin/products/:uuid/image/': 'staff:programme',
  'POST /admin/products/:uuid/copies/': 'staff:programme',
  'GET /admin/products/:uuid/prices/new/': 'staff:programme',
  'POST /admin/products/:uuid/prices/new/': 'staff:programme',
  'GET /admin/prices/': 'staff:programme',
  'GET /admin/prices/:uuid/': 'staff:programme',
  'POST /admin/prices/:uuid/': 'staff:programme',
  'POST /admin/prices/:uuid/archive/': 'staff:programme',
  ...programmeRooms('options', 'locations', 'stages', 'artists', 'projects'),
  'GET /admin/accounting/': 'staff:money',
  'GET /admin/accounting/closing.pdf': 'staff:money',
  'GET /admin/accounting/figures.csv': 'staff:money',
  'GET /admin/accounting/figures.xlsx': 'staff:money',
  'GET /admin/accounting/receipts/': 'staff:money',
  'POST /admin/filters/': 'staff:overview',
  'POST /admin/filters/:uuid/deletion/': 'staff:overview',
  'GET /admin/exports/': 'staff:exports',
  'GET /admin/exports/:list/': 'staff:exports',
  'POST /admin/exports/:list/': 'staff:exports',
  'GET /admin/accounting/receipts/:uuid/document.pdf': 'staff:money',
  'GET /admin/refunds/': 'staff:money',
  'POST /admin/refunds/attempts/': 'staff:money',
  'POST /admin/refunds/:uuid/handover/': 'staff:money',
  'POST /admin/refunds/:uuid/handover/mistakes/': 'staff:money',
  'POST /admin/refunds/:uuid/attempts/': 'staff:money',
  'GET /admin/team/': 'staff:team',
  'GET /admin/team/:uuid/': 'staff:team',
  'POST /admin/team/:uuid/': 'staff:team',
  'POST /admin/team/:uuid/removal/': 'staff:team',
  'POST /admin/team/invitations/': 'staff:team',
  'POST /admin/team/invitations/:uuid/mails/': 'staff:team',
  'POST /admin/team/invitations/:uuid/withdrawal/': 'staff:team',
  'POST /admin/team/passkeys/': 'staff:team',
  'GET /admin/api-keys/': 'staff:team',
  'POST /admin/api-keys/': 'staff:team',
  'GET /admin/api-keys/:uuid/': 'staff:team',
  'POST /admin/api-keys/:uuid/revocation/': 'staff:team',
  'POST /admin/api-keys/:uuid/rolls/': 'staff:team',
  'POST /admin/api-keys/:uuid/former/': 'staff:team',
  'GET /admin/audit/': 'staff:audit',
  'GET /admin/door-lists/': 'staff:door_list',
  'GET /admin/door-lists/:uuid/door-list.pdf': 'staff:door_list',
  'GET /admin/devices/': 'staff:door',
  'POST /admin/devices/': 'staff:door',
  'POST /admin/devices/codes/': 'staff:door',
  'GET /admin/devices/:uuid/': 'staff:door',
  'POST /admin/devices/:uuid/': 'staff:door',
  'POST /admin/devices/:uuid/code/': 'staff:door',
  'POST /admin/devices/:uuid/archive/': 'staff:door',
  'GET /admin/devices/:uuid/scans/': 'staff:door',
  'POST /admin/devices/:uuid/scans/': 'staff:door',
  'GET /admin/start/': 'staff:settings',
  'POST /admin/start/steps/': 'staff:settings',
  'GET /admin/imports/': 'staff:settings',
  'GET /admin/imports/new/': 'staff:settings',
  'POST /admin/imports/new/': 'staff:settings',
  'GET /admin/imports/:uuid/': 'staff:settings',
  'POST /admin/imports/:uuid/': 'staff:settings',
  'POST /admin/imports/:uuid/removal/': 'staff:settings',
  'GET /admin/webhooks/': 'staff:settings',
  'GET /admin/webhooks/new/': 'staff:settings',
  'POST /admin/webhooks/new/': 'staff:settings',
  'GET /admin/webhooks/:uuid/': 'staff:settings',
  'GET /admin/webhooks/:uuid/settings/': 'staff:settings',
  'POST /admin/webhooks/:uuid/settings/': 'staff:settings',
  'POST /admin/webhooks/:uuid/trials/': 'staff:settings',
  'POST /admin/webhooks/:uuid/switch/': 'staff:settings',
  'POST /admin/webhooks/:uuid/rolls/': 'staff:settings',
  'POST /admin/webhooks/:uuid/archive/': 'staff:settings',
  'GET /admin/webhooks/:uuid/replays/': 'staff:settings',
  'POST /admin/webhooks/:uuid/replays/': 'staff:settings',
  'GET /admin/webhooks/:uuid/deliveries/:delivery/': 'staff:settings',
  'POST /admin/webhooks/:uuid/deliveries/:delivery/replays/': 'staff:settings',
  'GET /admin/settings/': 'staff:settings',
  'POST /admin/settings/': 'staff:settings',
  'GET /admin/settings/look/': 'staff:settings',
  'POST /admin/settings/look/': 'staff:settings',
  'GET /admin/settings/rules/': 'staff:settings',
  'POST /admin/settings/rules/': 'staff:settings',
  'GET /admin/settings/pictures/': 'staff:settings',
  'POST /admin/settings/pictures/image/': 'staff:settings',
  'POST /admin/settings/pictures/focus/': 'staff:settings',
  'POST /admin/settings/pictures/logo/': 'staff:settings',
  'POST /admin/settings/pictures/map/': 'staff:settings',
  'POST /admin/settings/pictures/menu/': 'staff:settings',
  'GET /admin/settings/domains/': 'staff:domains',
  'GET /admin/settings/website/': 'staff:settings',
  'GET /admin/settings/fediverse/': 'staff:settings',
  'POST /admin/settings/fediverse/standing/': 'staff:settings',
  'POST /admin/settings/domains/': 'staff:domains',
  'POST /admin/settings/domains/checks/': 'staff:domains',
  'POST /admin/settings/domains/main/': 'staff:domains',
  'POST /admin/settings/domains/removal/': 'staff:domains',
  'GET /admin/settings/payment/': 'staff:payment_keys',
  'POST /admin/settings/payment/': 'staff:payment_keys',
  'POST /admin/settings/payment/removal/': 'staff:payment_keys',
  'GET /admin/settings/sign-in/': 'staff:team',
  'POST /admin/settings/sign-in/': 'staff:team',
  'POST /admin/settings/sign-in/checks/': 'staff:team',
  'POST /admin/settings/sign-in/removal/': 'staff:team',
  'GET /admin/settings/wallets/': 'staff:payment_keys',
  'POST /admin/settings/wallets/apple/': 'staff:payment_keys',
  'POST /admin/settings/wallets/google/': 'staff:payment_keys',
  'POST /admin/settings/wallets/apple/removal/': 'staff:payment_keys',
  'POST /admin/settings/wallets/google/removal/': 'staff:payment_keys',
  'POST /admin/meta-label/': 'Root alone',
  'POST /admin/rights/': 'Root alone',
  'GET /admin/server/calendar/': 'Root alone',
  'GET /admin/server/people/': 'Root alone',
  'POST /admin/server/people/taken/': 'Root alone',
  'GET /admin/server/organisations/new/': 'Root alone',
  'POST /admin/server/organisations/new/': 'Root alone',
  'GET /admin/server/organisations/:uuid/': 'Root alone',
  'POST /admin/server/organisations/:uuid/entry/': 'Root alone',
  'POST /admin/server/organisations/:uuid/archive/': 'Root alone',
  'POST /admin/server/organisations/:uuid/unarchive/': 'Root alone',
  'POST /admin/server/organisations/:uuid/approval/': 'Root alone',
  'POST /admin/server/organisations/:uuid/refusal/': 'Root alone',
  'GET /admin/server/organisations/:uuid/pictures/': 'Root alone',
  'POST /admin/server/organisations/:uuid/pictures/focus/': 'Root alone',
  ...Object.fromEntries(
    ['image', 'logo', 'map', 'menu'].flatMap((kind) =>
      ['GET', 'POST'].map((method) => [
        `${method} /admin/server/organisations/:uuid/pictures/${kind}/`,
        'Root alone' as const,
      ]),
    ),
  ),
  'GET /admin/server/mails/': 'Root alone',
  'GET /admin/server/mails/:uuid/': 'Root alone',
  'POST /admin/server/mails/:uuid/attempts/': 'Root alone',
  'GET /admin/server/mails/:uuid/:mail/': 'Root alone',
  'GET /admin/server/jobs/': 'Root alone',
  'GET /admin/server/backups/': 'Root alone',
  'POST /admin/server/backups/': 'Root alone',
  'POST /admin/server/backups/:name/download/': 'Root alone',
  'GET /admin/server/organisations/': 'Root alone',
  'GET /admin/server/limits/': 'Root alone',
  'GET /admin/server/reports/': 'Root alone',
  'POST /admin/server/reports/:uuid/settlement/': 'Root alone',
  'GET /admin/server/cards/': 'Root alone',
  'POST /admin/server/cards/links/': 'Root alone',
  'POST /admin/server/cards/removal/': 'Root alone',
  'POST /admin/server/cards/loss/': 'Root alone',
  'POST /admin/server/cards/unblocking/': 'Root alone',
  'POST /admin/server/cards/many/': 'Root alone',
  'POST /admin/server/jobs/attempts/': 'Root alone',
  'POST /admin/server/jobs/removal/': 'Root alone',
  'GET /admin/server/organisations/:uuid/identity/': 'Root alone',
  'POST /admin/server/organisations/:uuid/identity/': 'Root alone',
  'GET /admin/server/organisations/:uuid/look/': 'Root alone',
  'POST /admin/server/organisations/:uuid/look/': 'Root alone',
  'GET /admin/server/organisations/:uuid/rules/': 'Root alone',
  'POST /admin/server/organisations/:uuid/rules/': 'Root alone',
  'POST /admin/server/organisations/:uuid/category/': 'Root alone',
  'POST /admin/server/organisations/:uuid/deletion/': 'Root alone',
  'POST /admin/server/organisations/:uuid/mails/': 'Root alone',
  'POST /admin/server/organisations/:uuid/domains/': 'Root alone',
  'POST /admin/server/organisations/:uuid/domains/checks/': 'Root alone',
  'POST /admin/server/organisations/:uuid/domains/removal/': 'Root alone',
  'POST /admin/server/organisations/:uuid/calendars/': 'Root alone',
  'POST /admin/server/organisations/:uuid/calendars/removal/': 'Root alone',

  // Their own table is below: on any other organisation's host there is no such address.
  'GET /api/place/': 'Meta alone',
  'GET /api/place/:uuid/': 'Meta alone',
  'POST /api/place/': 'Meta alone',
  'PATCH /api/place/:uuid/': 'Meta alone',

  'GET /scanner/': 'everybody',
  'GET /scanner/manifest.webmanifest': 'everybody',
  'GET /scanner/sw.js': 'everybody',
  'GET /scanner/assets/:asset': 'everybody',
  'GET /scan/:token/pair': 'everybody',
  'POST /scan/:token/pair': 'everybody',
  'GET /scan/test_api/': 'device',
  'POST /scan/check_ticket/': 'device',
  'POST /scan/ticket/': 'device',
  'POST /scan/hand_out/': 'device',
  'GET /scan/check_api_scan/': 'device',
  'GET /scan/events/': 'device',
  'GET /scan/snapshot/': 'device',
  'POST /scan/batch/': 'device',
  'POST /scan/group/': 'device',
  'POST /scan/search_ticket/': 'device',
  'POST /scan/list_tickets/': 'device',
  'POST /scan/admit_ticket/': 'device',
  'POST /scan/undo/': 'device',
  'GET /scan/stats/': 'device',
  ...everybodyReads('optionticket', 'locations', 'stages', 'projects', 'artists'),

  'GET /account/passkeys/': 'signed in',
  'POST /account/passkeys/': 'signed in',
  'POST /account/passkeys/removal/': 'signed in',
  'POST /account/passkeys/codes/': 'signed in',
  'GET /sign-in/again/': 'signed in',
  'GET /sign-in/passkey/': 'signed in',
  'POST /sign-in/passkey/': 'signed in',
  // Last: they end the sessions of the callers.
  'POST /account/sessions/': 'signed in',
  'POST /account/cards/loss/': 'signed in',
  'POST /account/memberships/:uuid/renewal-cancellation/': 'signed in',
  'POST /account/erasure/': 'signed in',
  'POST /language/': 'everybody',
  'POST /sign-out/': 'everybody',
}

function programmeRooms(...rooms: string[]): Record<string, Gate> {
  return Object.fromEntries(
    rooms.flatMap((room) =>
      [
        `GET /admin/${room}/`,
        `GET /admin/${room}/new/`,
        `POST /admin/${room}/new/`,
        `GET /admin/${room}/:uuid/`,
        `POST /admin/${room}/:uuid/`,
        `POST /admin/${room}/:uuid/archive/`,
        `POST /admin/${room}/:uuid/deletion/`,
      ].map((route) => [route, 'staff:programme'] as const),
    ),
  )
}

function everybodyReads(...nouns: string[]): Record<string, Gate> {
  return Object.fromEntries(
    nouns.flatMap((noun) => [
      [`GET /api/${noun}/`, 'everybody'],
      [`GET /api/${noun}/:uuid/`, 'everybody'],
      [`POST /api/${noun}/`, 'event:write'],
      [`PATCH /api/${noun}/:uuid/`, 'event:write'],
      [`DELETE /api/${noun}/:uuid/`, 'event:write'],
    ]),
  )
}

const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card', 'place']
const permissions = nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`])

type Credentials = { readonly key?: string; readonly cookie?: string }
type Outcome = 'let in' | 401 | 403

const venue = 'the-venue'
const other = 'the-other'
let server: TestServer
let venueId = ''
let routes: readonly { readonly method: string; readonly url: string }[]
let callers: Record<string, Credentials>
const only: Record<string, Credentials> = {}
const allBut: Record<string, Credentials> = {}

async function makeKey(slug: string, granted: readonly string[], user = 'robot@robots.test'): Promise<Credentials> {
  const words = granted.flatMap((permission) => ['--permission', permission])
  const { api_key } = await server.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    user,
    '--name',
    'robot',
    ...words,
  )
  return { key: String(api_key) }
}

async function makeDevice(slug: string, label: string): Promise<Credentials> {
  const { pairing_url } = await server.cli('device', 'create', '--tenant', slug, '--name', 'Door', '--supervisor')
  const { json } = await server.send(label, 'GET', new URL(String(pairing_url)).pathname)
  return { key: json.api_key }
}

beforeAll(async () => {
  server = await startServer()
  const made = await server.cli(
    'tenant',
    'create',
    '--organisation',
    'The venue',
    '--category',
    'S',
    '--email',
    'ada@venue.test',
  )
  venueId = String(made['uuid'])
  await server.cli('tenant', 'create', '--organisation', 'The other', '--category', 'F', '--email', 'ben@other.test')
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  routes = (await server.cli('routes'))['routes'] as typeof routes
  for (const permission of permissions) {
    only[permission] = await makeKey(venue, [permission])
    allBut[permission] = await makeKey(
      venue,
      permissions.filter((candidate) => candidate !== permission),
    )
  }
  callers = {
    anonymous: {},
    'a made-up key': { key: `AAAAAAAA.${'b'.repeat(40)}` },
    'a device': await makeDevice(venue, venue),
    'a device of another tenant': await makeDevice(other, other),
    'a key of another tenant': await makeKey(other, permissions),
    'the administrator': { cookie: await signIn(server, venue, venue, 'ada@venue.test') },
    'the administrator of another tenant': { cookie: await signIn(server, other, other, 'ben@other.test') },
    'the same, signed in here': { cookie: await signIn(server, venue, venue, 'ben@other.test') },
    'a super-user': { cookie: await signIn(server, venue, venue, 'sue@server.test') },
  }
})

afterAll(() => server?.stop())

/** What each caller should get at a gate on the venue's host. */
function outcomeFor(gate: Gate, caller: string): Outcome {
  if (gate === 'health') return 'let in'
  const isKeyOfNobody = ['a made-up key', 'a device of another tenant', 'a key of another tenant'].includes(caller)
  if (gate === 'device') return caller === 'a device' ? 'let in' : 401
  if (gate === 'everybody') return isKeyOfNobody || caller === 'a device' ? 401 : 'let in'
  if (isKeyOfNobody || ['anonymous', 'a device', 'the administrator of another tenant'].includes(caller)) return 401
  if (gate === 'any key') return 403
  if (gate === 'signed in') return 'let in'
  return caller === 'the administrator' ? 'let in' : 403
}

async function answerTo(method: string, url: string, credentials: Credentials): Promise<Answer> {
  const path = url
    .replace(':uuid', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff')
    .replace(':token', 'x'.repeat(43))
    .replace(/[:*]\w*/g, 'x')
  return server.send(venue, method, path, {
    ...credentials,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    headers: { origin: originOf(server, venue) },
  })
}

async function call(method: string, url: string, credentials: Credentials): Promise<Outcome | number> {
  return outcomeOf(await answerTo(method, url, credentials))
}

function outcomeOf({ status }: Answer): Outcome | number {
  if (status >= 500) return status
  return status === 401 || status === 403 ? status : 'let in'
}

describe('the table of gates', () => {
  it('has every route, and no other', () => {
    const present = routes.map(({ method, url }) => `${method} ${url}`)
    expect(
      present.filter((route) => !(route in expected)),
      'a new route: say who may, a line in `expected` of test/http/permissions.test.ts',
    ).toEqual([])
    expect(
      Object.keys(expected).filter((route) => !present.includes(route)),
      'no route any more: take its line out of test/http/permissions.test.ts',
    ).toEqual([])
  })

  it.each(Object.entries(expected))('%s is for %s', async (route, gate) => {
    const [method = '', url = ''] = route.split(' ')
    if (gate === 'Meta alone' || gate === 'Root alone') {
      for (const [caller, credentials] of Object.entries(callers)) {
        expect((await answerTo(method, url, credentials)).status, caller).toBe(404)
      }
      return
    }
    for (const [caller, credentials] of Object.entries(callers)) {
      const answer = await answerTo(method, url, credentials)
      expect(outcomeOf(answer), caller).toBe(outcomeFor(gate, caller))
      // As a browser, which goes on with the session that it is handed.
      const [handed] = [answer.headers['set-cookie'] ?? []].flat()
      if (handed) callers[caller] = { cookie: handed.split(';')[0] ?? '' }
    }
    if (!permissions.includes(gate)) return
    expect(await call(method, url, only[gate] ?? {}), `a key with ${gate} alone`).toBe('let in')
    expect(await call(method, url, allBut[gate] ?? {}), `a key with all but ${gate}`).toBe(403)
  })
})

describe('the administration of Root', () => {
  const atRoot = async (method: string, path: string, credentials: Credentials) => {
    const body = method === 'GET' ? {} : { body: {} }
    return outcomeOf(
      await server.send('', method, path, { ...credentials, ...body, headers: { origin: originOf(server, '') } }),
    )
  }

  it('is for a super-user signed in there, and for nobody else', async () => {
    const tries: [string, Credentials, Outcome][] = [
      ['anonymous', {}, 401],
      ['a key of a venue', only['place:write'] ?? {}, 401],
      ['a key of Root', await makeKey('root', permissions), 403],
      ['a super-user of another host', { cookie: await signIn(server, venue, venue, 'sue@server.test') }, 401],
      ['somebody', { cookie: await signIn(server, 'root', '', 'ada@venue.test') }, 403],
      ['a super-user', { cookie: await signIn(server, 'root', '', 'sue@server.test') }, 'let in'],
    ]
    for (const [caller, credentials, outcome] of tries) {
      expect(await atRoot('GET', '/admin/', credentials), caller).toBe(outcome)
      const ofRoot = Object.entries(expected).filter(([, gate]) => gate === 'Root alone')
      expect(ofRoot.length).toBeGreaterThan(5)
      for (const [route] of ofRoot) {
        const [method = '', url = ''] = route.split(' ')
        const path = url.replace(':uuid', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff')
        expect(await atRoot(method, path, credentials), `${route} by ${caller}`).toBe(outcome)
      }
    }
  })
})

describe('the directory on Meta', () => {
  const atMeta = async (method: string, path: string, credentials: Credentials) => {
    const body = method === 'GET' ? {} : { body: {} }
    return outcomeOf(
      await server.send('meta', method, path, {
        ...credentials,
        ...body,
        headers: { origin: originOf(server, 'meta') },
      }),
    )
  }

  it('is read by everybody', async () => {
    expect(await atMeta('GET', '/api/place/', {})).toBe('let in')
    expect(await atMeta('GET', `/api/place/${venueId}/`, {})).toBe('let in')
    expect(await atMeta('GET', '/api/place/', callers['a key of another tenant'] ?? {})).toBe(401)
  })

  it('takes a new tenant from a key of Meta with place:write whose user may create tenants, and from nobody else', async () => {
    await server.cli('user', 'grant', '--email', 'maker@server.test', '--create-tenants')
    const tries: [string, Credentials, Outcome][] = [
      ['anonymous', {}, 401],
      ['a key of a venue', only['place:write'] ?? {}, 401],
      ['a key whose user has not the right', await makeKey('meta', ['place:write']), 403],
      [
        'a key without the permission',
        await makeKey(
          'meta',
          permissions.filter((permission) => permission !== 'place:write'),
          'maker@server.test',
        ),
        403,
      ],
      ['a super-user', { cookie: await signIn(server, 'meta', 'meta', 'sue@server.test') }, 403],
      ['an administrator', { cookie: await signIn(server, 'meta', 'meta', 'ada@venue.test') }, 403],
      ['the right key', await makeKey('meta', ['place:write'], 'maker@server.test'), 'let in'],
    ]
    for (const [caller, credentials, outcome] of tries)
      expect(await atMeta('POST', '/api/place/', credentials), caller).toBe(outcome)
  })

  it('lets a place be changed by its own administrator or a key with place:write', async () => {
    const path = `/api/place/${venueId}/`
    const tries: [string, Credentials, Outcome][] = [
      ['anonymous', {}, 401],
      ['a key of that venue', only['place:write'] ?? {}, 401],
      ['a key without the permission', await makeKey('meta', ['place:read']), 403],
      ['its administrator', { cookie: await signIn(server, 'meta', 'meta', 'ada@venue.test') }, 'let in'],
      ['another administrator', { cookie: await signIn(server, 'meta', 'meta', 'ben@other.test') }, 403],
      ['a super-user', { cookie: await signIn(server, 'meta', 'meta', 'sue@server.test') }, 403],
      ['the right key', await makeKey('meta', ['place:write']), 'let in'],
    ]
    for (const [caller, credentials, outcome] of tries)
      expect(await atMeta('PATCH', path, credentials), caller).toBe(outcome)
  })
})
