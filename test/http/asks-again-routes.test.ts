import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { browserWith } from '../harness/passkey.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { changesOfRows } from '../harness/traces.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * Every route that changes something, or answers with a file, for somebody with a session: it either asks again who they are (ADR 0240), or
 * stands here with the reason why it does not. The server says which there are (`guichet routes`), and a new one fails until it is
 * in one of the two. What is read page by page is the daily work, and open to all, to keys and to devices is no session's.
 */
const asked: readonly string[] = [
  // Keys.
  'POST /admin/api-keys/',
  'POST /admin/api-keys/:uuid/rolls/',
  'GET /admin/settings/wallets/',
  'POST /admin/settings/wallets/apple/',
  'POST /admin/settings/wallets/google/',
  'POST /admin/settings/wallets/apple/removal/',
  'POST /admin/settings/wallets/google/removal/',
  'POST /account/passkeys/',
  'POST /account/passkeys/removal/',
  'POST /account/passkeys/codes/',
  // What nothing brings back.
  'GET /admin/settings/sandbox/',
  'POST /admin/settings/sandbox/deletion/',
  'POST /admin/server/organisations/:uuid/deletion/',
  // Where money goes.
  'GET /admin/settings/payment/',
  'POST /admin/settings/payment/',
  'POST /admin/settings/payment/removal/',
  // Roles and rights.
  'POST /admin/team/:uuid/',
  'POST /admin/team/:uuid/removal/',
  'POST /admin/team/passkeys/',
  'POST /admin/team/invitations/',
  'GET /admin/settings/sign-in/',
  'POST /admin/settings/sign-in/',
  'POST /admin/settings/sign-in/checks/',
  'POST /admin/settings/sign-in/removal/',
  'POST /admin/rights/',
  'POST /admin/server/people/taken/',
  'POST /admin/server/organisations/:uuid/entry/',
  // Where visitors, and links of mails, are led to.
  'POST /admin/settings/domains/',
  'POST /admin/settings/domains/main/',
  'POST /admin/server/organisations/:uuid/domains/',
  // Erasure.
  'GET /account/erasure/',
  'POST /account/erasure/',
  'POST /admin/personal-data/erasure/',
  'POST /admin/reservations/:uuid/erasure/',
  'POST /admin/members/:uuid/erasure/',
  'POST /api/reservations/:uuid/erasure/',
  'POST /api/memberships/:uuid/erasure/',
  'POST /api/personal-data/erasure/',
  // People in bulk.
  'GET /account/data.json',
  'POST /admin/exports/:list/',
  'POST /admin/server/backups/:name/download/',
  ...['reservations', 'things', 'payments', 'refunds', 'tickets', 'members'].map(
    (list) => `POST /api/exports/${list}/`,
  ),
]

