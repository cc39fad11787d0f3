import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type SecondFactor, secondFactors } from './features/account/passkey.ts'
import { lookOf, usualReservedWords } from './features/tenant/look-alike.ts'
import { type Registration, registrations } from './features/tenant/registration.ts'
import { reservedLabels } from './features/tenant/tenant.ts'
import { isBackupKey } from './integrations/backups/backup-key.ts'
import { isAddressOrRange } from './lib/address-range.ts'
import { isEmail } from './lib/text.ts'
import { isTimeZone } from './lib/time.ts'

export type ProcessRole = 'all' | 'web' | 'worker'

/** A key and its certificate in PEM, the certificate with those that lead to its authority. */
export type TlsKeys = { readonly key: string; readonly certificate: string }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** The settings of the environment, checked. Every variable is optional; docs/operations.md explains each. */
export type Config = {
  readonly port: number
  readonly host: string
  /** Lower case, without port: Root answers on it, tenants on `<label>.<domain>`. */
  readonly domain: string
  /** Address people use for the Root host, without trailing slash. Its scheme and port hold for every tenant's address. */
  readonly publicUrl: string
  readonly metaLabel: string
  readonly dataDir: string
  /** Null: the embedded server in `dataDir`. */
  readonly databaseUrl: string | null
  readonly databaseAdminUrl: string | null
  readonly role: ProcessRole
  readonly webProcesses: number
  /** Null: made and kept in `dataDir`. */
  readonly secretKey: string | null
  /** The key that `guichet secret rotate` changes SECRET_KEY to; nothing else reads it. */
  readonly newSecretKey: string | null
  /** The keys that `guichet payment-keys set` gives a tenant; nothing else reads them. */
  readonly paymentKeys: { readonly secretKey: string | null; readonly webhookSecret: string | null }
  /** The passphrase of the key that `guichet wallet set-apple` reads; nothing else reads it. */
  readonly walletKeyPassphrase: string | null
  readonly stripeApiUrl: string
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly fetchAllow: readonly string[]
  /** Asked for the proofs of own domains; empty: those of the system. */
  readonly dnsServers: readonly string[]
  /** How much an organisation may keep in pictures, in bytes. */
  readonly storageQuota: number
  readonly rateLimit: boolean
  /** Where vulnerabilities are reported, as a URI; null: at the address that Root shows. */
  readonly securityContact: string | null
  /** Whose pictures maps are made of, an address with `{z}`, `{x}` and `{y}`; null: maps are drawn on plain ground. */
  readonly mapTiles: string | null
  /** Whom these pictures are owed to, at the end perhaps the address of its terms. */
  readonly mapCredit: string | null
  readonly registration: Registration
  readonly secondFactor: SecondFactor
  /** Words that a stranger's label must not contain; one with a star not even within a longer word, nor in a name. */
  readonly reservedWords: readonly string[]
  /** How long the backups of the clock are kept; 0: it makes none. */
  readonly backupDays: number
  /** Public keys that backups are encrypted to; none: they are plain. */
  readonly backupKeys: readonly string[]
  readonly trustProxy: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly timeZone: string
  readonly logLevel: LogLevel
  /** Set by no variable: null except in a demonstration in a local network; elsewhere a proxy brings TLS (ADR 0186). */
  readonly tls: TlsKeys | null
}

/** Every bad variable at once, one sentence each. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

const labelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const mostProcesses = 64
const megabyte = 1_000_000
const postgresForm = 'a postgres:// address with a host, or with a socket: postgres://user@/database?host=/directory'
const domainPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** The settings that others further down depend on. */
type Known = Pick<Config, 'port' | 'domain' | 'publicUrl'>

type Setting<T> = {
  readonly name: string
  /** The value when the variable is not set. */
  readonly usual: (known: Known) => T
  /** Null: the value is none. */
  readonly parse: (value: string, known: Known) => T | null
  /** A description of what the variable must be. */
  readonly expected: (known: Known) => string
}

function setting<T>(name: string, usual: T, expected: string, parse: Setting<T>['parse']): Setting<T> {
  return { name, usual: () => usual, expected: () => expected, parse }
}

/** A text that is taken as it is. */
function word<T extends string | null>(name: string, usual: T, expected: string, isOne: (value: string) => boolean) {
  return setting<T | string>(name, usual, expected, (value) => (isOne(value) ? value : null))
}

function list(name: string, usual: readonly string[], expected: string, isOne: (entry: string) => boolean) {
  return setting(name, usual, expected, (value) => {
    const entries = value.split(/[\s,]+/).filter((entry) => entry !== '')
    return entries.every(isOne) ? entries : null
  })
}

function oneOf<T extends string>(name: string, usual: T, values: readonly T[]): Setting<T> {
  const find = (value: string) => values.find((candidate) => candidate === value) ?? null
  return setting(name, usual, `one of ${values.join(', ')}`, find)
}

const secret = (name: string) => word(name, null, 'at least 32 characters', (value) => value.length >= 32)
const postgres = (name: string) => word(name, null, postgresForm, isPostgresUrl)

