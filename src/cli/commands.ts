import type { CliCommand } from './command.ts'

export type CommandEntry = {
  /** `tenant create` */
  readonly words: readonly [string] | readonly [string, string]
  readonly summary: string
  readonly load: () => Promise<CliCommand>
}

/** Every command, a line each. Only the one that runs is loaded: the others would cost half a second. */
export const commands: readonly CommandEntry[] = [
  { words: ['serve'], summary: 'Start the service', load: async () => (await import('./serve.ts')).serveCommand },
  {
    words: ['demo'],
    summary: 'Start the service with a demonstration in it',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  {
    words: ['migrate'],
    summary: 'Bring the database to this version and install Root and Meta',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    words: ['backup'],
    summary: 'Make a backup of everything but the secret, while the service runs',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  {
    words: ['backup', 'verify'],
    summary: 'Read a backup to its end: is every file there, and as it was made?',
    load: async () => (await import('./backup-verify.ts')).backupVerify,
  },
  {
    words: ['restore'],
    summary: 'Put a backup into an empty database',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    words: ['doctor'],
    summary: 'Check that the service can run here, and explain what keeps it from it',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    words: ['routes'],
    summary: 'List every route and who may call it',
    load: async () => (await import('./routes.ts')).routesCommand,
  },
  {
    words: ['tenant', 'create'],
    summary: 'Create an organisation',
    load: async () => (await import('./tenant-create.ts')).tenantCreate,
  },
  {
    words: ['tenant', 'set'],
    summary: 'Show or change the settings of an organisation',
    load: async () => (await import('./tenant-set.ts')).tenantSet,
  },
  {
    words: ['tenant', 'archive'],
    summary: 'Let nobody answer for an organisation any more',
    load: async () => (await import('./tenant-archive.ts')).tenantArchive,
  },
  {
    words: ['user', 'grant'],
    summary: 'Give a person rights; takes none away',
    load: async () => (await import('./user-grant.ts')).userGrant,
  },
  {
    words: ['passkey', 'reset'],
    summary: 'Take all passkeys from a person who has lost them',
    load: async () => (await import('./passkey-reset.ts')).passkeyReset,
  },
  {
    words: ['team', 'set'],
    summary: 'Give a person a role in an organisation, or another one',
    load: async () => (await import('./team-set.ts')).teamSet,
  },
  {
    words: ['team', 'remove'],
    summary: 'Take a person out of an organisation',
    load: async () => (await import('./team-remove.ts')).teamRemove,
  },
  {
    words: ['team', 'list'],
    summary: 'List who works at an organisation',
    load: async () => (await import('./team-list.ts')).teamList,
  },
  {
    words: ['sign-in-link'],
    summary: 'Make a one-time link that signs a person in',
    load: async () => (await import('./sign-in-link.ts')).signInLink,
  },
  {
    words: ['api-key', 'create'],
    summary: 'Make a key for a program',
    load: async () => (await import('./api-key-create.ts')).apiKeyCreate,
  },
  {
    words: ['api-key', 'bind'],
    summary: 'Let a key be used from some addresses alone',
    load: async () => (await import('./api-key-bind.ts')).apiKeyBind,
  },
  {
    words: ['api-key', 'roll'],
    summary: 'Give a key a new secret; the old one stays good for some hours',
    load: async () => (await import('./api-key-roll.ts')).apiKeyRoll,
  },
  {
    words: ['api-key', 'end-former'],
    summary: 'Refuse the secret that a key had before, from now on',
    load: async () => (await import('./api-key-end-former.ts')).apiKeyEndFormer,
  },
  {
    words: ['api-key', 'revoke'],
    summary: 'Refuse a key from now on',
    load: async () => (await import('./api-key-revoke.ts')).apiKeyRevoke,
  },
  {
    words: ['device', 'create'],
    summary: 'Make a scanning device and the address that pairs it',
    load: async () => (await import('./device-create.ts')).deviceCreate,
  },
  {
    words: ['device', 'pairing-code'],
    summary: 'Give a device a new pairing code and shut its phone out',
    load: async () => (await import('./device-pairing-code.ts')).devicePairingCode,
  },
  {
    words: ['device', 'set-end'],
    summary: "Say from when on a device's key is refused",
    load: async () => (await import('./device-set-end.ts')).deviceSetEnd,
  },
  {
    words: ['device', 'archive'],
    summary: "Refuse a device's key from now on",
    load: async () => (await import('./device-archive.ts')).deviceArchive,
  },
  {
    words: ['signing-key', 'rotate'],
    summary: "Sign an organisation's tickets with a new key",
    load: async () => (await import('./signing-key-rotate.ts')).signingKeyRotate,
  },
  {
    words: ['event', 'cancel'],
    summary: 'Cancel an event: refund every booking and tell whoever made it',
    load: async () => (await import('./event-cancel.ts')).eventCancel,
  },
  {
    words: ['event', 'postpone'],
    summary: 'Postpone an event to another date and tell everybody who booked',
    load: async () => (await import('./event-postpone.ts')).eventPostpone,
  },
  {
    words: ['ticket', 'undo'],
    summary: 'Take the scan of a ticket back',
    load: async () => (await import('./ticket-undo.ts')).ticketUndo,
  },
  {
    words: ['ticket', 'qr'],
    summary: 'Print the QR data of tickets, whatever their status',
    load: async () => (await import('./ticket-qr.ts')).ticketQr,
  },
  {
    words: ['membership', 'create'],
    summary: 'Make a person a member, or prolong their membership',
    load: async () => (await import('./membership-create.ts')).membershipCreate,
  },
  {
    words: ['card', 'import'],
    summary: 'Add the NFC cards of a list to the server',
    load: async () => (await import('./card-import.ts')).cardImport,
  },
  {
    words: ['card', 'list'],
    summary: 'List the NFC cards of the server',
    load: async () => (await import('./card-list.ts')).cardList,
  },
  {
    words: ['card', 'link'],
    summary: 'Give a card to a person, with what is on it',
    load: async () => (await import('./card-link.ts')).cardLink,
  },
  {
    words: ['card', 'unlink'],
    summary: 'Take a card from its person, who keeps what was on it',
    load: async () => (await import('./card-unlink.ts')).cardUnlink,
  },
  {
    words: ['card', 'lost'],
    summary: 'Block a lost card at every till',
    load: async () => (await import('./card-lost.ts')).cardLost,
  },
  {
    words: ['payment-keys', 'set'],
    summary: 'Let an organisation be paid online, with its keys of Stripe',
    load: async () => (await import('./payment-keys-set.ts')).paymentKeysSet,
  },
  {
    words: ['payment-keys', 'show'],
    summary: 'Say how an organisation is paid, and how its keys end',
    load: async () => (await import('./payment-keys-show.ts')).paymentKeysShow,
  },
  {
    words: ['payment-keys', 'clear'],
    summary: 'Delete the keys of an organisation: it is paid at the door',
    load: async () => (await import('./payment-keys-clear.ts')).paymentKeysClear,
  },
  {
    words: ['wallet', 'set-apple'],
    summary: 'Let tickets be added to Apple Wallet, with the certificate of an organisation',
    load: async () => (await import('./wallet-set-apple.ts')).walletSetApple,
  },
  {
    words: ['wallet', 'set-google'],
    summary: 'Let tickets be added to Google Wallet, with the service account of an organisation',
    load: async () => (await import('./wallet-set-google.ts')).walletSetGoogle,
  },
  {
    words: ['wallet', 'show'],
    summary: 'Say which wallets tickets of an organisation can be added to',
    load: async () => (await import('./wallet-show.ts')).walletShow,
  },
  {
    words: ['wallet', 'clear'],
    summary: 'Delete the keys of an organisation for wallets',
    load: async () => (await import('./wallet-clear.ts')).walletClear,
  },
  {
    words: ['refund', 'retry'],
    summary: 'Send a refund that failed once more',
    load: async () => (await import('./refund-retry.ts')).refundRetry,
  },
  {
    words: ['mail', 'list'],
    summary: 'List the mails of an organisation, and what became of each',
    load: async () => (await import('./mail-list.ts')).mailList,
  },
  {
    words: ['mail', 'retry'],
    summary: 'Send mails again that did not get through',
    load: async () => (await import('./mail-retry.ts')).mailRetry,
  },
  {
    words: ['domain', 'add'],
    summary: 'Say which DNS record proves a domain of its own for an organisation',
    load: async () => (await import('./domain-add.ts')).domainAdd,
  },
  {
    words: ['domain', 'verify'],
    summary: 'Look for that record; the organisation then answers at the domain',
    load: async () => (await import('./domain-verify.ts')).domainVerify,
  },
  {
    words: ['meta', 'set-label'],
    summary: 'Move the first Meta to another label',
    load: async () => (await import('./meta-set-label.ts')).metaSetLabel,
  },
  {
    words: ['federation', 'add'],
    summary: 'Let an organisation join a Meta',
    load: async () => (await import('./federation-add.ts')).federationAdd,
  },
  {
    words: ['secret', 'rotate'],
    summary: 'Seal everything under a new secret, while the service is stopped',
    load: async () => (await import('./secret-rotate.ts')).secretRotate,
  },
  {
    words: ['data-key', 'replace'],
    summary: 'Reseal everything under another data key',
    load: async () => (await import('./data-key-replace.ts')).dataKeyReplace,
  },
]

/** What the first word of a two-word command is about. */
export const groups: Readonly<Record<string, string>> = {
  tenant: 'Organisations on this server',
  user: 'People and their rights',
  passkey: 'Second factor of a sign-in',
  'api-key': 'Keys for programs',
  device: 'Scanning devices',
  'signing-key': 'Keys that sign tickets',
  event: 'Events that change',
  ticket: 'Tickets',
  membership: 'Memberships',
  card: 'NFC cards for paying without cash',
  'payment-keys': 'Keys of the payment provider',
  wallet: 'Tickets in the wallets of phones',
  refund: 'Refunds',
  mail: 'Mails to people',
  domain: 'Domains of their own',
  meta: 'The first Meta',
  federation: 'Organisations that share a Meta',
  secret: "The server's secret",
}
