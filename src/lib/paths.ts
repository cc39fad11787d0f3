/**
 * The pages of the administration, once: a page registers with its address here, and whatever leads to it takes the same
 * one, so that a link to a page that is not there does not compile. Those of visitors are below.
 */
export const paths = {
  admin: '/admin/',
  live: '/admin/live/',
  sale: '/admin/sale/',
  reservations: '/admin/reservations/',
  reservation: '/admin/reservations/:uuid/',
  reservationAddress: '/admin/reservations/:uuid/address/',
  reservationCancellation: '/admin/reservations/:uuid/cancellation/',
  reservationMails: '/admin/reservations/:uuid/mails/',
  reservationPayments: '/admin/reservations/:uuid/payments/',
  reservationRefundHandover: '/admin/reservations/:uuid/refunds/:refund/handover/',
  reservationTicketsPdf: '/admin/reservations/:uuid/tickets.pdf',
  reservationTicket: '/admin/reservations/:uuid/tickets/:ticket/',
  undoScan: '/admin/reservations/:uuid/tickets/:ticket/mistakes/',
  waitingLists: '/admin/waiting-lists/',
  waitingList: '/admin/waiting-lists/:uuid/',
  waitingEntryOffer: '/admin/waiting-lists/entries/:uuid/offer/',
  waitingEntryRemoval: '/admin/waiting-lists/entries/:uuid/removal/',
  handOuts: '/admin/hand-outs/',
  handOut: '/admin/hand-outs/:uuid/',
  undoHandOut: '/admin/hand-outs/:uuid/mistakes/',
  mails: '/admin/mails/',
  mailsAttempts: '/admin/mails/attempts/',
  mail: '/admin/mails/:uuid/',
  mailAttempts: '/admin/mails/:uuid/attempts/',
  events: '/admin/events/',
  newEvent: '/admin/events/new/',
  event: '/admin/events/:uuid/',
  eventGuests: '/admin/events/:uuid/guests/',
  eventArchive: '/admin/events/:uuid/archive/',
  eventCancellation: '/admin/events/:uuid/cancellation/',
  eventCopies: '/admin/events/:uuid/copies/',
  eventDeletion: '/admin/events/:uuid/deletion/',
  eventMessage: '/admin/events/:uuid/message/',
  eventPostponement: '/admin/events/:uuid/postponement/',
  eventPublication: '/admin/events/:uuid/publication/',
  notice: '/admin/notices/:uuid/',
  products: '/admin/products/',
  newProduct: '/admin/products/new/',
  product: '/admin/products/:uuid/',
  newPrice: '/admin/products/:uuid/prices/new/',
  prices: '/admin/prices/',
  price: '/admin/prices/:uuid/',
  promotionalCodes: '/admin/promotional-codes/',
  newPromotionalCode: '/admin/promotional-codes/new/',
  manyPromotionalCodes: '/admin/promotional-codes/many/',
  promotionalCode: '/admin/promotional-codes/:uuid/',
  options: '/admin/options/',
  option: '/admin/options/:uuid/',
  locations: '/admin/locations/',
  location: '/admin/locations/:uuid/',
  stages: '/admin/stages/',
  stage: '/admin/stages/:uuid/',
  remoteAgendas: '/admin/remote-agendas/',
  newRemoteAgenda: '/admin/remote-agendas/new/',
  remoteAgenda: '/admin/remote-agendas/:uuid/',
  remoteEvents: '/admin/remote-events/',
  remoteDecision: '/admin/remote-events/decision/',
  artists: '/admin/artists/',
  artist: '/admin/artists/:uuid/',
  projects: '/admin/projects/',
  project: '/admin/projects/:uuid/',
  members: '/admin/members/',
  newMember: '/admin/members/new/',
  member: '/admin/members/:uuid/',
  memberCancellation: '/admin/members/:uuid/cancellation/',
  memberMails: '/admin/members/:uuid/mails/',
  memberName: '/admin/members/:uuid/name/',
  cards: '/admin/cards/',
  newTopUp: '/admin/cards/top-ups/new/',
  membershipCredits: '/admin/cards/memberships/',
  membershipCreditReversal: '/admin/cards/memberships/:uuid/reversal/',
  card: '/admin/cards/:tag_id/',
  cardLoss: '/admin/cards/:tag_id/loss/',
  cardReversals: '/admin/cards/:tag_id/reversals/',
  doorLists: '/admin/door-lists/',
  doorListPdf: '/admin/door-lists/:uuid/door-list.pdf',
  devices: '/admin/devices/',
  devicesCodes: '/admin/devices/codes/',
  device: '/admin/devices/:uuid/',
  deviceArchive: '/admin/devices/:uuid/archive/',
  deviceCode: '/admin/devices/:uuid/code/',
  deviceScans: '/admin/devices/:uuid/scans/',
  accounting: '/admin/accounting/',
  closingPdf: '/admin/accounting/closing.pdf',
  figuresCsv: '/admin/accounting/figures.csv',
  figuresXlsx: '/admin/accounting/figures.xlsx',
  receipts: '/admin/accounting/receipts/',
  receiptPdf: '/admin/accounting/receipts/:uuid/document.pdf',
  refunds: '/admin/refunds/',
  refundsAttempts: '/admin/refunds/attempts/',
  refundAttempts: '/admin/refunds/:uuid/attempts/',
  refundHandover: '/admin/refunds/:uuid/handover/',
  undoHandover: '/admin/refunds/:uuid/handover/mistakes/',
  exports: '/admin/exports/',
  exportOf: '/admin/exports/:list/',
  start: '/admin/start/',
  settings: '/admin/settings/',
  settingsRules: '/admin/settings/rules/',
  settingsPictures: '/admin/settings/pictures/',
  settingsPayment: '/admin/settings/payment/',
  settingsWallets: '/admin/settings/wallets/',
  settingsDomains: '/admin/settings/domains/',
  settingsWebsite: '/admin/settings/website/',
  settingsSignIn: '/admin/settings/sign-in/',
  settingsSandbox: '/admin/settings/sandbox/',
  team: '/admin/team/',
  teamPasskeys: '/admin/team/passkeys/',
  colleague: '/admin/team/:uuid/',
  colleagueRemoval: '/admin/team/:uuid/removal/',
  teamInvitations: '/admin/team/invitations/',
  invitationMails: '/admin/team/invitations/:uuid/mails/',
  invitationWithdrawal: '/admin/team/invitations/:uuid/withdrawal/',
  webhooks: '/admin/webhooks/',
  webhook: '/admin/webhooks/:uuid/',
  apiKeys: '/admin/api-keys/',
  apiKey: '/admin/api-keys/:uuid/',
  apiKeyFormer: '/admin/api-keys/:uuid/former/',
  apiKeyRevocation: '/admin/api-keys/:uuid/revocation/',
  apiKeyRolls: '/admin/api-keys/:uuid/rolls/',
  personalData: '/admin/personal-data/',
  audit: '/admin/audit/',
  metaLabel: '/admin/meta-label/',
  rights: '/admin/rights/',
  organisation: '/admin/server/organisations/:uuid/',
  serverReports: '/admin/server/reports/',
  serverReportSettlement: '/admin/server/reports/:uuid/settlement/',
  serverPeople: '/admin/server/people/',
  serverPeopleTaken: '/admin/server/people/taken/',
  serverCalendar: '/admin/server/calendar/',
  serverCards: '/admin/server/cards/',
  serverMails: '/admin/server/mails/',
  serverJobs: '/admin/server/jobs/',
  serverJobsAttempts: '/admin/server/jobs/attempts/',
  serverJobsRemoval: '/admin/server/jobs/removal/',
  serverBackups: '/admin/server/backups/',
  serverBackupDownload: '/admin/server/backups/:name/download/',
  serverHealth: '/admin/server/health/',
  serverLimits: '/admin/server/limits/',
} as const