type Settings = Omit<Config, 'dataDir' | 'paymentKeys' | 'walletKeyPassphrase' | 'tls'>

/** Each names those above it at most. */
const settings: { readonly [Field in keyof Settings]: Setting<Settings[Field]> } = {
  port: setting('PORT', 8080, 'a port number, 1 to 65535', (value) =>
    /^\d{1,5}$/.test(value) && isPort(Number(value)) ? Number(value) : null,
  ),
  domain: setting('DOMAIN', 'localhost', 'a domain name such as tickets.example.org', (value) =>
    isDomain(value.toLowerCase()) ? value.toLowerCase() : null,
  ),
  publicUrl: {
    name: 'PUBLIC_URL',
    usual: ({ domain, port }) => `http://${domain}:${port}`,
    expected: ({ domain }) => `an http or https address of ${domain} without a path`,
    parse: (value, { domain }) => publicUrl(value, domain),
  },
  host: word('HOST', '127.0.0.1', 'an address or host name to listen on', (value) => /^[\w.:-]+$/.test(value)),
  metaLabel: word(
    'META_LABEL',
    'meta',
    'a domain label (lower-case letters, digits and hyphens) that is not reserved, as www and api are',
    (value) => labelPattern.test(value) && !reservedLabels.has(value),
  ),
  databaseUrl: postgres('DATABASE_URL'),
  databaseAdminUrl: postgres('DATABASE_ADMIN_URL'),
  role: oneOf('ROLE', 'all', ['all', 'web', 'worker']),
  webProcesses: setting('PROCESSES', 1, `a number from 1 to ${mostProcesses}, or auto`, processes),
  secretKey: secret('SECRET_KEY'),
  newSecretKey: secret('NEW_SECRET_KEY'),
  stripeApiUrl: word(
    'STRIPE_API_URL',
    'https://api.stripe.com',
    'an http or https address without a path',
    (value) => /^https?:/i.test(value) && isOrigin(value),
  ),
  smtpUrl: word('SMTP_URL', null, 'an smtp:// or smtps:// address with a host', isSmtpUrl),
  mailFrom: {
    name: 'MAIL_FROM',
    usual: ({ domain }) => `Guichet <no-reply@${domain}>`,
    expected: () => 'an e-mail address, with or without a name: no-reply@example.org or Guichet <no-reply@example.org>',
    parse: (value) => (isSender(value) ? value : null),
  },
  fetchAllow: list('FETCH_ALLOW', [], 'a list of host:port, with ports 1 to 65535', isHostAndPort),
  dnsServers: list('DNS_SERVERS', [], 'a list of addresses such as 9.9.9.9, with or without a port', isNameServer),
  backupDays: setting('BACKUP_DAYS', 7, 'a number of days from 0 (none are made) to 999', (value) =>
    /^\d{1,3}$/.test(value) ? Number(value) : null,
  ),
  backupKeys: list(
    'BACKUP_KEY',
    [],
    'a list of public keys as age-keygen prints them, such as age1…; the private ones stay elsewhere',
    isBackupKey,
  ),
  storageQuota: setting('STORAGE_QUOTA', 500 * megabyte, 'a number of megabytes from 1 to 9999999', (value) =>
    /^[1-9]\d{0,6}$/.test(value) ? Number(value) * megabyte : null,
  ),
  rateLimit: setting('RATE_LIMIT', true, 'one of on, off', (value) =>
    value === 'on' || value === 'off' ? value === 'on' : null,
  ),
  reservedWords: list(
    'RESERVED_WORDS',
    usualReservedWords,
    'a list of words of letters, digits and hyphens such as mybank or paypal*',
    isReservedWord,
  ),
  securityContact: setting<string | null>(
    'SECURITY_CONTACT',
    null,
    'an e-mail address, or an https, mailto or tel address',
    contactUri,
  ),
  mapTiles: word('MAP_TILES', null, 'an http or https address with {z}, {x} and {y} in its path', isTiles),
  mapCredit: word('MAP_CREDIT', null, 'a line of text', (value) => !/\p{Cc}/u.test(value)),
  secondFactor: {
    ...oneOf('SECOND_FACTOR', 'optional', secondFactors),
    // Browsers keep no passkeys over plain http: asked for there, they would lock everybody out.
    usual: ({ publicUrl }) => (publicUrl.startsWith('https:') ? 'required' : 'optional'),
  },
  registration: oneOf('REGISTRATION', 'approval', registrations),
  trustProxy: list('TRUST_PROXY', [], 'a list of addresses or ranges such as 10.0.0.0/8', isAddressOrRange),
  corsOrigins: list(
    'CORS_ORIGINS',
    ['http://localhost'],
    'a list of origins such as https://app.example.org',
    isOrigin,
  ),
  timeZone: word('TIME_ZONE', 'Europe/Paris', 'a time zone such as Europe/Paris', isTimeZone),
  logLevel: oneOf('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
}

/** @throws ConfigError naming every bad variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: string) => environment[name]?.trim() || null
  const { config, problems } = readSettings(text)
  if (config.databaseAdminUrl !== null && config.databaseUrl === null)
    problems.push('DATABASE_ADMIN_URL needs DATABASE_URL: the embedded server has its own roles')
  if (config.role === 'worker' && config.databaseUrl === null)
    problems.push('ROLE=worker needs DATABASE_URL: the embedded server lives in the process that serves')
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    ...config,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    paymentKeys: { secretKey: text('STRIPE_SECRET_KEY'), webhookSecret: text('STRIPE_WEBHOOK_SECRET') },
    // As it was typed: a space may be part of it.
    walletKeyPassphrase: environment['WALLET_KEY_PASSPHRASE'] || null,
    tls: null,
  }
}

function readSettings(text: (name: string) => string | null) {
  const problems: string[] = []
  // Filled one after the other: each setting knows those above it.
  const config = {} as Settings
  for (const [field, { name, usual, parse, expected }] of Object.entries<Setting<unknown>>(settings)) {
    const value = text(name)
    const parsed = value === null ? null : parse(value, config)
    if (value !== null && parsed === null) problems.push(`${name} must be ${expected(config)}`)
    Object.assign(config, { [field]: parsed ?? usual(config) })
  }
  return { config, problems }
}

/** Not 0, which is any free one: every address that is printed or mailed names the port. */
function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535
}

