import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Whose each table is: a feature writes its own tables and nobody else's, however much it reads (ARCHITECTURE.md). A table that stands
 * here twice or nowhere fails, as a write of somebody else's does.
 */
const owned: Readonly<Record<string, readonly string[]>> = {
  account: [
    'account',
    'apiKey',
    'knownBrowser',
    'passkey',
    'rateCounter',
    'recoveryCode',
    'session',
    'signInLink',
    'tenantMember',
  ],
  accounting: ['artistDeal', 'eventCost'],
  audit: ['auditEntry', 'auditPersonal'],
  card: ['knownCard', 'nfcCard', 'purse', 'purseMovement'],
  catalog: ['price', 'product', 'promotionalCode', 'promotionalCodeProduct'],
  device: ['device', 'devicePastEvents'],
  door: ['ticketLookup'],
  event: ['event', 'eventArtist', 'eventCounter', 'eventOption', 'eventProduct', 'skippedStep'],
  'event-notice': ['eventNotice'],
  export: ['exportChoice'],
  'guest-list': ['guest', 'guestList'],
  import: ['import', 'importPart', 'importRefusal'],
  mail: ['mail', 'mailObjection'],
  membership: ['member', 'memberCounter', 'memberNameWord', 'membership', 'renewal'],
  payment: [
    'dispute',
    'moneyBack',
    'payment',
    'paymentCorrection',
    'paymentKeys',
    'receipt',
    'receiptCounter',
    'refund',
    'refundHandover',
    'refundLine',
    'testCheckout',
    'testRefund',
  ],
  fediverse: ['fediverseActor', 'follower', 'activity', 'followerInbox', 'toldEvent'],
  'remote-agenda': ['remoteAgenda', 'remoteEvent'],
  request: ['askedRequest', 'idempotencyKey'],
  reservation: [
    'handOut',
    'personCounter',
    'priceCounter',
    'reservation',
    'reservationLine',
    'reservationOption',
    'usedSolution',
  ],
  team: ['listFilter', 'providerSignIn', 'providerSubject', 'signInProvider', 'teamInvitation'],
  tenant: [
    'artist',
    'appearance',
    'calendarEntry',
    'domain',
    'domainClaim',
    'dueWork',
    'federationMember',
    'location',
    'pageReport',
    'picture',
    'pictureCounter',
    'project',
    'serverSetting',
    'signingKey',
    'stage',
    'tenant',
    'tenantRequest',
    'ticketOption',
    'withdrawnEvent',
  ],
  ticket: ['formerTicketKey', 'scanLog', 'ticket', 'ticketNameWord'],
  'waiting-list': ['waitingClosure', 'waitingEntry'],
  wallet: ['walletKeys'],
  webhook: ['webhook', 'webhookDelivery'],
  'the database': ['schemaMigration'],
}

/** Files that write the tables of others all the same, and why. */
const shared: Readonly<Record<string, readonly string[]>> = {
  // A batch of bookings is one pipelined transaction of prepared statements: what each brings into being is written by it.
  'features/reservation/booking-writes.statements.ts': [
    'eventCounter',
    'mail',
    'membership',
    'payment',
    'promotionalCode',
    'ticket',
    'ticketNameWord',
  ],
  // The demonstration answers at an address that nobody can prove, and shows a status that lasts milliseconds.
  'cli/demo/demo.queries.ts': ['domain', 'reservation', 'ticket'],
}

/** Files whose statements name their table by a variable, and what it may be. */
const named: Readonly<Record<string, readonly string[]>> = {
  'features/tenant/programme.queries.ts': ['artist', 'location', 'project', 'stage', 'ticketOption'],
  // Whoever calls says the table.
  'db/due-rows.ts': [],
  'db/multi-row-insert.ts': [],
  'db/rows.ts': [],
  // A backup is read back into an empty database, whatever tables it holds.
  'db/backup/rows.ts': [],
}

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const read = (file: string) => readFileSync(source + file, 'utf8')
const declared = read('db/tables.ts').split('export interface DB {')[1] ?? ''
const tables = new Set([...declared.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name))

const byBuilder = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)|\w+)/g
const byRows = /\b(?:insertRows|insertMissing|updateRows?|updateQuietly|deleteRows)\(\s*\w+,\s*(?:'(\w+)|\w+)/g
const byPreparedRows = /\bmultiRowInsert\(\{\s*table: '(\w+)'/g
const byText = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+|table\s+)?(?:(\w+)|\$\{)/gi

/** What a file writes; `?` is a table named by a variable. */
function written(text: string): ReadonlySet<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const builders = [byBuilder, byRows, byPreparedRows].flatMap((pattern) => [...code.matchAll(pattern)])
  const names = [...builders, ...code.matchAll(byText)].map(([, name = '?']) =>
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  )
  return new Set(names.filter((name) => name === '?' || tables.has(name)))
}

const writing = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) => {
  const names = [...written(read(file))]
  return names.length === 0 ? [] : [{ file, names }]
})

function ownerOf(file: string): string | null {
  if (file.startsWith('db/')) return 'the database'
  return /^features\/([^/]+)\//.exec(file)?.[1] ?? null
}

// Seen red with `deleteFrom('mail')` in features/payment/payment.queries.ts, and with `update ticket set` in a text of door/.
describe('a feature writes only its own tables', () => {
  it('and every table is of one', () => {
    expect(Object.values(owned).flat().toSorted()).toEqual([...tables].toSorted())
  })

  it('which is so of every statement', () => {
    const foreign = writing.flatMap(({ file, names }) =>
      names
        .flatMap((name) => (name === '?' ? (named[file] ?? ['a table that is named by a variable']) : [name]))
        .filter((table) => !owned[ownerOf(file) ?? '']?.includes(table) && !shared[file]?.includes(table))
        .map((table) => `${file} writes ${table}`),
    )
    expect(foreign).toEqual([])
  })

  it('and what is excepted is so', () => {
    const of = new Map(writing.map(({ file, names }) => [file, names]))
    for (const [file, names] of Object.entries(shared)) expect(of.get(file)).toEqual(expect.arrayContaining([...names]))
    for (const file of Object.keys(named)) expect(of.get(file)).toContain('?')
  })
})
