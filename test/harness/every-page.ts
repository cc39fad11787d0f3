import { agendaStates } from './agenda-states.ts'
import { federationStates } from './federation-states.ts'
import { stillClock } from './bent-clock.ts'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import { cardStates, topUpStates } from './card-states.ts'
import { codeStates } from './code-states.ts'
import { erasureStates } from './erasure-states.ts'
import { bookingStates, eventStates, membershipStates } from './event-states.ts'
import { guestStates } from './guest-states.ts'
import { memberStates } from './member-states.ts'
import { objectionStates } from './objection-states.ts'
import { handOutStates, officeStates } from './office-states.ts'
import type { PageState } from './page-state.ts'
import { passkeyStates } from './passkey-states.ts'
import { freshStates, personStates } from './person-states.ts'
import { type PictureServer, startPictureServer } from './picture-server.ts'
import { programmeStates, shelfStates } from './programme-states.ts'
import { providerStates } from './provider-states.ts'
import { catalogueStates, errorStates } from './public-states.ts'
import { rootStates } from './root-states.ts'
import { rushStates } from './rush-states.ts'
import { saleStates } from './sale-states.ts'
import { sandboxStates } from './sandbox-states.ts'
import { startServer, type TestServer } from './server.ts'
import { settingsStates } from './settings-states.ts'
import { toldStates } from './told-states.ts'
import { waitingListStates } from './waiting-list-states.ts'
import { waitingStates } from './waiting-states.ts'
import { importStates } from './import-states.ts'
import { webhookStates } from './webhook-states.ts'

/** Routes that redirect to a page, or back to one with its problems: they have no page of their own. */
export const leadsOn: readonly string[] = [
  'GET /bookings/:uuid/:proof/pay/',
  'GET /bookings/:uuid/:proof/return/',
  'POST /bookings/:uuid/:proof/acceptance/',
  'POST /bookings/:uuid/:proof/',
  'POST /waiting-list/:uuid/:proof/confirmation/',
  'POST /waiting-list/:uuid/:proof/',
  'POST /objection/:token/end/',
  'POST /sign-in/:token/',
  'POST /confirm/:token/',
  'POST /language/',
  'GET /openapi.json',
  'GET /api/docs/:folder/',
  'GET /event/:slug/',
  'GET /event/embed/:slug/',
  'GET /rss/',
  'GET /rss/latest/feed/',
  'GET /qr/:uuid/',
  'POST /account/cards/loss/',
  'POST /account/memberships/:uuid/renewal-cancellation/',
  'POST /account/sessions/',
  'POST /account/passkeys/removal/',
  'POST /invitation/:token/',
  'POST /admin/team/:uuid/removal/',
  'POST /admin/team/invitations/:uuid/mails/',
  'POST /admin/preview/',
  'POST /admin/filters/',
  'POST /admin/start/steps/',
  'POST /admin/filters/:uuid/deletion/',
  'POST /admin/rights/',
  'POST /admin/server/organisations/:uuid/archive/',
  'POST /admin/server/organisations/:uuid/deletion/',
  'POST /admin/server/organisations/:uuid/unarchive/',
  'POST /admin/server/organisations/:uuid/approval/',
  'POST /admin/server/organisations/:uuid/mails/',
  'POST /admin/server/mails/:uuid/attempts/',
  'POST /admin/server/jobs/attempts/',
  'POST /admin/server/cards/removal/',
  'POST /admin/server/cards/loss/',
  'POST /admin/server/cards/unblocking/',
  'POST /admin/server/reports/:uuid/settlement/',
  'POST /admin/server/backups/',
  'POST /admin/server/backups/:name/download/',
  'POST /admin/server/jobs/removal/',
  'POST /admin/server/organisations/:uuid/domains/removal/',
  'POST /admin/server/organisations/:uuid/calendars/',
  'POST /admin/server/organisations/:uuid/calendars/removal/',
  'POST /admin/events/:uuid/former-ticket-keys/removal/',
  'POST /admin/notices/:uuid/',
  'POST /admin/api-keys/:uuid/former/',
  'POST /admin/devices/:uuid/archive/',
  ...['trials', 'switch', 'archive', 'deliveries/:delivery/replays'].map(
    (part) => `POST /admin/webhooks/:uuid/${part}/`,
  ),
  'POST /admin/devices/:uuid/scans/',
  'POST /admin/settings/payment/removal/',
  'POST /admin/settings/sign-in/removal/',
  ...['apple', 'google'].map((wallet) => `POST /admin/settings/wallets/${wallet}/removal/`),
  'POST /admin/settings/fediverse/standing/',
  ...['checks', 'main', 'removal'].map((room) => `POST /admin/settings/domains/${room}/`),
  ...['image', 'logo', 'map', 'menu'].flatMap((kind) => [
    `POST /admin/settings/pictures/${kind}/`,
    `GET /admin/server/organisations/:uuid/pictures/${kind}/`,
    `POST /admin/server/organisations/:uuid/pictures/${kind}/`,
  ]),
  ...['events/:uuid/description', 'settings/pictures', 'server/organisations/:uuid/pictures'].map(
    (page) => `POST /admin/${page}/focus/`,
  ),
  'POST /admin/events/:uuid/publication/',
  'POST /admin/events/:uuid/doors/',
  'POST /admin/products/:uuid/publication/',
  'POST /admin/products/:uuid/archive/',
  'POST /admin/products/:uuid/copies/',
  'POST /admin/prices/:uuid/archive/',
  'POST /admin/promotional-codes/:uuid/archive/',
  ...['request', 'withdrawal', 'leaving'].map((move) => `POST /admin/shared-calendars/:uuid/${move}/`),
  ...['acceptance', 'refusal', 'removal'].map((move) => `POST /admin/federation/:uuid/${move}/`),
  ...[':uuid/agreement', ':uuid/refusal', 'consent'].map((part) => `POST /admin/appearances/${part}/`),
  'POST /admin/imports/:uuid/removal/',
  'POST /admin/remote-agendas/:uuid/fetch/',
  'POST /admin/remote-agendas/:uuid/removal/',
  'POST /admin/remote-events/decision/',
  'POST /admin/waiting-lists/entries/:uuid/removal/',
  ...['closing', 'opening'].map((way) => `POST /admin/waiting-lists/:uuid/${way}/`),
  ...['options', 'locations', 'artists', 'projects', 'stages'].map((room) => `POST /admin/${room}/:uuid/archive/`),
  ...['options', 'locations', 'projects', 'stages'].map((room) => `POST /admin/${room}/:uuid/deletion/`),
  'POST /admin/hand-outs/:uuid/mistakes/',
  'POST /admin/cards/:tag_id/loss/',
  'POST /admin/cards/memberships/:uuid/reversal/',
  'POST /admin/reservations/:uuid/payments/',
  'POST /admin/reservations/:uuid/payments/correction/',
  'POST /admin/reservations/:uuid/mails/',
  'POST /admin/reservations/:uuid/refunds/:refund/handover/',
  'POST /admin/mails/attempts/',
  'POST /admin/refunds/:uuid/handover/',
  'POST /admin/refunds/:uuid/handover/mistakes/',
  'POST /admin/refunds/:uuid/attempts/',
  'POST /admin/refunds/attempts/',
  'GET /bookings/:uuid/:proof/tickets/:ticket/google-wallet/',
  'GET /tickets/:uuid/:proof/google-wallet/',
]