/** A name under which tenants have addresses: after a last label that is a number, a URL takes all of it for an IP address. */
function isDomain(name: string): boolean {
  return domainPattern.test(name) && URL.canParse(`http://meta.${name}`)
}

/** Tells whether `pg` finds a host, there or in the query, or a socket's directory in either place. Without any it would guess. */
function isPostgresUrl(value: string): boolean {
  // The form that PostgreSQL documents for sockets, which is no URL.
  const parsed = URL.parse(value) ?? URL.parse(value.replace('@/', '@socket/'))
  if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol)) return false
  const host = parsed.searchParams.get('host')
  const isNamed = URL.canParse(value) && parsed.hostname !== ''
  return isNamed || (host !== null && host !== '')
}

function isSmtpUrl(value: string): boolean {
  const parsed = URL.parse(value)
  return parsed !== null && ['smtp:', 'smtps:'].includes(parsed.protocol) && parsed.hostname !== ''
}

/** More than that on one machine is a typing error: each holds connections of its own. */
function processes(value: string): number | null {
  if (value === 'auto') return Math.min(availableParallelism(), mostProcesses)
  return /^[1-9]\d?$/.test(value) && Number(value) <= mostProcesses ? Number(value) : null
}

/** RFC 5322, without its rarities: an address, or a name and the address in angle brackets. */
function isSender(value: string): boolean {
  const named = /^(?:"[^"\\\p{Cc}]*"|[^"<>()[\]\\,:;@\p{Cc}]*)\s*<([^<>]+)>$/u.exec(value)
  return isEmail(named?.[1] ?? value)
}

/** Reads a contact as RFC 9116 wants it, which allows no plain http. */
function contactUri(value: string): string | null {
  if (isEmail(value)) return `mailto:${value}`
  const isUri = !/[\s\p{Cc}]/u.test(value) && URL.canParse(value)
  return isUri && ['https:', 'mailto:', 'tel:'].includes(new URL(value).protocol) ? value : null
}

function isHostAndPort(entry: string): boolean {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  return isPort(Number(port)) && /^(\[[0-9a-f:.]+\]|[^\s/:@?#[\]\\]+)$/i.test(host) && URL.canParse(`http://${host}`)
}

/** Tells whether Node's resolver takes it: `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe`, `[2620:fe::fe]:53`. */
function isNameServer(entry: string): boolean {
  const [, inner, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? []
  return isIP(entry) !== 0 || (isIP(inner ?? plain ?? '') !== 0 && isPort(Number(port)))
}

function publicUrl(value: string, domain: string): string | null {
  if (!URL.canParse(value)) return null
  const parsed = new URL(value)
  const plain = parsed.pathname === '/' && parsed.search === '' && parsed.hash === '' && parsed.username === ''
  return ['http:', 'https:'].includes(parsed.protocol) && plain && parsed.hostname === domain ? parsed.origin : null
}

function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry
}

/** The pictures of a map, as its servers publish their addresses. */
function isTiles(value: string): boolean {
  const { protocol = '', pathname = '' } = URL.parse(value) ?? {}
  return /^https?:$/.test(protocol) && ['z', 'x', 'y'].every((part) => pathname.includes(`%7B${part}%7D`))
}

/** The directories of the files and of the embedded database, which may be on a disk of its own behind a link. */
export function dataDirectories({ dataDir }: Pick<Config, 'dataDir'>): readonly string[] {
  return [dataDir, resolve(dataDir, 'postgres')]
}

/** Tells whether a word has something left to compare: an empty one would be found in every name. */
function isReservedWord(entry: string): boolean {
  return /^[a-z0-9-]+\*?$/i.test(entry) && lookOf(entry) !== ''
}