/** The pages that visitors see, and the files beside them, in the same way. */
export const visitorPaths = {
  home: '/',
  directory: '/organisations/',
  legal: '/legal/',
  language: '/language/',
  report: '/report/',
  newTenant: '/tenant/new/',
  newTenantAddress: '/tenant/new/address/',
  newTenantCode: '/tenant/new/code/',
  newTenantLink: '/tenant/new/:token/',
  embed: '/embed/',
  embedEvent: '/embed/events/:slug/',
  embedElement: '/embed/guichet.js',
  formerEmbed: '/event/embed/:slug/',
  event: '/events/:slug/',
  eventBooking: '/events/:slug/booking/',
  eventWaitingList: '/events/:slug/waiting-list/',
  confirmation: '/confirm/:token/',
  booking: '/bookings/:uuid/:proof/',
  bookingAcceptance: '/bookings/:uuid/:proof/acceptance/',
  bookingCalendar: '/bookings/:uuid/:proof/event.ics',
  bookingCancellation: '/bookings/:uuid/:proof/cancellation/',
  bookingPayment: '/bookings/:uuid/:proof/pay/',
  bookingReturn: '/bookings/:uuid/:proof/return/',
  bookingTicketsPdf: '/bookings/:uuid/:proof/tickets.pdf',
  /** Where the passes of a ticket are, by the names of `walletFile`. */
  bookingTicket: '/bookings/:uuid/:proof/tickets/:ticket/',
  bookingTicketHolder: '/bookings/:uuid/:proof/tickets/:ticket/holder/',
  /** Where the files of a ticket that was given are, its passes too. */
  givenTicket: '/tickets/:uuid/:proof/',
  givenTicketCalendar: '/tickets/:uuid/:proof/event.ics',
  givenTicketPdf: '/tickets/:uuid/:proof/ticket.pdf',
  waitingEntry: '/waiting-list/:uuid/:proof/',
  waitingEntryConfirmation: '/waiting-list/:uuid/:proof/confirmation/',
  /** Where a payment of a sandbox is made. */
  testPayment: '/test-payments/:token/',
  membership: '/membership/',
  memberCard: '/membership/:uuid/:proof/',
  topUp: '/top-up/',
  objection: '/objection/:token/',
  objectionEnd: '/objection/:token/end/',
  account: '/account/',
  ownCardLoss: '/account/cards/loss/',
  ownData: '/account/data.json',
  ownErasure: '/account/erasure/',
  passkeys: '/account/passkeys/',
  passkeyRemoval: '/account/passkeys/removal/',
  recoveryCodes: '/account/passkeys/codes/',
  sessions: '/account/sessions/',
  signIn: '/sign-in/',
  signInLink: '/sign-in/:token/',
  signInCode: '/sign-in/code/',
  signInPasskey: '/sign-in/passkey/',
  signInAgain: '/sign-in/again/',
  providerStart: '/sign-in/provider/start/',
  providerReturn: '/sign-in/provider/',
  signOut: '/sign-out/',
  setUp: '/set-up/:token/',
  invitation: '/invitation/:token/',
  calendarFeed: '/feeds/events.ics',
  rssFeed: '/feeds/events.rss',
  atomFeed: '/feeds/events.atom',
  jsonFeed: '/feeds/events.json',
  formerFeed: '/rss/',
  docs: '/api/docs/',
  docsErrors: '/api/docs/errors/',
  /** The operations of one tag. */
  docsOperations: '/api/docs/operations/:tag/',
  /** A page of docs/interface, or a guide beside it. */
  docsChapter: '/api/docs/:folder/:chapter/',
  openApi: '/api/openapi.json',
  scanner: '/scanner/',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  securityTxt: '/.well-known/security.txt',
  // Links have always been mailed and printed without the last slash; the pages answer to both (ADR 0020).
  mailedSignIn: '/sign-in/:token',
  mailedConfirmation: '/confirm/:token',
  printedSetUp: '/set-up/:token',
} as const

type PagePath = (typeof paths)[keyof typeof paths] | (typeof visitorPaths)[keyof typeof visitorPaths]
type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never
type ParamsOf<Path extends string> = { readonly [Name in NamesIn<Path>]: string }

/**
 * The address of a page about something.
 *
 * @param query what is empty in it is left out
 */
export function at<const Path extends PagePath>(
  path: Path,
  params: ParamsOf<Path>,
  query: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const address = filled(path, params)
  const asked = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return asked.length === 0 ? address : `${address}?${new URLSearchParams(asked)}`
}

type End<Path extends string, Page extends string> = Path extends `${Page}${infer Rest}` ? `/${Rest}` : never

/** The end of the address of a page below another, for links on that one, or behind its address, which holds the proof. */
export function below<const Page extends PagePath, const Path extends PagePath & `${Page}${string}`>(
  page: Page,
  path: Path,
  params: ParamsOf<End<Path, Page>>,
): string {
  return filled(path.slice(page.length), params)
}

/** What all addresses of a page begin with: the part before the first thing that differs. */
export function beginningOf(path: PagePath): string {
  return path.replace(/:.*/, '')
}

function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