/** Routes for programs, or for downloads. `/api/` answers programs too, except its documentation. */
export const notPages: readonly string[] = [
  'GET /assets/:asset',
  'GET /media/:tenant/:image/:file',
  'GET /events/:slug/pictures/:picture',
  'GET /bookings/:uuid/:proof/event.ics',
  'GET /bookings/:uuid/:proof/tickets.pdf',
  'GET /bookings/:uuid/:proof/tickets/:ticket/apple.pkpass',
  'GET /tickets/:uuid/:proof/ticket.pdf',
  'GET /tickets/:uuid/:proof/event.ics',
  'GET /tickets/:uuid/:proof/apple.pkpass',
  'GET /admin/reservations/:uuid/tickets.pdf',
  'GET /admin/accounting/closing.pdf',
  'GET /admin/accounting/figures.csv',
  'GET /admin/accounting/figures.xlsx',
  'GET /admin/accounting/receipts/:uuid/document.pdf',
  'GET /admin/door-lists/:uuid/door-list.pdf',
  'GET /admin/promotional-codes/codes.csv',
  'GET /admin/live/',
  'GET /account/data.json',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /embed/guichet.js',
  ...['ics', 'rss', 'atom', 'json'].map((kind) => `GET /feeds/events.${kind}`),
  'GET /.well-known/security.txt',
  ...['webfinger', 'nodeinfo'].map((name) => `GET /.well-known/${name}`),
  'GET /nodeinfo/2.1',
  ...['actor', 'outbox', 'followers', 'pages/:slug', 'events/:uuid/:since'].map((part) => `GET /fediverse/${part}/`),
  // An application; browser/scanner.test.ts looks at it in each of its states.
  'GET /scanner/',
  'GET /scanner/manifest.webmanifest',
  'GET /scanner/sw.js',
  'GET /scanner/assets/:asset',
  'GET /scan/test_api/',
  'POST /scan/check_ticket/',
  'POST /scan/ticket/',
  'POST /scan/hand_out/',
  'GET /scan/check_api_scan/',
  'GET /scan/events/',
  'GET /scan/snapshot/',
  'GET /scan/stats/',
  'POST /scan/batch/',
  'POST /scan/group/',
  'POST /scan/search_ticket/',
  'POST /scan/list_tickets/',
  'POST /scan/admit_ticket/',
  'POST /scan/undo/',
  'GET /.well-known/jwks.json',
  'GET /healthz',
  'GET /readyz',
  'GET /hostz',
  'GET /tenant/new/address/',
  'POST /payments/stripe/webhook/',
  'POST /fediverse/inbox/',
]

export type FurnishedPages = {
  readonly server: TestServer
  readonly states: readonly PageState[]
  stop(): Promise<void>
}