const goesOn: Readonly<Record<string, readonly string[]>> = {
  'is needed in a hurry, at the door, by who may be there for one evening': [
    'GET /admin/door-lists/:uuid/door-list.pdf',
    'GET /api/events/:uuid/door-list.pdf',
  ],
  'pairs a phone at the door in a hurry, which opens a door and can be archived at once': [
    'POST /admin/devices/',
    'POST /admin/devices/codes/',
    'POST /admin/devices/:uuid/',
    'POST /admin/devices/:uuid/code/',
    'POST /admin/devices/:uuid/archive/',
    'POST /api/devices/',
    'POST /api/devices/batch/',
    'PATCH /api/devices/:uuid/',
    'POST /api/devices/:uuid/pairing-code/',
    'POST /api/devices/:uuid/archive/',
    'POST /api/devices/:uuid/undo/',
  ],
  'puts right at the door what was scanned': [
    'POST /admin/devices/:uuid/scans/',
    'PATCH /api/ticket/:uuid/',
    'POST /api/ticket/:uuid/undo/',
  ],
  'is the work of a desk, one booking, member or card after another': [
    'POST /admin/sale/',
    'POST /api/sales/',
    'POST /api/sales/quote/',
    'GET /admin/reservations/:uuid/tickets.pdf',
    'GET /api/reservations/:uuid/tickets.pdf',
    ...['payments', 'mails', 'address', 'cancellation'].flatMap((part) =>
      ['admin', 'api'].map((door) => `POST /${door}/reservations/:uuid/${part}/`),
    ),
    'POST /admin/reservations/:uuid/payments/correction/',
    'POST /api/reservations/:uuid/payment-correction/',
    ...['', 'mistakes/'].flatMap((part) => [
      `POST /admin/reservations/:uuid/tickets/:ticket/${part}`,
      `POST /admin/hand-outs/:uuid/${part}`,
      `POST /api/reservations/:uuid/hand-outs/${part}`,
    ]),
    'POST /admin/reservations/several/mails/',
    'POST /admin/reservations/several/cancellation/',
    'POST /admin/mails/attempts/',
    'POST /admin/mails/:uuid/attempts/',
    'POST /admin/events/:uuid/guests/',
    'POST /admin/events/:uuid/guests/bookings/',
    'POST /api/events/:uuid/guests/',
    'POST /admin/cards/top-ups/new/',
    'POST /admin/members/new/',
    'POST /admin/members/several/mails/',
    'POST /admin/members/several/renewal/',
    'POST /admin/members/several/cancellation/',
    'POST /admin/members/:uuid/name/',
    'POST /admin/members/:uuid/mails/',
    'POST /admin/members/:uuid/cancellation/',
    'POST /admin/members/:uuid/renewal-cancellation/',
    'POST /api/memberships/:uuid/renewal-cancellation/',
    'POST /api/memberships/:uuid/cancellation/',
    'POST /api/memberships/sales/',
    'POST /api/memberships/sales/quote/',
    'PATCH /api/memberships/:uuid/',
    'POST /api/memberships/:uuid/mails/',
    'POST /admin/cards/:tag_id/loss/',
    'POST /admin/cards/:tag_id/reversals/',
    'POST /admin/cards/memberships/:uuid/reversal/',
    'POST /api/cards/',
    'POST /api/cards/:tag_id/movements/',
    'POST /api/cards/:tag_id/loss/',
    ...['offers', 'closing', 'opening'].map((part) => `POST /admin/waiting-lists/:uuid/${part}/`),
    ...['offer', 'removal'].map((part) => `POST /admin/waiting-lists/entries/:uuid/${part}/`),
    'DELETE /api/waiting-list/:uuid/',
    'POST /api/waiting-list/:uuid/offer/',
    'POST /api/events/:uuid/waiting-list/offers/',
    'PATCH /api/events/:uuid/waiting-list/',
  ],
  'shows a text as visitors will see it, and keeps nothing': ['POST /admin/preview/'],
  'keeps under a name what somebody looks at again and again': [
    'POST /admin/filters/',
    'POST /admin/start/steps/',
    'POST /admin/filters/:uuid/deletion/',
  ],
  'refunds whoever paid, or notes that it was done': [
    'POST /admin/reservations/:uuid/refunds/:refund/handover/',
    'POST /admin/refunds/:uuid/handover/',
    'POST /admin/refunds/:uuid/handover/mistakes/',
    'POST /admin/refunds/:uuid/attempts/',
    'POST /admin/refunds/attempts/',
    'POST /api/refunds/:uuid/handover/',
    'DELETE /api/refunds/:uuid/handover/',
    'POST /api/refunds/:uuid/attempts/',
  ],
  'has sums, or one receipt, and no list of people': [
    ...['accounting/closing.pdf', 'accounting/figures.csv', 'accounting/figures.xlsx'].flatMap((file) =>
      ['admin', 'api'].map((door) => `GET /${door}/${file}`),
    ),
    'GET /admin/accounting/receipts/:uuid/document.pdf',
    'GET /api/receipts/:uuid/document.pdf',
  ],
  'has codes of a house and nobody’s name': ['GET /admin/promotional-codes/codes.csv'],
  'says what is kept of the one address that was typed, and changes nothing': ['POST /admin/personal-data/'],
  'takes away what a thief could use, and is done in a hurry': [
    'POST /admin/api-keys/:uuid/revocation/',
    'POST /admin/api-keys/:uuid/former/',
    'POST /admin/team/invitations/:uuid/withdrawal/',
    'POST /admin/settings/domains/removal/',
    'POST /admin/server/organisations/:uuid/domains/removal/',
    'POST /admin/server/cards/loss/',
    'POST /admin/server/organisations/:uuid/archive/',
    'POST /admin/server/organisations/:uuid/refusal/',
    'POST /account/sessions/',
    'POST /account/cards/loss/',
    'POST /account/memberships/:uuid/renewal-cancellation/',
  ],
  'sends to whom it was decided to, when that was asked': ['POST /admin/team/invitations/:uuid/mails/'],
  'looks for the record of a domain that was added, when that was asked': [
    'POST /admin/settings/domains/checks/',
    'POST /admin/server/organisations/:uuid/domains/checks/',
  ],
  'is how somebody shows who they are': ['POST /sign-in/passkey/'],
  'says how a house looks and what its rules are': [
    'POST /admin/settings/',
    'POST /admin/settings/look/',
    'POST /admin/settings/rules/',
    'PATCH /api/settings/',
    'PATCH /api/place/:uuid/',
    ...['image', 'focus', 'logo', 'map', 'menu'].map((kind) => `POST /admin/settings/pictures/${kind}/`),
    ...[
      'identity/',
      'look/',
      'rules/',
      'pictures/image/',
      'pictures/focus/',
      'pictures/logo/',
      'pictures/map/',
      'pictures/menu/',
    ].map((part) => `POST /admin/server/organisations/:uuid/${part}`),
  ],
  'says whose calendar shows what is public anyway, and gives nobody anything of people': [
    'PATCH /api/fediverse/',
    'POST /admin/settings/fediverse/standing/',
    ...['ask', 'withdraw', 'leave'].map((move) => `POST /api/shared-calendars/:uuid/${move}/`),
    ...['request', 'withdrawal', 'leaving'].map((move) => `POST /admin/shared-calendars/:uuid/${move}/`),
  ],
  'takes over what was elsewhere, and changes nothing that is there': [
    'POST /api/imports/',
    ...['check', 'run'].map((part) => `POST /api/imports/:uuid/${part}/`),
    'DELETE /api/imports/:uuid/',
    ...['new/', ':uuid/', ':uuid/removal/'].map((part) => `POST /admin/imports/${part}`),
  ],
  'tells a program ids and nobody’s name, and is switched off at once': [
    'POST /api/events/:uuid/former-ticket-keys/',
    'DELETE /api/events/:uuid/former-ticket-keys/:key/',
    'POST /api/webhooks/',
    'PATCH /api/webhooks/:uuid/',
    'DELETE /api/webhooks/:uuid/',
    ...['roll', 'trial', 'replay', 'deliveries/:delivery/replay'].map((part) => `POST /api/webhooks/:uuid/${part}/`),
    'POST /admin/webhooks/new/',
    ...['settings', 'trials', 'switch', 'rolls', 'archive', 'replays', 'deliveries/:delivery/replays'].map(
      (part) => `POST /admin/webhooks/:uuid/${part}/`,
    ),
  ],
  'says what artists are owed, and moves no money': [
    'PATCH /api/events/:uuid/settlement/',
    'POST /admin/events/:uuid/settlement/',
  ],
  'is the work of whoever runs the server, and gives nobody anything of people': [
    ...['unarchive', 'category', 'approval', 'mails', 'calendars', 'calendars/removal'].map(
      (part) => `POST /admin/server/organisations/:uuid/${part}/`,
    ),
    'POST /admin/server/organisations/new/',
    'POST /admin/meta-label/',
    'POST /admin/server/reports/:uuid/settlement/',
    'POST /admin/server/mails/:uuid/attempts/',
    'POST /admin/server/backups/',
    'POST /admin/server/jobs/attempts/',
    'POST /admin/server/jobs/removal/',
    ...['links', 'removal', 'unblocking', 'many'].map((part) => `POST /admin/server/cards/${part}/`),
  ],
}