type Places = {
  readonly server: TestServer
  /** A server that nobody administers yet. */
  readonly fresh: TestServer
  /** A server that counts requests against its limits. */
  readonly counting: TestServer
  readonly hall: BoxOffice
  readonly pictures: PictureServer
}

type Furnish = (places: Places) => Promise<readonly PageState[]> | readonly PageState[]

const events: Furnish = ({ server, hall, pictures }) => eventStates(server, hall, pictures)
const handOuts: Furnish = ({ server, hall }) => handOutStates(server, hall)
const sales: Furnish = ({ server, hall }) => saleStates(server, hall)
const waitingLists: Furnish = ({ server, hall }) => waitingListStates(server, hall)
const offices: Furnish = ({ server, hall }) => officeStates(server, hall)

/** Every page in every state there is, in groups that are set up independently of each other. */
const pageGroups = {
  visitors: [
    ({ server, hall }) => catalogueStates(server, hall),
    events,
    ({ server, pictures }) => toldStates(server, pictures),
    ({ server, hall }) => bookingStates(server, hall),
    ({ server, hall }) => waitingStates(server, hall),
    ({ server, hall }) => objectionStates(server, hall),
    ({ server, hall }) => membershipStates(server, hall),
    ({ server }) => topUpStates(server),
    ({ server }) => sandboxStates(server),
    ({ server, hall }) => errorStates(server, hall),
    async ({ counting }) => rushStates(counting, await openBoxOffice(counting, 'La Ruée')),
  ],
  programme: [
    ({ server, hall }) => programmeStates(server, hall),
    ({ server, hall }) => shelfStates(server, hall),
    ({ server }) => agendaStates(server),
    ({ server, hall }) => federationStates(server, hall),
  ],
  sales: [
    handOuts,
    sales,
    ({ server, hall }) => guestStates(server, hall),
    ({ server, hall }) => codeStates(server, hall),
    waitingLists,
  ],
  office: [
    ({ server, hall }) => settingsStates(server, hall),
    offices,
    ({ server }) => memberStates(server),
    ({ server }) => erasureStates(server),
    ({ server }) => cardStates(server),
    ({ server }) => webhookStates(server),
    ({ server }) => importStates(server),
  ],
  people: [
    ({ server, hall }) => personStates(server, hall),
    ({ server, hall }) => passkeyStates(server, hall),
    ({ server }) => providerStates(server),
    ({ server, hall }) => rootStates(server, hall),
    ({ fresh }) => freshStates(fresh),
  ],
} as const satisfies Record<string, readonly Furnish[]>

export type PageGroup = keyof typeof pageGroups

/** States that Today, the log and Root tell of, for the group those pages are in. */
const toldOfIn: Partial<Record<PageGroup, readonly Furnish[]>> = {
  people: [events, handOuts, sales, waitingLists, offices],
}

export const everyGroup = Object.keys(pageGroups) as readonly PageGroup[]

/** Starts a server with the pages of these groups in every state, in two colours that must stay readable: a pale and a dark one. */
export async function furnishPages(groups: readonly PageGroup[]): Promise<FurnishedPages> {
  const pictures = await startPictureServer()
  const server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  const fresh = await startServer({ environment: { ...stillClock, RATE_LIMIT: 'on' } })
  const counting = await startServer({ environment: { RATE_LIMIT: 'on' } })
  const hall = await openBoxOffice(server, 'La Guinguette')
  const colors = { [hall.slug]: '#ffe600', meta: '#14213d' }
  for (const [slug, color] of Object.entries(colors))
    await server.cli('tenant', 'set', '--tenant', slug, '--accent-color', color)
  // Its pages are dark on every device.
  await server.cli('tenant', 'set', '--tenant', 'meta', '--color-scheme', 'dark', '--type-pair', 'condensed')
  const festival = ['tenant', 'create', '--organisation', 'Les Vieux Quais', '--category', 'F']
  await server.cli(...festival, '--email', 'ben@quais.test', '--language', 'fr')
  const states: PageState[] = []
  const places = { server, fresh, counting, hall, pictures }
  const looked = groups.flatMap((group): readonly Furnish[] => pageGroups[group])
  const told = groups.flatMap((group) => toldOfIn[group] ?? [])
  for (const furnish of looked) states.push(...(await furnish(places)))
  for (const furnish of told.filter((one) => !looked.includes(one))) await furnish(places)
  await keepShown(server)
  return {
    server,
    states,
    async stop() {
      for (const one of [server, fresh, counting, pictures]) await one.stop()
    },
  }
}

/**
 * Keeps passkeys recently shown: looking at all pages takes longer than the half hour after which sensitive steps ask again; sessions
 * from long ago stay old. Seen red on a busy machine: the passkeys of a session that was 30 minutes old.
 */
async function keepShown(server: TestServer): Promise<void> {
  const client = await server.database.connect()
  await client.query(
    `update session set created_at = created_at + interval '3 hours', proven_at = proven_at + interval '3 hours'
      where coalesce(proven_at, created_at) > now() - interval '30 minutes'`,
  )
  await client.end()
}