/** What is on the programme is public, and not people's: whatever changes it goes on, and any file of it is named above. */
const ofProgramme = ['staff:programme', 'event:write', 'product:write']
/** Opened by no session. */
const ofNoSession = ['public', 'device', 'any_key', 'create_tenants', 'every_host']

type Route = { readonly method: string; readonly url: string; readonly access: string; readonly asksAgain: boolean }
const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`
const isFile = (url: string) => /\.[a-z]+$/.test(url)

const { server, client, hall } = await twoOffices({ environment: { ROLE: 'web' } })
let routes: readonly Route[]
beforeAll(async () => {
  routes = ((await server.cli('routes')) as { routes: Route[] }).routes
})

const named = Object.values(goesOn).flat()

describe('every route with a session', () => {
  // Seen red with `asksAgain` taken from the route that makes an export.
  it('that changes something or answers with a file has decided whether it asks again', () => {
    expect(
      routes
        .filter(({ asksAgain }) => asksAgain)
        .map(nameOf)
        .sort(),
    ).toEqual([...asked].sort())
    const undecided = routes
      .filter(({ access, asksAgain }) => !asksAgain && !ofNoSession.includes(access))
      .filter(({ method, url }) => method !== 'GET' || isFile(url))
      .filter(({ access, method }) => method === 'GET' || !ofProgramme.includes(access))
      .map(nameOf)
    expect(undecided.sort()).toEqual([...named].sort())
    expect(new Set(named).size).toBe(named.length)
  })

  // Seen red with `isStale` always false.
  it('asks whoever signed in half an hour ago where it is said to, and nothing is done', async () => {
    const someone = async (slug: string, ...rights: string[]) => {
      const email = `${randomUUID()}@example.org`
      await server.cli(...rights, '--email', email)
      const cookie = await signIn(server, slug || 'root', slug, email)
      await client.query(
        `update session set created_at = created_at - interval '31 minutes', proven_at = proven_at - interval '31 minutes'
          where account_id = (select id from account where email = $1)`,
        [email],
      )
      return { cookie, slug, ...browserWith(server, slug, cookie) }
    }
    const owner = await someone(hall.slug, 'team', 'set', '--tenant', hall.slug, '--role', 'owner')
    const root = await someone('', 'user', 'grant', '--super-user')
    const before = await changesOfRows(client)
    for (const route of routes.filter(({ asksAgain }) => asksAgain)) {
      const who = route.access === 'super_user' ? root : owner
      const path = route.url.replace(':list', 'reservations').replace(/:\w+/g, randomUUID())
      if (route.method === 'GET') {
        const { status, headers } = await who.show(path)
        const next = path === '/account/data.json' ? '/account/' : path
        const again = `/sign-in/again/?${new URLSearchParams({ next })}`
        expect([status, headers['location']], nameOf(route)).toEqual([302, again])
      } else if (path.startsWith('/api/')) {
        const answer = await server.send(who.slug, route.method, path, {
          cookie: who.cookie,
          body: {},
          headers: { origin: originOf(server, who.slug) },
        })
        expect([answer.status, answer.json.code], nameOf(route)).toEqual([403, 'permission_denied'])
        expect(answer.text, nameOf(route)).toContain('signed in too long ago')
      } else {
        const answer = await who.press(path, {})
        expect([answer.status, answer.text.includes('Confirm that it is you')], nameOf(route)).toEqual([403, true])
      }
    }
    expect(await changesOfRows(client)).toBe(before)
  })
})
